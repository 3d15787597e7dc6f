import Foundation
import GatewayApp
import Testing

@Suite struct LimitTests {
  @Test func `a user who asks too often is told to wait, and others are not`() async throws {
    try await TestGateway.serving({ $0.requestsPerMinute = 5 }) { gateway async throws in
      let token = try gateway.token()
      let statuses = try (0..<6).map { _ in
        try gateway.call("GET", "/v1/todos", token: token).status
      }
      #expect(statuses == [200, 200, 200, 200, 200, 429])
      let refused = try gateway.call("POST", "/v1/todos", token: token, json: #"{"title":"a"}"#)
      #expect(refused.status == 429)
      #expect(refused.string("code") == "too-many-requests")
      let seconds = try #require(refused["Retry-After"].flatMap(Int.init))
      #expect((1...12).contains(seconds))
      let other = try gateway.token("alex")
      #expect(try gateway.call("GET", "/v1/todos", token: other).status == 200)
      #expect(try gateway.call("GET", "/v1/hello").status == 200)
    }
  }

  @Test func `tokens are limited by address, whatever a client says its address is`() async throws {
    try await TestGateway.serving({ $0.tokenRequestsPerMinute = 2 }) { gateway async throws in
      let form = "grant_type=refresh_token&refresh_token=a"
      let statuses = try (0..<3).map { number in
        try gateway.call("POST", "/v1/token", form: form, ["X-Real-IP": "192.0.2.\(number)"]).status
      }
      #expect(statuses == [400, 400, 429])
    }
  }

  @Test func `behind a proxy each of its clients has a limit of its own`() async throws {
    try await TestGateway.serving({
      $0.tokenRequestsPerMinute = 2
      $0.isBehindProxy = true
    }) { gateway async throws in
      func status(_ address: String) throws -> Int {
        try gateway.call(
          "POST", "/v1/token", form: "grant_type=refresh_token&refresh_token=a",
          ["X-Real-IP": address]
        ).status
      }
      #expect(try (0..<3).map { _ in try status("192.0.2.1") } == [400, 400, 429])
      #expect(try status("192.0.2.2") == 400)
    }
  }

  @Test func `wrong passwords for a name are counted, whoever has it and whoever asks`()
    async throws
  {
    try await TestGateway.serving({ $0.wrongPasswordsPerMinute = 3 }) { gateway async throws in
      func attempt(_ name: String, _ password: String) throws -> RawAnswer {
        try gateway.call(
          "POST", "/v1/token", form: "grant_type=password&username=\(name)&password=\(password)")
      }
      let session = try gateway.signIn()
      // The right one counts for nothing, however often.
      for _ in 0..<5 { #expect(try attempt("minji", "maru-demo").status == 200) }
      for name in ["minji", "nobody"] {
        let statuses = try (0..<4).map { _ in try attempt(name, "wrong").status }
        #expect(statuses == [400, 400, 400, 429])
      }
      let locked = try attempt("minji", "maru-demo")
      #expect(locked.status == 429)
      #expect(locked["Cache-Control"] == "no-store")
      let seconds = try #require(locked["Retry-After"].flatMap(Int.init))
      #expect((1...20).contains(seconds))
      // Neither another user nor who is signed in already is kept out.
      #expect(try attempt("alex", "maru-demo").status == 200)
      #expect(try gateway.refresh(session.string("refresh_token")).status == 200)
    }
  }

  @Test func `many guesses at once are no more guesses`() async throws {
    try await TestGateway.serving({ $0.wrongPasswordsPerMinute = 3 }) { gateway async throws in
      let guesses = try (0..<12).map { _ in try RawConnection(port: gateway.port) }
      for guess in guesses {
        guess.send(
          TestGateway.request(
            "POST", "/v1/token", form: "grant_type=password&username=minji&password=wrong"))
      }
      let statuses = guesses.map { $0.answer()?.status }
      #expect(statuses.count { $0 == 400 } == 3)
      #expect(statuses.count { $0 == 429 } == 9)
    }
  }

  @Test func `signing out is limited by address like signing in`() async throws {
    try await TestGateway.serving({ $0.tokenRequestsPerMinute = 2 }) { gateway async throws in
      let statuses = try (0..<3).map { _ in
        try gateway.call("POST", "/v1/revoke", form: "token=a").status
      }
      #expect(statuses == [200, 200, 429])
    }
  }

  @Test func `without being asked for there is no limit but for wrong passwords`() throws {
    #expect(Settings().requestsPerMinute == 0)
    #expect(Settings().tokenRequestsPerMinute == 0)
    #expect(Settings().wrongPasswordsPerMinute == 10)
  }
}
