import Foundation
import Testing

@Suite struct SessionTests {
  private func signIn(_ gateway: TestGateway, _ device: String) throws -> RawAnswer {
    try gateway.call(
      "POST", "/v1/token",
      form: "grant_type=password&username=minji&password=maru-demo&device=\(device)")
  }

  private func list(_ gateway: TestGateway, _ token: String) throws -> [[String: Any]] {
    let answer = try gateway.call("GET", "/v1/sessions", token: token)
    #expect(answer.status == 200)
    #expect(answer["Cache-Control"] == "no-store")
    return answer.json["items"] as? [[String: Any]] ?? []
  }

  private func devices(_ sessions: [[String: Any]]) -> [String?] {
    sessions.map { $0["device"] as? String }
  }

  @Test func `a user sees the own sessions, and ends one of them on another device`() async throws {
    try await TestGateway.serving { gateway async throws in
      let phone = try signIn(gateway, "phone")
      let tablet = try signIn(gateway, "%ED%83%9C%EB%B8%94%EB%A6%BF")
      let other = try gateway.token("alex")
      let token = phone.string("access_token")
      let sessions = try list(gateway, token)
      #expect(Set(devices(sessions)) == ["phone", "태블릿"])
      let current = sessions.filter { $0["current"] as? Bool == true }
      #expect(devices(current) == ["phone"])
      let away = try #require(
        sessions.first { $0["current"] as? Bool == false }?["id"] as? String)
      // Nobody else's.
      #expect(try gateway.call("DELETE", "/v1/sessions/\(away)", token: other).status == 404)
      let tabletToken = tablet.string("access_token")
      #expect(try gateway.call("GET", "/v1/todos", token: tabletToken).status == 200)
      for _ in 0..<2 {
        let ended = try gateway.call("DELETE", "/v1/sessions/\(away.uppercased())", token: token)
        #expect(ended.status == 204)
      }
      let refused = try gateway.call("GET", "/v1/todos", token: tabletToken)
      #expect(refused.status == 401)
      #expect(refused["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
      #expect(
        try gateway.refresh(tablet.string("refresh_token")).string("error") == "invalid_grant")
      #expect(devices(try list(gateway, token)) == ["phone"])
      let unknown = UUID().uuidString
      #expect(try gateway.call("DELETE", "/v1/sessions/\(unknown)", token: token).status == 404)
      #expect(try gateway.call("DELETE", "/v1/sessions/phone", token: token).status == 404)
    }
  }

  @Test(arguments: ["access_token", "refresh_token"])
  func `signing out with either token ends both at once, and can be asked again`(
    _ kind: String
  ) throws {
    let gateway = try Shared.gateway.get()
    let first = try signIn(gateway, "phone")
    let second = try gateway.refresh(first.string("refresh_token"))
    for _ in 0..<2 {
      let answer = try gateway.call("POST", "/v1/revoke", form: "token=\(first.string(kind))")
      #expect(answer.status == 200)
      #expect(answer.body.isEmpty)
      #expect(answer["Cache-Control"] == "no-store")
    }
    for tokens in [first, second] {
      let token = tokens.string("access_token")
      #expect(try gateway.call("GET", "/v1/todos", token: token).status == 401)
      #expect(try gateway.refresh(tokens.string("refresh_token")).status == 400)
    }
  }

  @Test(arguments: [
    ("token=unknown", 200, ""), ("token=unknown&token_type_hint=refresh_token", 200, ""),
    ("", 400, "invalid_request"), ("token=a&token=b", 400, "invalid_request"),
    ("token=a&client_secret=b", 401, "invalid_client"),
  ])
  func `signing out says nothing about tokens that it does not know`(
    _ form: String, _ status: Int, _ error: String
  ) throws {
    let answer = try Shared.gateway.get().call("POST", "/v1/revoke", form: form)
    #expect(answer.status == status)
    #expect(answer.string("error") == error)
    #expect(answer["Cache-Control"] == "no-store")
  }

  @Test func `fifty refreshes at once with one token leave one session, which goes on`()
    async throws
  {
    try await TestGateway.serving { gateway async throws in
      let first = try signIn(gateway, "phone").string("refresh_token")
      let answers = try refresh(first, times: 50, gateway)
      #expect(answers.allSatisfy { $0?.status == 200 })
      let tokens = answers.compactMap { $0?.string("refresh_token") }
      #expect(Set(tokens).count == 50)
      let access = try #require(answers[7]).string("access_token")
      #expect(try list(gateway, access).count == 1)
      #expect(try gateway.refresh(tokens[31]).status == 200)
      // The one that was chosen counts, whoever else holds another.
      #expect(try gateway.refresh(tokens[32]).status == 400)
      #expect(try gateway.call("GET", "/v1/todos", token: access).status == 401)
    }
  }

  @Test func `signing out while fifty refresh leaves nothing that is good`() async throws {
    try await TestGateway.serving { gateway async throws in
      let first = try signIn(gateway, "phone").string("refresh_token")
      let signOut = try RawConnection(port: gateway.port)
      let answers = try refresh(first, times: 50, gateway) { number in
        guard number == 25 else { return }
        signOut.send(TestGateway.request("POST", "/v1/revoke", form: "token=\(first)"))
      }
      #expect(signOut.answer()?.status == 200)
      for answer in answers.compactMap(\.self) where answer.status == 200 {
        let token = answer.string("access_token")
        #expect(try gateway.call("GET", "/v1/todos", token: token).status == 401)
        #expect(try gateway.refresh(answer.string("refresh_token")).status == 400)
      }
      #expect(answers.allSatisfy { $0?.status == 200 || $0?.status == 400 })
      #expect(try gateway.refresh(first).status == 400)
    }
  }

  private func refresh(
    _ token: String, times: Int, _ gateway: TestGateway, sent: (Int) -> Void = { _ in }
  ) throws -> [RawAnswer?] {
    let connections = try (0..<times).map { _ in try RawConnection(port: gateway.port) }
    for (number, connection) in connections.enumerated() {
      connection.send(
        TestGateway.request(
          "POST", "/v1/token", form: "grant_type=refresh_token&refresh_token=\(token)"))
      sent(number)
    }
    return connections.map { $0.answer(within: 30) }
  }
}
