internal import Foundation

/// A log of one JSON object per line.
///
/// It is told what may be shown, field by field; no request, token, body or path is ever given to
/// it. Writing blocks for as long as the file or terminal takes.
public final class JSONLog: Sendable {
  /// How much a line matters.
  public enum Level: String, Sendable {
    /// Everyday events.
    case info
    /// Something that someone should look at.
    case warning
    /// Something that went wrong.
    case error
  }

  /// A field's value.
  public enum Value: Sendable {
    /// A text; escaped as JSON wants.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A number with three places.
    case decimal(Double)
  }

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let now: @Sendable () -> Date

  private init(
    descriptor: Int32, ownsDescriptor: Bool, now: @escaping @Sendable () -> Date
  ) {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.now = now
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Logs to a file's end, or to the standard error output.
  convenience init(
    path: String?, now: @escaping @Sendable () -> Date
  ) throws(ProgramFailure) {
    guard let path else {
      self.init(descriptor: STDERR_FILENO, ownsDescriptor: false, now: now)
      return
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ProgramFailure(
        .outputFailed, "cannot write the log file '\(path)': \(String(cString: strerror(errno)))")
    }
    self.init(descriptor: descriptor, ownsDescriptor: true, now: now)
  }

  /// Writes one line.
  public func write(_ level: Level, _ event: String, _ fields: [(String, Value)] = []) {
    var line: [UInt8] = []
    line.reserveCapacity(256)
    line += "{\"time\":\"".utf8
    RFC3339.append(now(), to: &line)
    line += "\",\"level\":\"".utf8
    line += level.rawValue.utf8
    line += "\",\"event\":".utf8
    Self.append(event, to: &line)
    for (name, value) in fields {
      line += ",\"".utf8
      line += name.utf8
      line += "\":".utf8
      switch value {
      case .text(let text): Self.append(text, to: &line)
      case .integer(let number): line += String(number).utf8
      case .decimal(let number): Self.append(number, to: &line)
      }
    }
    line += "}\n".utf8
    // One write per line needs no lock: the system keeps writes to a file apart (POSIX write), and
    // those to a pipe up to 4 KiB, which no line has. A log that cannot be written does not stop
    // the service.
    _ = Foundation.write(descriptor, line, line.count)
  }

  private static func append(_ number: Double, to line: inout [UInt8]) {
    let thousandths = Int((number * 1000).rounded())
    let fraction = String(thousandths % 1000)
    line += String(thousandths / 1000).utf8
    line += ".".utf8
    for _ in fraction.utf8.count..<3 { line += "0".utf8 }
    line += fraction.utf8
  }

  private static func append(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        line.append(UInt8(ascii: "\\"))
        line.append(byte)
      case 0..<0x20, 0x7F:
        let hex = String(byte, radix: 16)
        line += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        line += hex.utf8
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
