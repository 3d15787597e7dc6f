internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// How a request's body is sent.
  static let uploads: [ContractDefinition] = [
    .init("a body of 3 MiB arrives", ["CALL-10", "NET-1"]) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let bytes = [UInt8](repeating: 7, count: 3 << 20)
      let request = TransportRequest(.put, server.url("/"))
      try bench.value(await bench.call(transport, request, body: .bytes(bytes, as: .json)))
      try bench.equal(server.requests().map(\.bodyLength), [3 << 20], "bytes at the server:")
    },
    .init("a stream arrives whole, with its length if that is known", ["CALL-10", "NET-1"]) {
      bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let pieces = (0..<50).map { Array("piece \($0);".utf8) }
      let whole = Array(pieces.joined())
      for length in [whole.count, nil] {
        let stream = ContractStream(pieces.map(ContractStream.Step.bytes))
        let request = TransportRequest(.post, server.url("/"))
        try bench.value(await bench.call(transport, request, body: stream.body(length: length)))
        try bench.equal(stream.openings, 1, "openings of the stream:")
      }
      let requests = server.requests()
      try bench.equal(requests.map(\.body), [whole, whole], "bodies")
      if bench.contract.traits.contains(.wire) {
        try bench.equal(
          requests[0].values(of: .contentLength), ["\(whole.count)"], "Content-Length")
      }
    },
    .init("a stream of no bytes arrives as an empty body", ["CALL-10"]) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      for length in [0, nil] {
        let request = TransportRequest(.post, server.url("/"))
        let body = ContractStream([]).body(length: length)
        try bench.value(await bench.call(transport, request, body: body))
      }
      try bench.equal(server.requests().map(\.bodyLength), [0, 0], "bytes at the server:")
    },
    .init("a stream that fails fails the call, and no whole request arrives", ["FAIL-6", "NET-2"]) {
      bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      for length in [1000, nil] {
        let stream = ContractStream([.bytes([1, 2, 3]), .fail])
        let request = TransportRequest(.post, server.url("/"))
        let call = await bench.call(transport, request, body: stream.body(length: length))
        try bench.failure(call, .requestBodyFailed)
      }
      let whole = server.requests().filter(\.isBodyWhole)
      try bench.equal(whole.count, 0, "whole requests at the server:")
    },
    .init("a stream that can't be opened fails the call", ["FAIL-6"]) { bench in
      struct NoFile: Error {}
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let body = RequestBody.stream(.json, length: 3, isRestartable: true) { throw NoFile() }
      let request = TransportRequest(.post, server.url("/"))
      try bench.failure(await bench.call(transport, request, body: body), .requestBodyFailed)
      let whole = server.requests().filter(\.isBodyWhole)
      try bench.equal(whole.count, 0, "whole requests at the server:")
    },
    .init("a stream shorter than its length fails the call", ["FAIL-6", "NET-2"]) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let request = TransportRequest(.post, server.url("/"))
      let body = ContractStream([.bytes([1, 2, 3])]).body(length: 4)
      try bench.failure(await bench.call(transport, request, body: body), .requestBodyFailed)
      let whole = server.requests().filter(\.isBodyWhole)
      try bench.equal(whole.count, 0, "whole requests at the server:")
    },
    .init("a stream longer than its length fails the call", ["FAIL-6", "NET-2"]) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let request = TransportRequest(.post, server.url("/"))
      let body = ContractStream([.bytes([1, 2]), .bytes([3, 4])]).body(length: 3)
      try bench.failure(await bench.call(transport, request, body: body), .requestBodyFailed)
      let most = server.requests().map(\.bodyLength).max() ?? 0
      try bench.expect(most <= 3, "at most 3 bytes at the server", found: "\(most)")
    },
  ]
}
