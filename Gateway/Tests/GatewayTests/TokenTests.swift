import Foundation
import GatewayApp
import Testing

@Suite struct TokenTests {
  @Test func `signing in gives tokens that no cache keeps`() throws {
    let gateway = try Shared.gateway.get()
    let answer = try gateway.signIn()
    #expect(answer.status == 200)
    #expect(answer["Cache-Control"] == "no-store")
    #expect(answer.string("token_type") == "Bearer")
    #expect(answer.json["expires_in"] as? Int == 300)
    let token = answer.string("access_token")
    #expect(try gateway.call("GET", "/v1/todos", token: token).status == 200)
  }

  @Test func `a refresh token rotates, and the old one works until the new one is used`() throws {
    let gateway = try Shared.gateway.get()
    let first = try gateway.signIn().string("refresh_token")
    let lost = try gateway.refresh(first)
    #expect(lost.status == 200)
    // The answer was lost: the client has only the first token.
    let second = try gateway.refresh(first)
    #expect(second.status == 200)
    let third = try gateway.refresh(second.string("refresh_token"))
    #expect(third.status == 200)
    #expect(try gateway.refresh(third.string("refresh_token")).status == 200)
  }

  @Test func `a predecessor after its successor's first use ends the family`() throws {
    let gateway = try Shared.gateway.get()
    let first = try gateway.signIn().string("refresh_token")
    let second = try gateway.refresh(first).string("refresh_token")
    let third = try gateway.refresh(second).string("refresh_token")
    let stolen = try gateway.refresh(first)
    #expect(stolen.status == 400)
    #expect(stolen.string("error") == "invalid_grant")
    #expect(stolen["Cache-Control"] == "no-store")
    // Also the token that was good until then.
    #expect(try gateway.refresh(third).string("error") == "invalid_grant")
  }

