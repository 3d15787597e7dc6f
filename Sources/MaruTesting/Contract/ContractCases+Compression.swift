internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// Compressed bodies.
  static let compression: [ContractDefinition] = [
    .init("a compressed body arrives unpacked", ["NET-1"], needs: [.wire, .decompresses]) { bench in
      let plain = Array(String(repeating: "hello, ", count: 20_000).utf8)
      let peer = try bench.peer { _ in gzip(ContractGzip.stored(plain)) }
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, peer.url()))
      try bench.equal(try bench.value(call).body, plain, "the body")
      let codings = peer.requests.flatMap { $0.values(of: .acceptEncoding) }
      try bench.expect(
        codings.count == 1 && codings[0].contains("gzip"), "one Accept-Encoding with gzip",
        found: "\(codings)")
    },
    .init(
      "a body that unpacks to more than its share is refused", ["NET-2"],
      needs: [.wire, .decompresses]
    ) { bench in
      let bomb = ContractGzip.repeated(32 << 20)
      let call = try await exchange(bench, gzip(bomb))
      try bench.failure(call, .bodyTooLarge, arrival: .possible)
    },
    .init(
      "a small body may unpack to any share", ["NET-2"], needs: [.wire, .decompresses]
    ) { bench in
      let call = try await exchange(bench, gzip(ContractGzip.repeated(1 << 19)))
      try bench.equal(try bench.value(call).body.count, 1 << 19, "bytes")
    },
    .init(
      "a damaged compressed body is malformed", ["NET-2"], needs: [.wire, .decompresses]
    ) { bench in
      var damaged = ContractGzip.stored(Array("hello".utf8))
      // The first block's type becomes 3, which there is none of (RFC 1951 §3.2.3).
      damaged[10] = 0b111
      try bench.failure(try await exchange(bench, gzip(damaged)), .malformedResponse)
    },
    .init(
      "a compressed body that ends early is malformed", ["NET-2"], needs: [.wire, .decompresses]
    ) { bench in
      let whole = ContractGzip.stored([UInt8](repeating: 1, count: 5000))
      let call = try await exchange(bench, gzip(Array(whole.prefix(2000))))
      try bench.failure(call, .malformedResponse, .connectionLost)
    },
  ]

  /// A response that is whole as HTTP goes.
  private static func gzip(_ bytes: [UInt8]) -> [WireAct] {
    ServerAct.response(200, [(.contentEncoding, "gzip")], body: bytes).map(WireAct.act)
  }
}
