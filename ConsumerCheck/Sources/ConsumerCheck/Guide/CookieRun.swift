import Foundation
import Maru
import MaruTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs what the guide's page on cookies shows: signing in, a restart, a web view, signing out.
struct CookieRun {
  func run(expect: (Bool, String) -> Void) async throws {
    guard let address = URL(string: "https://api.example.com") else { return }
    let secrets = MemorySecretStore()
    let transport = FakeTransport(clock: ManualClock(), server: answer)
    let first = try CookieSession(address: address, transport: transport, secrets: secrets)
    try await first.start()
    try await first.client.send(plain(.post("/v1/login")))
    try await first.client.send(plain(.head("/v1/hello")))
    try await first.rest()
    await first.client.shutdown(.finishing)

    let second = try CookieSession(
      address: address, transport: FakeTransport(clock: ManualClock(), server: answer),
      secrets: secrets)
    try await second.start()
    try await second.client.send(plain(.head("/v1/hello")))
    let told = try second.explain("https://api.example.com/v1/hello")
    expect(
      told == ["sid: sameHost", "theme: sameHost"], "cookies are explained after a restart: \(told)"
    )
    let handed = try second.forWebView("https://api.example.com/")
    expect(handed.map(\.name) == ["sid", "theme"], "a web view gets what a call would carry")

    try await second.signOut(host: "api.example.com")
    do {
      try await second.client.send(plain(.head("/v1/hello")))
      expect(false, "nothing of the session is left")
    } catch let error as CallError {
      expect(error.code == .forbidden, "nothing of the session is left: \(error)")
    }
    try second.takeOver(handed, for: "https://api.example.com/")
    try await second.client.send(plain(.head("/v1/hello")))
    await second.client.shutdown(.finishing)
  }

  private func plain(_ endpoint: Endpoint<Void>) -> Endpoint<Void> {
    var endpoint = endpoint
    endpoint.credential = .none
    return endpoint
  }
}

/// The server: lets in who has its cookie.
nonisolated private func answer(_ request: FakeRequest) -> [ServerAct] {
  let cookies = [
    "sid=a-session; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Strict",
    "theme=dark; Path=/; Max-Age=3600",
  ]
  switch (request.method, request.headers[.cookie]) {
  case (.post, nil): return ServerAct.response(204, cookies.map { (.setCookie, $0) })
  case (.head, "sid=a-session; theme=dark"): return ServerAct.response(204)
  case (.head, "theme=dark; sid=a-session"): return ServerAct.response(204)
  default: return ServerAct.response(403)
  }
}
