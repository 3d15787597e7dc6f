import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

@Suite struct OAuthTokenRefresherTests {
  private static let endpoint = URL(string: "https://id.example.com/token")!  // A constant.

  /// What a token endpoint's answer is read as, and the request that it got.
  private func refresh(
    _ acts: [ServerAct], scope: String? = nil, faults: NetworkFaults = .none
  ) throws -> (Result<TokenGrant, any Error>, [FakeRequest]) {
    let world = SimulatedWorld(seed: 1)
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: faults) { _ in
      acts
    }
    let refresher = try OAuthTokenRefresher(
      endpoint: Self.endpoint, clientID: "the app", scope: scope, transport: transport,
      surroundings: world.surroundings)
    let result = Locked<Result<TokenGrant, any Error>?>(nil)
    try world.run {
      let outcome: Result<TokenGrant, any Error>
      do {
        outcome = .success(try await refresher.refresh(Sensitive("a+b/c=")))
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
    }
    return (try #require(result.withLock { $0 }), transport.requests)
  }

  private func failure(
    _ status: Int, _ fields: [(HeaderName, String)] = [], body: String = ""
  ) throws -> TokenRefreshFailure {
    let (result, _) = try refresh(ServerAct.response(status, fields, body: Array(body.utf8)))
    guard case .failure(let error) = result else { throw Unexpected() }
    return TokenRefreshFailure(reading: error)
  }
  private struct Unexpected: Error {}

  @Test func `the refresh token goes in a form, with the client's id and no secret`() throws {
    let body = #"{"access_token":"A","token_type":"bearer","expires_in":600,"refresh_token":"R"}"#
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let (result, requests) = try refresh(
      ServerAct.response(
        200, [(.contentType, "application/json"), (.date, date)], body: Array(body.utf8)),
      scope: "todos")
    let grant = try result.get()
    #expect(grant.accessToken.value == "A")
    #expect(grant.refreshToken?.value == "R")
    #expect(grant.expiry == .after(.seconds(600)))
    #expect(grant.serverDate == Date(timeIntervalSince1970: 784_111_777))
    let request = try #require(requests.first)
    #expect(requests.count == 1)
    #expect(request.method == .post)
    #expect(request.url.string == "https://id.example.com/token")
    #expect(!request.headers.contains(.authorization))
    #expect(request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "grant_type=refresh_token&refresh_token=a%2Bb%2Fc%3D&client_id=the%20app&scope=todos")
  }

  @Test(arguments: [
    (#"{"access_token":"A"}"#, TokenGrant.Expiry.unknown),
    (#"{"access_token":"A","expires_in":"3600","token_type":"Bearer"}"#, .after(.seconds(3600))),
    (#"{"access_token":"A","expires_in":0}"#, .unknown),
    (#"{"access_token":"A","expires_in":-5,"refresh_token":""}"#, .unknown),
    (#"{"access_token":"A","expires_in":1e300}"#, .after(.seconds(315_360_000))),
  ])
  func `what servers leave out or write otherwise is read`(
    body: String, expiry: TokenGrant.Expiry
  ) throws {
    let (result, _) = try refresh(ServerAct.response(200, body: Array(body.utf8)))
    let grant = try result.get()
    #expect(grant.expiry == expiry)
    #expect(grant.refreshToken == nil)
  }

  @Test(arguments: [
    (400, #"{"error":"invalid_grant"}"#, TokenRefreshFailure.Kind.refused),
    (401, #"{"error":"invalid_grant","error_description":"reuse detected"}"#, .refused),
    (401, #"{"error":"invalid_client"}"#, .misconfigured),
    (400, #"{"error":"unauthorized_client"}"#, .misconfigured),
    (400, #"{"error":"unsupported_grant_type"}"#, .misconfigured),
    (400, #"{"error":"invalid_scope"}"#, .misconfigured), (401, "", .misconfigured),
    (404, "<html>", .misconfigured), (400, "no json", .misconfigured),
    // Not an answer of the token endpoint's own: the server's fault, not the token's.
    (500, #"{"error":"invalid_grant"}"#, .transient), (503, "", .transient), (429, "", .transient),
    (408, "", .transient), (302, "", .misconfigured),
  ])
  func `only the server's word about the token ends a session`(
    status: Int, body: String, kind: TokenRefreshFailure.Kind
  ) throws {
    let failure = try failure(status, body: body)
    #expect(failure.kind == kind)
    #expect(!failure.answerWasLost)
  }

  @Test func `a page of the network's login is no answer of the token endpoint`() throws {
    let failure = try failure(200, [(.contentType, "text/html")], body: "<html>sign in</html>")
    #expect(failure.kind == .transient)
    #expect(failure.answerWasLost)
  }

  @Test func `what the server says about coming back is kept`() throws {
    #expect(try failure(429, [(.retryAfter, "7")]).error.retryAfter == .seconds(7))
  }

  @Test func `a lost answer is told from a request that never left`() throws {
    var faults = NetworkFaults.none
    faults.dropAfterWork = 100
    let (lost, _) = try refresh(ServerAct.response(200), faults: faults)
    guard case .failure(let error) = lost else { throw Unexpected() }
    #expect(TokenRefreshFailure(reading: error).answerWasLost)
    faults.dropAfterWork = 0
    faults.unreachable = 100
    let (never, _) = try refresh(ServerAct.response(200), faults: faults)
    guard case .failure(let error) = never else { throw Unexpected() }
    #expect(!TokenRefreshFailure(reading: error).answerWasLost)
  }

  @Test(arguments: [
    "http://id.example.com/token", "http://localhost/token", "https://id.example.com/token#a",
    "ftp://id.example.com/", "https://user:password@id.example.com/",
  ])
  func `a token endpoint that can't be trusted is refused`(text: String) throws {
    let world = SimulatedWorld(seed: 1)
    let transport = FakeTransport(clock: world.clock) { _ in [] }
    let url = try #require(URL(string: text))
    #expect(throws: CallError(.configuration, at: .preparation, reason: "")) {
      try OAuthTokenRefresher(
        endpoint: url, clientID: "app", transport: transport, surroundings: world.surroundings)
    }
  }

  @Test func `no error tells what the server said or what was sent`() throws {
    let body = #"{"error":"invalid_client","error_description":"secret-word a+b/c="}"#
    let failure = try failure(401, body: body)
    for text in ["\(failure)", "\(failure.error)", String(reflecting: failure.error)] {
      #expect(!text.contains("secret-word") && !text.contains("a+b/c"))
      #expect(!text.contains("example.com"))
    }
  }

  /// A refresher of the app's own, over a client without credentials.
  @Test func `a client's errors are read as what they say`() {
    func call(_ code: CallError.Code, status: Int?, oauth: String? = nil) -> TokenRefreshFailure {
      TokenRefreshFailure(
        reading: CallError(
          code, at: .judgement, reason: "", status: status, outcome: .refused,
          problem: oauth.map { Sensitive(ProblemDetails(code: $0)) }))
    }
    #expect(call(.invalidRequest, status: 400, oauth: "invalid_grant").kind == .refused)
    #expect(call(.credentialRefused, status: 401, oauth: "invalid_client").kind == .misconfigured)
    #expect(call(.credentialRefused, status: 401).kind == .transient)
    #expect(call(.serverFailed, status: 500, oauth: "invalid_grant").kind == .transient)
    #expect(TokenRefreshFailure(reading: CancellationError()).kind == .transient)
  }
}
