internal import Foundation
internal import Maru

/// The gateway's own log, for when it did what.
struct GatewayLog {
  let file: URL

  private struct Line: Decodable {
    let time: Date
    let requestID: String?
  }

  /// When the requests that came under a name were answered; milliseconds, by the gateway's clock.
  func times(of id: RequestID) throws -> [Date] {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = try? JSONBodyDecoder.standard.decode(Line.self, from: Array(line))
      return line?.requestID == id.rawValue ? line?.time : nil
    }
  }
}
