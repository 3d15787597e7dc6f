import Foundation

/// The public event-stream cases, if they are on this machine.
enum StreamVectors {
  struct Case: Decodable, Sendable {
    struct Event: Decodable, Sendable, Equatable {
      var event: String
      var data: String
      var id: String
    }
    var name: String
    var bytes: String
    var events: [Event]
    var lastEventID: String
    var retry: [Int64]

    /// The bytes, which the file has in hexadecimal digits.
    var content: [UInt8] {
      let digits = Array(bytes)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      }
    }
  }
  private struct File: Decodable {
    var cases: [Case]
  }

  /// `$MARU_VECTORS`, or a folder beside the package.
  static let file: URL = {
    let folder =
      ProcessInfo.processInfo.environment["MARU_VECTORS"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).appending(path: "../../../../shared/vectors").standardized
    return folder.appending(path: "sse/cases.json")
  }()

  static var isHere: Bool { FileManager.default.fileExists(atPath: file.path()) }

  static func cases() throws -> [Case] {
    try JSONDecoder().decode(File.self, from: try Data(contentsOf: file)).cases
  }
}
