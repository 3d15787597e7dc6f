internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// What arrives at the server.
  static let requests: [ContractDefinition] = [
    .init(
      "a request arrives with its method, target, fields and body", ["NET-1", "CALL-2", "CALL-3"]
    ) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let target = "/a/b%20c/%2F?x=1&y=%2B&z="
      let fields: [(HeaderName, String)] = [
        ("X-One", "1"), ("X-Two", "a, b"), ("X-One", "2"), ("Accept", "text/plain"),
        ("User-Agent", "contract"),
      ]
      let methods: [RequestMethod] = [.get, .post, .put, .patch, .delete, .head, .options]
      for method in methods {
        let hasBody = [.post, .put, .patch].contains(method)
        let outcome = await bench.call(
          transport, TransportRequest(method, server.url(target), fields),
          body: hasBody ? .bytes(Array("body".utf8), as: .json) : .none)
        try bench.value(outcome, "a response to \(method)")
      }
      let requests = server.requests()
      try bench.equal(requests.map(\.method), methods.map(\.rawValue), "the methods")
      for request in requests {
        let method = request.method
        try bench.equal(request.target, target, "\(method) with the target")
        try bench.equal(request.values(of: "X-One"), ["1", "2"], "\(method) with X-One")
        try bench.equal(request.values(of: "X-Two"), ["a, b"], "\(method) with X-Two")
        try bench.equal(request.values(of: .accept), ["text/plain"], "\(method) with Accept")
        try bench.equal(request.values(of: .userAgent), ["contract"], "\(method) with User-Agent")
        let hasBody = ["POST", "PUT", "PATCH"].contains(method)
        try bench.equal(
          request.body, hasBody ? Array("body".utf8) : [], "\(method) with the body")
        try bench.equal(
          request.values(of: .contentType), hasBody ? ["application/json"] : [],
          "\(method) with Content-Type")
      }
    },
    .init("a body's type that the caller names too is sent once", ["CALL-15"]) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let type = "application/json; charset=utf-8"
      let request = TransportRequest(.post, server.url("/"), [(.contentType, type)])
      try bench.value(await bench.call(transport, request, body: .bytes([1], as: .json)))
      let types = server.requests().map { $0.values(of: .contentType) }
      try bench.equal(types, [[type]], "Content-Type")
    },
    .init(
      "a request names its host once and frames its body once", ["NET-1"], needs: .wire
    ) { bench in
      let server = try await bench.serve(ServerAct.response(200))
      let transport = try await bench.transport()
      let request = TransportRequest(.post, server.url("/"))
      try bench.value(await bench.call(transport, request, body: .bytes([1, 2, 3], as: .json)))
      try bench.value(await bench.call(transport, TransportRequest(.get, server.url("/"))))
      let requests = server.requests()
      let hosts = requests.map { $0.values(of: .host) }
      let host = server.url.origin.authority
      try bench.equal(hosts, [[host], [host]], "Host")
      try bench.equal(requests[0].values(of: .contentLength), ["3"], "POST with Content-Length")
      try bench.equal(requests[0].values(of: .transferEncoding), [], "POST, Transfer-Encoding")
      try bench.equal(requests[1].values(of: .transferEncoding), [], "GET, Transfer-Encoding")
    },
    .init("a hundred calls at once each get their own answer", ["CALL-5", "NET-1"]) { bench in
      let server = try await bench.serve { request in
        [.head(200), .pause(.milliseconds(1)), .body(Array(request.target.utf8)), .end]
      }
      let transport = try await bench.transport()
      let calls = (0..<100).map { number in
        bench.start {
          await bench.call(transport, TransportRequest(.get, server.url("/\(number)")))
        }
      }
      for (number, call) in calls.enumerated() {
        let answer = try bench.value(await call.value)
        try bench.equal(answer.text, "/\(number)", "the answer to the call's own request")
      }
      try bench.equal(server.requests().count, 100, "requests at the server:")
    },
    .init("a connection is used for the next call", ["NET-1"], needs: .keepsConnections) { bench in
      let server = try await bench.serve(ServerAct.text("hi"))
      let transport = try await bench.transport()
      for _ in 0..<3 {
        try bench.value(await bench.call(transport, TransportRequest(.get, server.url("/"))))
      }
      try bench.equal(server.requests().map(\.connection), [0, 0, 0], "connections")
    },
    .init(
      "a call that needs a fresh connection gets one", ["RETRY-1"], needs: .keepsConnections
    ) { bench in
      let server = try await bench.serve(ServerAct.text("hi"))
      let transport = try await bench.transport()
      for isFresh in [false, true] {
        let request = TransportRequest(.get, server.url("/"), isFresh: isFresh)
        try bench.value(await bench.call(transport, request))
      }
      try bench.equal(server.requests().map(\.connection), [0, 1], "connections")
    },
  ]
}
