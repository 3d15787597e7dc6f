import MaruDiagnostics
import Testing

@Suite struct `A refresh that follows a refusal` {
  /// A call, another that is sent before the client has begun to refresh, and the refresh.
  static func rules(refreshAt seconds: Double) throws -> Set<String> {
    let script = TrafficScript(
      text: """
        0 GET https://api.wren.test/a +20
        > Authorization: Bearer old
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"

        0.03 GET https://api.wren.test/b +20
        > Authorization: Bearer old
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"

        \(seconds) POST https://id.wren.test/oauth/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 200
        < Cache-Control: no-store
        < Content-Type: application/json
        << {"access_token":"new","refresh_token":"r2"}
        """)
    return Set(Diagnosis(of: try Capture(script.har)).findings.map(\.rule))
  }

  @Test func `at once leaves time for what was on its way`() throws {
    #expect(try !Self.rules(refreshAt: 0.06).contains("auth.no-refresh-after-expiry"))
  }

  @Test func `much later does not`() throws {
    #expect(try Self.rules(refreshAt: 30).contains("auth.no-refresh-after-expiry"))
  }
}
