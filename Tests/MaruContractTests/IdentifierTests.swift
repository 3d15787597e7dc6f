import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A call's context` {
  private func fields(_ context: CallContext) throws -> HeaderFields {
    var headers = HeaderFields()
    context.write(to: &headers, requestID: try RequestID("r-1"))
    return headers
  }

  @Test func `becomes a fixed set of fields`() throws {
    let context = try CallContext(
      tenant: "acme:eu", user: "kim@example.com", requestID: RequestID("mine"), language: "ko-KR")
    let headers = try fields(context)
    #expect(
      headers.map(\.name.rawValue) == [
        "X-Request-ID", "X-Tenant-ID", "X-User-ID", "Accept-Language",
      ])
    #expect(headers.map(\.value) == ["r-1", "acme:eu", "kim@example.com", "ko-KR"])
    #expect(try fields(CallContext()).map(\.name) == [.requestID])
  }

  @Test(arguments: [
    "", " ", "a b", "a\r\nAuthorization: x", "a\n", "a\0", "집", "a\"b", "a,b", "a;b", "é",
    String(repeating: "a", count: 129),
  ])
  func `takes no tenant or user that could be more than an identifier`(text: String) {
    #expect(throws: InvalidIdentifier.self) { try CallContext(tenant: text) }
    #expect(throws: InvalidIdentifier.self) { try CallContext(user: text) }
  }

  @Test func `takes identifiers of every allowed character and length`() throws {
    let all = "azAZ09-._~:@|+/="
    #expect(try CallContext(tenant: all).tenant?.value == all)
    let longest = String(repeating: "a", count: 128)
    #expect(try CallContext(user: longest).user?.value == longest)
  }

  @Test(arguments: ["k", "ko_KR", "ko.KR", "ko KR", "ko,en", "ko;q=1", "", "한국", "ko~", "*"])
  func `takes no language that is no tag`(text: String) {
    #expect(throws: InvalidIdentifier.self) { try CallContext(language: text) }
  }

  @Test func `masks tenant and user`() throws {
    let context = try CallContext(
      tenant: "s3cr3t-tenant", user: "s3cr3t", requestID: RequestID("r-1"))
    for shown in printedForms(of: context) { #expect(!shown.contains("s3cr3t")) }
    #expect(context.description == "tenant s3…(13), user …(6), request r-1")
  }

  @Test func `says what is wrong and never the text`() throws {
    let error = try #require(throws: InvalidIdentifier.self) {
      try CallContext(tenant: "s3cr3t value")
    }
    for shown in printedForms(of: error) { #expect(!shown.contains("s3cr3t")) }
    #expect(error.name == "tenant")
  }
}

@Suite struct `An identifier` {
  @Test(arguments: ["", "a b", "a:b", "a/b", "a\n", "집", String(repeating: "a", count: 129)])
  func `of a request is 1 to 128 unreserved characters`(text: String) throws {
    #expect(throws: InvalidIdentifier.self) { try RequestID(text) }
    #expect(try RequestID("azAZ09-._~").rawValue == "azAZ09-._~")
    #expect(try RequestID(String(repeating: "a", count: 128)).description.count == 128)
  }

  @Test(arguments: ["", "a b", "a/b", "a\"", "a\r\n", "집", String(repeating: "a", count: 129)])
  func `of a wish is 1 to 128 unreserved characters and colons`(text: String) throws {
    #expect(throws: InvalidIdentifier.self) { try IdempotencyKey(text) }
    #expect(try IdempotencyKey("todo:7F3A-1").rawValue == "todo:7F3A-1")
  }

  @Test(arguments: [
    "", "a b", "a,b", "a\r\nX: y", "집", "a\"", String(repeating: "a", count: 16_385),
  ])
  func `of a bearer has the characters of RFC 6750 only`(text: String) throws {
    #expect(throws: InvalidIdentifier.self) { try Credential.bearer(text) }
    let credential = try Credential.bearer("s3cr3t.s3cr3t-_~+/==", generation: 7)
    #expect(credential.authorization.value == "Bearer s3cr3t.s3cr3t-_~+/==")
    #expect(credential.generation == 7)
  }
}

@Suite struct `An endpoint's own field` {
  @Test(arguments: [
    "Authorization", "cookie", "HOST", "X-Tenant-ID", "X-User-ID", "X-Request-ID", "Accept",
    "Accept-Encoding", "Accept-Language", "Content-Type", "Content-Length", "Content-Encoding",
    "Transfer-Encoding", "Connection", "Keep-Alive", "TE", "Trailer", "Upgrade", "Expect",
    "Proxy-Authorization", "Proxy-Connection", "Set-Cookie", "Idempotency-Key", "traceparent",
    "tracestate", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since",
    "If-Range", "Range", "user-agent",
  ])
  func `is none that Maru or the transport answers for`(name: String) throws {
    let name = try #require(HeaderName(name))
    #expect(throws: InvalidIdentifier.self) { try EndpointHeader(name, "x", isSecret: false) }
  }

  @Test func `holds no control character and shows no value`() throws {
    let error = try #require(throws: InvalidIdentifier.self) {
      try EndpointHeader("X-Api-Key", "s3cr3t\r\nCookie: a", isSecret: true)
    }
    let header = try EndpointHeader("X-Api-Key", "s3cr3t", isSecret: true)
    #expect(header.value.value == "s3cr3t")
    for shown in printedForms(of: error) + printedForms(of: header) {
      #expect(!shown.contains("s3cr3t"))
    }
  }
}
