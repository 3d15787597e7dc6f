internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// Bodies whose framing is broken, or odd and still right (RFC 9112 §6).
  static let framing: [ContractDefinition] = [
    broken(
      "a body cut short of its length is a lost connection",
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")], [.connectionLost]),
    broken(
      "a body cut inside a chunk is a lost connection",
      [.text(chunked + "5\r\nhel")], [.connectionLost]),
    broken(
      "a body cut between chunks is a lost connection",
      [.text(chunked + "5\r\nhello\r\n")], [.connectionLost]),
    broken(
      "a chunk size that is no number is malformed", [.text(chunked + "zz\r\nhello\r\n0\r\n\r\n")]),
    broken(
      "a chunk size beyond all numbers is malformed",
      [.text(chunked + "ffffffffffffffffff\r\nhello\r\n0\r\n\r\n")]),
    broken(
      "a chunk longer than its size is malformed",
      [.text(chunked + "2\r\nhello\r\n0\r\n\r\n")]),
    broken(
      "two lengths that differ are malformed",
      // RFC 9112 §6.3: an unrecoverable error.
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!")]),
    broken(
      "a length below zero is malformed",
      [.text("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhi")]),
    broken(
      "a length that is no number is malformed",
      [.text("HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nhi")]),
    broken(
      "a length beyond all numbers is malformed",
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhi")]),
    broken(
      "a length beside chunks is overruled, or malformed",
      [
        .text(
          "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n" + chunkedField + "\r\n2\r\nhi\r\n0\r\n\r\n")
      ],
      [.malformedResponse], orBody: "hi"),
    .init("two lengths that agree are one", ["NET-1"], needs: .wire) { bench in
      let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi"
      let call = try await exchange(bench, [.text(text)])
      // RFC 9112 §6.3: a recipient may refuse them or take the one.
      if case .value(let answer) = call {
        try bench.equal(answer.text, "hi", "the body")
      } else {
        try bench.failure(call, .malformedResponse)
      }
    },
    .init("chunks may have extensions and trailers", ["NET-1"], needs: .wire) { bench in
      let text = chunked + "2;a=b\r\nhi\r\n1\r\n!\r\n0\r\nX-Trailer: 1\r\n\r\n"
      let call = try await exchange(bench, [.text(text)])
      try bench.equal(try bench.value(call).text, "hi!", "the body")
    },
    .init("a body without a length ends with its connection", ["NET-1"], needs: .wire) { bench in
      for line in ["HTTP/1.0 200 OK", "HTTP/1.1 200 OK"] {
        let call = try await exchange(bench, [.text("\(line)\r\nX-A: 1\r\n\r\nhello")])
        try bench.equal(try bench.value(call).text, "hello", "the body")
      }
    },
    .init("bytes behind a response are no answer to the next request", ["NET-2"], needs: .wire) {
      bench in
      let poison = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
      let peer = try bench.peer { request in
        request.target == "/first"
          ? [.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi" + poison), .act(.end)]
          : ServerAct.text("second").map(WireAct.act)
      }
      let transport = try await bench.transport()
      for _ in 0..<3 {
        let first = await bench.call(transport, TransportRequest(.get, peer.url("/first")))
        if case .value(let answer) = first {
          try bench.equal(answer.text, "hi", "the first body")
        } else {
          try bench.failure(first, .malformedResponse)
        }
        let second = await bench.call(transport, TransportRequest(.get, peer.url("/second")))
        if case .value(let answer) = second {
          try bench.equal(answer.text, "second", "the second body")
        } else {
          try bench.failure(second, .malformedResponse, .connectionLost)
        }
      }
    },
    .init("an answer before the body was read is returned, or lost", ["NET-2"], needs: .wire) {
      bench in
      let peer = try bench.peer(reading: .head) { _ in
        ServerAct.response(413, [(.connection, "close")], body: Array("too large".utf8))
          .map(WireAct.act)
      }
      let transport = try await bench.transport()
      let body = RequestBody.bytes([UInt8](repeating: 1, count: 8 << 20), as: .json)
      let call = await bench.call(transport, TransportRequest(.post, peer.url()), body: body)
      if case .value(let answer) = call {
        try bench.equal(answer.head.status, 413, "status")
      } else {
        try bench.failure(call, .connectionLost, arrival: .possible)
      }
      try bench.equal(peer.requests.count, 1, "requests at the server:")
    },
  ]

  private static let chunkedField = "Transfer-Encoding: chunked\r\n"
  private static let chunked = "HTTP/1.1 200 OK\r\n" + chunkedField + "\r\n"
}
