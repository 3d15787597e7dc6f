import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// A folder that is gone when its test is; in memory where the system has such a place, since these
/// tests flush to the disk thousands of times.
final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    let memory = "/dev/shm"
    let place =
      FileManager.default.fileExists(atPath: memory)
      ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    url = place.appending(path: "maru-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var destination: URL { url.appending(path: "보고서.bin") }
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path()).sorted()) ?? []
  }

  func bytes(_ name: String = "보고서.bin") -> [UInt8]? {
    (try? Data(contentsOf: url.appending(path: name))).map { Array($0) }
  }

  func put(_ bytes: [UInt8], _ name: String = "보고서.bin") throws {
    try Data(bytes).write(to: url.appending(path: name))
  }
}

/// A server with one file that changes now and then, and that keeps to RFC 9110 or does not.
final class FileServer: Sendable {
  struct Version: Sendable, Equatable {
    var number: Int
    var bytes: [UInt8]
    var tag: String { "\"v\(number)\"" }

    /// Bytes that no other version has in any place.
    init(number: Int, size: Int) {
      self.number = number
      bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number &* 101) }
    }
  }

  /// How far the server may be trusted.
  struct Manners: Sendable {
    /// In percent: answers that are cut somewhere in the body.
    var cuts = 0
    /// In percent: parts that do not say which version they are of, as RFC 9110 §15.3.7 wants.
    var namelessParts = 0
    /// In percent: parts that begin elsewhere than was asked, and say so.
    var shiftedParts = 0
    /// In percent: parts that end earlier than was asked, and say so.
    var shortParts = 0
    /// In percent: a new version before an answer.
    var changes = 0
    static let good = Manners()
    static let bad = Manners(
      cuts: 50, namelessParts: 50, shiftedParts: 8, shortParts: 8, changes: 12)
  }

  private let random: SeededRandom
  private let state: Locked<(versions: [Version], manners: Manners)>

  init(random: SeededRandom, size: Int, manners: Manners) {
    self.random = random
    state = Locked(([Version(number: 1, size: size)], manners))
  }

  var versions: [Version] { state.withLock { $0.versions } }

  func behave() { state.withLock { $0.manners = .good } }

  func answer(_ request: FakeRequest) -> [ServerAct] {
    let manners = state.withLock { $0.manners }
    if random.happens(percent: manners.changes) {
      // As often as not, the same size: else the length alone would tell versions apart.
      let size = random.happens(percent: 50) ? nil : random.integer(in: 0...2_000)
      state.withLock { state in
        let last = state.versions.last
        state.versions.append(
          Version(number: state.versions.count + 1, size: size ?? last?.bytes.count ?? 0))
      }
    }
    // A server has a version from its start.
    let version = versions.last!
    let wanted = request.headers["Range"].flatMap { Int($0.dropFirst(6).dropLast()) }
    let condition = request.headers["If-Range"]
    guard let first = wanted, condition == nil || condition == version.tag else {
      return cut([(.eTag, version.tag)], 200, version.bytes[...], manners)
    }
    guard first < version.bytes.count else {
      return ServerAct.response(416, [("Content-Range", "bytes */\(version.bytes.count)")])
    }
    var range = first..<version.bytes.count
    if random.happens(percent: manners.shiftedParts) { range = first / 2..<range.upperBound }
    if random.happens(percent: manners.shortParts) {
      range = range.lowerBound..<random.integer(in: range.lowerBound + 1...range.upperBound)
    }
    var fields: [(HeaderName, String)] = [
      (
        "Content-Range",
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(version.bytes.count)"
      )
    ]
    if !random.happens(percent: manners.namelessParts) { fields.append((.eTag, version.tag)) }
    return cut(fields, 206, version.bytes[range], manners)
  }

  private func cut(
    _ fields: [(HeaderName, String)], _ status: Int, _ bytes: ArraySlice<UInt8>, _ manners: Manners
  ) -> [ServerAct] {
    guard random.happens(percent: manners.cuts), !bytes.isEmpty else {
      return ServerAct.response(status, fields, body: Array(bytes))
    }
    let head = ServerAct.response(status, fields, body: Array(bytes))[0]
    let count = random.integer(in: 0...bytes.count - 1)
    let body = count > 0 ? [ServerAct.body(Array(bytes.prefix(count)))] : []
    let end: ServerAct = random.happens(percent: 80) ? .cut : .reset
    return [head, .pause(.milliseconds(5))] + body + [end]
  }
}