  @Test func `a predecessor is good until an access token that came after it is used`() throws {
    let gateway = try Shared.gateway.get()
    let first = try gateway.signIn()
    let second = try gateway.refresh(first.string("refresh_token"))
    // The older access token says nothing about whether the younger has arrived.
    func list(_ answer: RawAnswer) throws -> Int {
      try gateway.call("GET", "/v1/todos", token: answer.string("access_token")).status
    }
    #expect(try list(first) == 200)
    let third = try gateway.refresh(first.string("refresh_token"))
    #expect(third.status == 200)
    #expect(try list(second) == 200)
    #expect(try list(third) == 200)
    let stolen = try gateway.refresh(first.string("refresh_token"))
    #expect(stolen.string("error") == "invalid_grant")
    for answer in [first, second, third] { #expect(try list(answer) == 401) }
  }

  @Test func `another sign-in is another family`() throws {
    let gateway = try Shared.gateway.get()
    let phone = try gateway.signIn().string("refresh_token")
    let tablet = try gateway.signIn().string("refresh_token")
    let second = try gateway.refresh(phone).string("refresh_token")
    _ = try gateway.refresh(second)
    #expect(try gateway.refresh(phone).status == 400)
    #expect(try gateway.refresh(tablet).status == 200)
  }

  @Test func `a lost rotation can be asked again, also over a dropped answer`() throws {
    let gateway = try Shared.gateway.get()
    let first = try gateway.signIn().string("refresh_token")
    let lost = try gateway.attempt(
      "POST", "/v1/token", form: "grant_type=refresh_token&refresh_token=\(first)",
      ["Maru-Fault": "drop-answer"])
    #expect(lost == nil)
    #expect(try gateway.refresh(first).status == 200)
  }

  @Test(arguments: [
    ("grant_type=password&username=minji&password=wrong", 400, "invalid_grant"),
    ("grant_type=password&username=nobody&password=maru-demo", 400, "invalid_grant"),
    ("grant_type=password&username=minji", 400, "invalid_request"),
    ("grant_type=refresh_token&refresh_token=nonsense", 400, "invalid_grant"),
    ("grant_type=refresh_token", 400, "invalid_request"),
    ("grant_type=client_credentials", 400, "unsupported_grant_type"),
    ("username=minji", 400, "invalid_request"),
    ("grant_type=refresh_token&grant_type=password", 400, "invalid_request"),
    ("grant_type=refresh_token&refresh_token=a&client_secret=b", 401, "invalid_client"),
    ("%zz", 400, "invalid_request"),
    ("grant_type=password&username=minji&password=maru-demo&device=", 400, "invalid_request"),
  ])
  func `the token endpoint says what is wrong in OAuth's words`(
    _ form: String, _ status: Int, _ error: String
  ) throws {
    let answer = try Shared.gateway.get().call("POST", "/v1/token", form: form)
    #expect(answer.status == status)
    #expect(answer.string("error") == error)
    #expect(!answer.string("error_description").isEmpty)
    #expect(answer["Cache-Control"] == "no-store")
  }

  @Test func `without development users there is no password grant`() async throws {
    try await TestGateway.serving({ $0.hasDemoUsers = false }) { gateway async throws in
      #expect(try gateway.signIn().string("error") == "unsupported_grant_type")
    }
  }

  @Test func `a token that was changed, is another's or has expired is refused`() async throws {
    try await TestGateway.serving({
      $0.accessTokenSeconds = 1
      $0.clockSkewSeconds = 0
    }) { gateway async throws in
      let answer = try gateway.signIn()
      let token = answer.string("access_token")
      #expect(token.utf8.count == 43)
      for bad in [
        String(token.dropLast()), token + "=", token.uppercased(), "nonsense",
        // Each kind has its own place.
        answer.string("refresh_token"), try Shared.gateway.get().token(),
      ] {
        let answer = try gateway.call("GET", "/v1/todos", token: bad)
        #expect(answer.status == 401)
        #expect(answer["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
        #expect(answer.string("code") == "unauthenticated")
      }
      #expect(try gateway.refresh(token).string("error") == "invalid_grant")
      try await Task.sleep(for: .milliseconds(1100))
      #expect(try gateway.call("GET", "/v1/todos", token: token).status == 401)
      #expect(try gateway.call("GET", "/v1/todos")["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test func `a token is good for a moment longer than told`() async throws {
    try await TestGateway.serving({
      $0.accessTokenSeconds = 1
      $0.clockSkewSeconds = 300
    }) { gateway async throws in
      let answer = try gateway.signIn()
      #expect(answer.json["expires_in"] as? Int == 1)
      try await Task.sleep(for: .milliseconds(1100))
      let token = answer.string("access_token")
      #expect(try gateway.call("GET", "/v1/todos", token: token).status == 200)
    }
  }

  @Test func `tokens outlive a restart, and nothing readable is kept of them`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gateway-tokens-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("db.sqlite").path
    let tokens = try await TestGateway.serving({ $0.databasePath = path }) { gateway in
      let answer = try gateway.signIn()
      return [answer.string("access_token"), answer.string("refresh_token")]
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      for token in tokens { #expect(bytes.firstRange(of: Data(token.utf8)) == nil) }
    }
    try await TestGateway.serving({ $0.databasePath = path }) { gateway async throws in
      #expect(try gateway.call("GET", "/v1/todos", token: tokens[0]).status == 200)
      #expect(try gateway.refresh(tokens[1]).status == 200)
    }
  }

  @Test func `an unknown name and a wrong password get the same answer`() throws {
    let gateway = try Shared.gateway.get()
    func answer(_ name: String) throws -> RawAnswer {
      try gateway.call(
        "POST", "/v1/token", form: "grant_type=password&username=\(name)&password=wrong",
        ["X-Request-ID": "same"])
    }
    let known = try answer("alex")
    let unknown = try answer("nobody")
    #expect(known.body == unknown.body)
    func fields(_ answer: RawAnswer) -> [String] {
      answer.fields.filter { $0.name != "Date" }.map { "\($0.name): \($0.value)" }
    }
    #expect(fields(known) == fields(unknown))
  }
}
