internal import Foundation
internal import GatewayHTTP
internal import GatewayStore

/// Ends the streams whose access tokens have expired or whose sessions have ended.
///
/// A request's token is looked up once, a stream's with each heartbeat: so a sign-out on one device
/// ends the streams of a stolen token on another.
struct TokenWatch: Sendable {
  /// How many tokens are looked up at once; other readers get their turn in between.
  private static let pageSize = 100

  let reader: any StoreReader
  let streams: OpenStreams
  let now: @Sendable () -> Date

  /// Looks at all of them once.
  func look() async {
    let open = Dictionary(grouping: streams.open, by: \.tokenDigest)
    let digests = Array(open.keys)
    for start in stride(from: 0, to: digests.count, by: Self.pageSize) {
      let page = Array(digests[start..<min(start + Self.pageSize, digests.count)])
      // A database that is away tells nothing about a token: the next look will.
      guard let good = try? await reader.goodTokens(among: page, at: now()) else { return }
      for digest in page where !good.contains(digest) {
        for stream in open[digest] ?? [] { stream.sender.end(.unauthorized) }
      }
    }
  }
}
