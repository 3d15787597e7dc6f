import Foundation
import Testing

@Suite(.serialized) struct RotationCrashTests {
  /// The client keeps what arrived and uses nothing before: whatever the moment of the kill, what it
  /// holds afterwards is good.
  @Test(.timeLimit(.minutes(2)))
  func `kill -9 in the middle of rotations leaves the old token or the new one`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var generator = SystemRandomNumberGenerator()
    var held: [String] = []
    var lost = 0
    for _ in 0..<6 {
      let gateway = try GatewayProcess.serving(in: folder)
      while held.count < 4 { held.append(try signIn(gateway)) }
      // One rotation is over in some milliseconds: many, so that the end comes inside one.
      let end = Date().addingTimeInterval(Double.random(in: 0.05...0.25, using: &generator))
      let connections = try held.map { _ in try RawConnection(port: gateway.port) }
      var isKilled = false
      while !isKilled {
        for (token, connection) in zip(held, connections) {
          connection.send(
            TestGateway.request(
              "POST", "/v1/token", form: "grant_type=refresh_token&refresh_token=\(token)"))
        }
        if Date() > end {
          usleep(UInt32.random(in: 0...4000, using: &generator))
          gateway.signal(SIGKILL)
          isKilled = true
        }
        for (index, connection) in connections.enumerated() {
          guard let answer = connection.answer() else {
            lost += 1
            continue
          }
          #expect(answer.status == 200)
          held[index] = answer.string("refresh_token")
        }
      }
      gateway.waitForEnd()
    }
    #expect(lost > 0, "no answer was lost: the kill came too late every time")
    let gateway = try GatewayProcess.serving(in: folder)
    for token in held {
      let answer = try refresh(token, gateway)
      #expect(answer.status == 200)
      let access = answer.string("access_token")
      #expect(try gateway.call("GET", "/v1/todos", token: access).status == 200)
    }
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode() == 0)
  }

  @Test func `an end that was acknowledged outlives kill -9`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder)
    let token = try signIn(gateway)
    let tokens = try refresh(token, gateway)
    #expect(try gateway.call("POST", "/v1/revoke", form: "token=\(token)").status == 200)
    gateway.signal(SIGKILL)
    gateway.waitForEnd()
    let next = try GatewayProcess.serving(in: folder)
    #expect(try refresh(tokens.string("refresh_token"), next).status == 400)
    let access = tokens.string("access_token")
    #expect(try next.call("GET", "/v1/todos", token: access).status == 401)
    next.signal(SIGTERM)
    #expect(next.exitCode() == 0)
  }

  private func signIn(_ gateway: GatewayProcess) throws -> String {
    try gateway.call(
      "POST", "/v1/token", form: "grant_type=password&username=minji&password=maru-demo"
    ).string("refresh_token")
  }

  private func refresh(_ token: String, _ gateway: GatewayProcess) throws -> RawAnswer {
    try gateway.call("POST", "/v1/token", form: "grant_type=refresh_token&refresh_token=\(token)")
  }
}
