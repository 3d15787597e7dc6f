internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// Heads of responses that are broken, or odd and still right.
  static let heads: [ContractDefinition] = [
    broken("half a head is no response", [.text("HTTP/1.1 200 OK\r\nContent-Le")], .lost),
    broken("a status line without its end is no response", [.text("HTTP/1.1 200 OK")], .lost),
    broken(
      "a head without its empty line is no response",
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")], .lost),
    broken("nothing at all is a lost connection", [], [.connectionLost]),
    broken(
      "a field line of 1 MiB is too large",
      [.text("HTTP/1.1 200 OK\r\nX: "), .repeated([120], times: 1 << 20), .text("\r\n\r\n")],
      [.headersTooLarge]),
    broken(
      "a head of 10,000 fields is too large",
      [
        .text("HTTP/1.1 200 OK\r\n"),
        .repeated(Array("X-Field: 0123456789\r\n".utf8), times: 10_000), .text("\r\n"),
      ], [.headersTooLarge]),
    broken(
      "a head without an end is too large",
      [.text("HTTP/1.1 200 OK\r\n"), .endless(Array("X-Field: 1\r\n".utf8), every: .zero)],
      [.headersTooLarge]),
    broken(
      "interim responses without an end are too much",
      [.endless(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), every: .zero)],
      [.headersTooLarge, .timedOut]),
    broken("another protocol is no response", [.text("SSH-2.0-OpenSSH_9.2\r\n\r\n")]),
    broken("HTTP/0.9 is no response", [.text("<html>hello</html>\r\n")]),
    broken(
      "a status that is no number is no response",
      [.text("HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n")]),
    broken(
      "a field without a colon is no response, or no field",
      [.text("HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nhi")],
      [.malformedResponse], orBody: "hi"),
    broken(
      "lines that end with LF alone are read, or refused",
      // RFC 9112 §2.2: a recipient may take a single LF for a line's end.
      [.text("HTTP/1.1 200 OK\nContent-Length: 2\n\nhi")], [.malformedResponse], orBody: "hi"),
    .init("a field needs no space behind its colon", ["NET-1"], needs: .wire) { bench in
      let text = "HTTP/1.1 200 OK\r\nX-A:1\r\nX-B: \t 2 \t\r\nContent-Length:2\r\n\r\nhi"
      let answer = try bench.value(try await exchange(bench, [.text(text)]))
      try bench.equal(answer.head.headers.values(of: "X-A"), ["1"], "X-A")
      // RFC 9112 §5.1: the white space around a value is no part of it.
      try bench.equal(answer.head.headers.values(of: "X-B"), ["2"], "X-B")
      try bench.equal(answer.text, "hi", "the body")
    },
    .init("a status line needs no reason phrase", ["NET-1"], needs: .wire) { bench in
      for line in ["HTTP/1.1 200 ", "HTTP/1.1 200"] {
        let text = "\(line)\r\nContent-Length: 2\r\n\r\nhi"
        try bench.equal(
          try bench.value(try await exchange(bench, [.text(text)])).text, "hi", "the body")
      }
    },
    .init("a head that comes byte by byte is read", ["NET-1", "NET-2"], needs: .wire) { bench in
      let bytes = Array("HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nhi".utf8)
      let call = try await exchange(bench, [.drip(bytes, every: .milliseconds(1))])
      let answer = try bench.value(call)
      try bench.equal(answer.head.headers.values(of: "X-A"), ["1"], "X-A")
      try bench.equal(answer.text, "hi", "the body")
    },
    .init("bytes outside ASCII in a field do not break the response", ["NET-1"], needs: .wire) {
      bench in
      // RFC 9110 §5.5: such bytes are opaque, and allowed.
      let call = try await exchange(
        bench,
        [
          .text("HTTP/1.1 200 OK\r\nX-A: caf"), .bytes([0xE9]),
          .text("\r\nX-B: b\r\nContent-Length: 2\r\n\r\nhi"),
        ])
      let answer = try bench.value(call)
      try bench.equal(answer.head.headers.values(of: "X-B"), ["b"], "X-B")
      try bench.equal(answer.text, "hi", "the body")
    },
    .init("a NUL in a field is refused or does not come through", ["NET-2"], needs: .wire) {
      bench in
      // RFC 9110 §5.5: a recipient refuses the message, or puts a space in its place.
      let call = try await exchange(
        bench,
        [
          .text("HTTP/1.1 200 OK\r\nX-A: a"), .bytes([0]),
          .text("b\r\nContent-Length: 2\r\n\r\nhi"),
        ])
      if case .value(let answer) = call {
        let values = answer.head.headers.values(of: "X-A")
        let hasNUL = values.contains { $0.utf8.contains(0) }
        try bench.expect(!hasNUL, "no NUL", found: "one in the value")
      } else {
        try bench.failure(call, .malformedResponse)
      }
    },
  ]

  /// A case about one response of raw bytes that must fail as told, or, if it may be read leniently,
  /// give a body.
  static func broken(
    _ name: String, _ script: [WireAct], _ kinds: [TransportFailure.Kind] = [.malformedResponse],
    orBody lenient: String? = nil
  ) -> ContractDefinition {
    ContractDefinition(name, ["NET-2"], needs: .wire) { bench in
      let call = try await exchange(bench, script)
      if let lenient, case .value(let answer) = call {
        try bench.equal(answer.text, lenient, "the body")
      } else {
        try bench.failure(call, anyOf: kinds, arrival: .possible)
      }
    }
  }

  /// Plays raw bytes for one GET.
  static func exchange(
    _ bench: ContractBench, _ script: [WireAct]
  ) async throws -> ContractOutcome {
    let peer = try bench.peer { _ in script }
    let transport = try await bench.transport()
    return await bench.call(transport, TransportRequest(.get, peer.url()), bodyLimit: 64 << 20)
  }
}

extension [TransportFailure.Kind] {
  /// A response that ends too soon; where the break falls into a line, it is malformed as well.
  static let lost: Self = [.connectionLost, .malformedResponse]
}
