#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What a storm in a process of its own leaves to be read, even if the process ends by a crash.
///
/// Both processes name the same folder, which exists.
package struct StormRecord: Sendable, Codable {
  private let folder: String

  package init(folder: String) { self.folder = folder }

  fileprivate var callsPath: String { folder + "/calls" }
  private var saidPath: String { folder + "/said" }

  /// For the process of the storm: what it says on its error stream is kept, and it ends by a signal
  /// if it goes on for longer than `seconds`, even if none of its threads gets anywhere.
  package func begin(within seconds: Int) {
    let file = open(saidPath, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    if file >= 0 {
      dup2(file, STDERR_FILENO)
      close(file)
    }
    _ = alarm(UInt32(clamping: seconds))
  }

  /// For the process of the storm: keeps a line.
  package func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// The lines that the process has said; none if it has not begun. What is no text is left out:
  /// a test library's marks.
  package var said: [String] {
    Self.bytes(saidPath).split(separator: UInt8(ascii: "\n")).compactMap { line in
      String(validating: line, as: UTF8.self)
    }
  }

  /// The numbers of the calls that were on their way when the process ended.
  package var unfinished: [UInt64] {
    let bytes = Self.bytes(callsPath)
    return stride(from: 0, to: bytes.count, by: 8).compactMap { place in
      let entry = bytes[place...].prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return entry == 0 ? nil : entry - 1
    }.sorted()
  }

  /// Removes the folder; it holds nothing else.
  package func remove() {
    unlink(callsPath)
    unlink(saidPath)
    rmdir(folder)
  }

  private static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
    }
  }
}

/// The calls of a record while they are written: a place for each worker, with its call or nothing.
final class StormCallsFile: Sendable {
  private let descriptor: Int32

  /// Nil if the file can't be made.
  init?(_ record: StormRecord) {
    descriptor = open(record.callsPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  func begin(_ call: UInt64, by worker: Int) { write(call + 1, by: worker) }
  func end(by worker: Int) { write(0, by: worker) }

  private func write(_ entry: UInt64, by worker: Int) {
    var bytes = entry.littleEndian
    // The system keeps what was written, however the process ends.
    _ = pwrite(descriptor, &bytes, 8, off_t(worker * 8))
  }

  deinit { close(descriptor) }
}
