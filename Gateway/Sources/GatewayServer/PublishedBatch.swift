internal import GatewayHTTP

/// Publications as they go on the wire, made once for all streams of all loops.
struct PublishedBatch: Sendable {
  /// Bytes with and without the frame of a chunk, which HTTP/1.0 does not know.
  struct Block: Sendable {
    let plain: [UInt8]
    let chunk: [UInt8]

    /// Puts the frame around (RFC 9112 §7.1); none around nothing, which would be the body's end.
    init(_ bytes: [UInt8]) {
      plain = bytes
      chunk =
        bytes.isEmpty
        ? [] : Array(String(bytes.count, radix: 16).utf8) + [13, 10] + bytes + [13, 10]
    }
  }

  /// What is for the streams of one channel.
  struct Channel: Sendable {
    private(set) var places: [Int64]
    private(set) var blocks: [Block]
    /// All of it in one block, which most streams get.
    private(set) var whole: Block

    init(_ publications: [Publication]) {
      places = publications.map(\.place)
      blocks = publications.count > 1 ? publications.map { Block($0.bytes) } : []
      whole = Block(publications.flatMap(\.bytes))
      if blocks.isEmpty { blocks = [whole] }
    }
  }

  /// Up to where everything has been published by this.
  let place: Int64
  let channels: [String: Channel]

  init(_ publications: [Publication], upTo place: Int64) {
    self.place = place
    channels = Dictionary(grouping: publications, by: \.channel).mapValues(Channel.init)
  }
}
