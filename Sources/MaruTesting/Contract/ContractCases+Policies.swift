internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// What is decided above a transport, so that every platform does the same.
  static let policies: [ContractDefinition] = [
    .init("redirects are returned, not followed", ["NET-1", "AUTH-9"]) { bench in
      let server = try await bench.serve { request in
        guard let status = Int(request.target.dropFirst()) else {
          return ServerAct.text("followed")
        }
        return ServerAct.response(status, [("Location", "/elsewhere")])
      }
      let transport = try await bench.transport()
      var sent: [String] = []
      for status in [301, 302, 303, 307, 308] {
        for method in [RequestMethod.get, .post] {
          let request = TransportRequest(method, server.url("/\(status)"))
          let answer = try bench.value(await bench.call(transport, request))
          try bench.equal(answer.head.status, status, "status")
          try bench.equal(answer.head.headers.values(of: "Location"), ["/elsewhere"], "Location")
          sent.append("/\(status)")
        }
      }
      try bench.equal(server.requests().map(\.target), sent, "targets")
    },
    .init("cookies are neither kept nor sent", ["NET-1", "AUTH-11"]) { bench in
      let server = try await bench.serve(
        ServerAct.text("hi", [(.setCookie, "session=secret; Path=/")]))
      let transport = try await bench.transport()
      for _ in 0..<3 {
        try bench.value(await bench.call(transport, TransportRequest(.get, server.url("/"))))
      }
      let cookies = server.requests().flatMap { $0.values(of: .cookie) }
      try bench.equal(cookies, [], "cookies at the server")
    },
    .init("a 401 is returned, and no credential is invented", ["NET-1", "AUTH-2"]) { bench in
      let challenges = [
        "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\", qop=\"auth\", algorithm=MD5",
        "Negotiate", "NTLM",
      ]
      let transport = try await bench.transport()
      for challenge in challenges {
        let server = try await bench.serve(
          ServerAct.response(401, [(.wwwAuthenticate, challenge)]))
        let call = await bench.call(transport, TransportRequest(.get, server.url("/")))
        let answer = try bench.value(call, "the 401 of '\(challenge)'")
        try bench.equal(answer.head.status, 401, "status")
        try bench.equal(answer.head.headers.values(of: .wwwAuthenticate), [challenge], "challenge")
        try bench.equal(server.requests().count, 1, "requests at the server:")
        let credentials = server.requests().flatMap { $0.values(of: .authorization) }
        try bench.equal(credentials, [], "credentials at the server")
      }
    },
    .init("the caller's credential is sent as it is", ["NET-1"]) { bench in
      let server = try await bench.serve(ServerAct.response(401, [(.wwwAuthenticate, "Bearer")]))
      let transport = try await bench.transport()
      let request = TransportRequest(.get, server.url("/"), [(.authorization, "Bearer abc")])
      try bench.equal(
        try bench.value(await bench.call(transport, request)).head.status, 401, "status")
      let credentials = server.requests().map { $0.values(of: .authorization) }
      try bench.equal(credentials, [["Bearer abc"]], "Authorization")
    },
    .init("nothing is answered from a cache", ["NET-1", "CALL-13"]) { bench in
      let server = try await bench.serve(
        ServerAct.text("hi", [(.cacheControl, "public, max-age=3600"), (.eTag, "\"1\"")]))
      let transport = try await bench.transport()
      for _ in 0..<3 {
        try bench.value(await bench.call(transport, TransportRequest(.get, server.url("/"))))
      }
      try bench.equal(server.requests().count, 3, "requests at the server:")
      let conditions = server.requests().flatMap { $0.values(of: "If-None-Match") }
      try bench.equal(conditions, [], "conditions")
    },
    .init("plain http goes to this machine only", ["CALL-6", "FAIL-5"]) { bench in
      let transport = try await bench.transport()
      let limits = TransportLimits(attempt: .seconds(30), connect: .seconds(2))
      // 192.0.2.0/24 is nobody's (RFC 5737), `.test` is no one's name (RFC 6761 §6.2); a host that
      // only begins like this machine's is another one.
      for host in ["192.0.2.1", "127.0.0.1.test", "localhost.test", "128.0.0.1"] {
        let url = RequestURL(origin: Origin(scheme: .http, host: host, port: 80), target: "/")
        let call = await bench.call(transport, TransportRequest(.get, url), limits: limits)
        try bench.failure(call, .blockedByPolicy, arrival: .impossible)
      }
    },
    .init("the environment's proxies are not used", ["NET-1"], needs: [.wire, .deadProxy]) {
      bench in
      let server = try await bench.serve(ServerAct.text("hi"))
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.get, server.url("/a")))
      try bench.equal(try bench.value(call, "no proxy to be used").text, "hi", "the body")
      try bench.equal(server.requests().map(\.target), ["/a"], "the target")
    },
  ]
}
