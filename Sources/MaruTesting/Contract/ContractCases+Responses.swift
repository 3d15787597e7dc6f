internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// How a response's head comes through.
  static let responses: [ContractDefinition] = [
    .init("repeated fields come through in their order", ["NET-1"]) { bench in
      let fields: [(HeaderName, String)] = [
        ("X-A", "1"), ("X-B", "b"), ("x-a", "2, 3"), ("X-C", ""),
      ]
      let server = try await bench.serve(ServerAct.response(200, fields))
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
      let headers = try bench.value(call).head.headers
      try bench.equal(headers.values(of: "X-A"), ["1", "2, 3"], "X-A")
      try bench.equal(headers.values(of: "X-B"), ["b"], "X-B")
      try bench.equal(headers.values(of: "X-C"), [""], "X-C")
      let order = headers.map(\.name).filter { ["X-A", "X-B", "X-C"].contains($0) }
      try bench.equal(order, ["X-A", "X-B", "X-A", "X-C"], "the order")
    },
    .init("cookies that are set are not folded into one", ["AUTH-11", "NET-1"]) { bench in
      let cookies = ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "b=2, c=3"]
      let server = try await bench.serve(
        ServerAct.response(200, cookies.map { (HeaderName.setCookie, $0) }))
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
      let headers = try bench.value(call).head.headers
      try bench.equal(headers.values(of: .setCookie), cookies, "Set-Cookie")
    },
    .init("every status from 200 to 599 is handed over as it is", ["FAIL-5", "NET-1"]) { bench in
      let server = try await bench.serve { request in
        ServerAct.response(Int(request.target.dropFirst()) ?? 0)
      }
      let transport = try await bench.transport()
      let statuses = [
        200, 201, 202, 203, 206, 299, 300, 400, 403, 404, 405, 408, 409, 410, 412, 418, 421, 422,
        425, 426, 429, 431, 451, 499, 500, 501, 502, 503, 504, 511, 599,
      ]
      for status in statuses {
        let call = await bench.call(transport, TransportRequest(.get, server.url("/\(status)")))
        try bench.equal(try bench.value(call, "status \(status)").head.status, status, "status")
      }
      try bench.equal(server.requests().count, statuses.count, "requests at the server:")
    },
    .init("answers without a body are over with their head", ["CALL-9", "NET-1"]) { bench in
      let server = try await bench.serve { request in
        switch request.target {
        case "/head": [.head(200, [(.contentLength, "10")]), .end]
        case let target: [.head(Int(target.dropFirst()) ?? 0), .end]
        }
      }
      let transport = try await bench.transport()
      for (method, target, status) in [
        (RequestMethod.get, "/204", 204), (.get, "/304", 304), (.head, "/head", 200),
        (.delete, "/204", 204),
      ] {
        let call = await bench.call(transport, TransportRequest(method, server.url(target)))
        let answer = try bench.value(call, "an answer to \(method) \(target)")
        try bench.equal(answer.head.status, status, "status")
        try bench.equal(answer.body, [], "a body")
      }
    },
    .init("interim responses are passed over, with their fields", ["NET-1"]) { bench in
      let server = try await bench.serve(
        [
          ServerAct.head(100), .head(103, [("Link", "</a.css>; rel=preload"), ("X-Early", "1")]),
          .head(102),
        ] + ServerAct.text("hi"))
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
      let answer = try bench.value(call)
      try bench.equal(answer.head.status, 200, "status")
      try bench.equal(answer.text, "hi", "the body")
      try bench.equal(answer.head.headers.values(of: "X-Early"), [], "the interim's field")
    },
    .init("a thousand interim responses are passed over", ["NET-1", "NET-2"]) { bench in
      let interim = [ServerAct](repeating: .head(103), count: 1000)
      let server = try await bench.serve(interim + ServerAct.text("hi"))
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
      try bench.equal(try bench.value(call).text, "hi", "the body")
    },
  ]
}
