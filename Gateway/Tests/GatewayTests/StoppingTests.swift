import Foundation
import Testing

/// The program's end; each test has a process of its own.
@Suite(.serialized) struct StoppingTests {
  @Test func `SIGTERM under load answers every request whose head had arrived`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder)
    let token = try gateway.token()
    var waiting: [RawConnection] = []
    // In the handler.
    for number in 0..<80 {
      let connection = try RawConnection(port: gateway.port)
      connection.send(
        TestGateway.request(
          "POST", "/v1/todos", token: token, json: #"{"title":"slow \#(number)"}"#,
          ["Maru-Fault": "delay; ms=700"]))
      waiting.append(connection)
    }
    // The head is there, the body is not.
    var bodies: [(RawConnection, rest: String)] = []
    for number in 0..<60 {
      let connection = try RawConnection(port: gateway.port)
      let request = TestGateway.request(
        "POST", "/v1/todos", token: token, json: #"{"title":"late \#(number)"}"#)
      connection.send(String(request.dropLast(5)))
      bodies.append((connection, String(request.suffix(5))))
      waiting.append(connection)
    }
    // Kept alive after an answer, and idle: these may be closed.
    let idle = try (0..<20).map { _ in try RawConnection(port: gateway.port) }
    for connection in idle {
      connection.send(StrictnessTests.hello)
      #expect(connection.answer()?.status == 200)
    }
    // Sent at the very last moment, on new connections and on kept ones.
    for _ in 0..<20 {
      let connection = try RawConnection(port: gateway.port)
      connection.send(StrictnessTests.hello)
      #expect(connection.answer()?.status == 200)
      waiting.append(connection)
    }
    for connection in waiting.suffix(20) {
      connection.send(TestGateway.request("GET", "/v1/todos", token: token))
    }
    for _ in 0..<60 {
      let connection = try RawConnection(port: gateway.port)
      connection.send(TestGateway.request("GET", "/v1/todos", token: token))
      waiting.append(connection)
    }
    gateway.signal(SIGTERM)
    usleep(300_000)
    for (connection, rest) in bodies { connection.send(rest) }
    var statuses: [Int: Int] = [:]
    for connection in waiting {
      let answer = connection.answer(within: 30)
      statuses[answer?.status ?? 0, default: 0] += 1
      #expect(connection.rest() == [], "closed behind the answer")
    }
    #expect(statuses == [201: 140, 200: 80])
    for connection in idle { #expect(connection.rest() == []) }
    #expect(gateway.exitCode() == 0)
    #expect(throws: RawConnection.CannotConnect.self) { try RawConnection(port: gateway.port) }
    // And what was answered was done.
    let again = try GatewayProcess.serving(in: folder)
    let page = try again.call("GET", "/v1/todos?limit=100", token: token)
    #expect((page.json["items"] as? [Any])?.count == 100)
    again.signal(SIGINT)
    #expect(again.exitCode() == 0)
  }

  @Test func `requests that pipelining clients had sent are answered before the end`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder)
    let connection = try RawConnection(port: gateway.port)
    connection.send(
      TestGateway.request("GET", "/v1/hello", ["Maru-Fault": "delay; ms=500"])
        + StrictnessTests.hello + StrictnessTests.hello)
    usleep(200_000)
    gateway.signal(SIGTERM)
    #expect((0..<3).map { _ in connection.answer()?.status } == [200, 200, 200])
    #expect(gateway.exitCode() == 0)
  }

  @Test func `a gateway that stops is alive and not ready`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder)
    let connection = try RawConnection(port: gateway.port)
    connection.send(
      TestGateway.request("GET", "/v1/hello", ["Maru-Fault": "delay; ms=500"])
        + TestGateway.request("GET", "/readyz") + TestGateway.request("GET", "/healthz"))
    usleep(200_000)
    gateway.signal(SIGTERM)
    #expect(connection.answer()?.status == 200)
    let ready = try #require(connection.answer())
    #expect(ready.status == 503)
    #expect(ready.string("code") == "stopping")
    #expect(ready["Retry-After"] == "5")
    #expect(connection.answer()?.status == 200)
    #expect(gateway.exitCode() == 0)
  }

  @Test func `a request that takes longer than stopping may is cut off, and the code says so`()
    throws
  {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder, ["--shutdown-seconds", "1"])
    let connection = try RawConnection(port: gateway.port)
    connection.send(TestGateway.request("GET", "/v1/hello", ["Maru-Fault": "delay; ms=60000"]))
    usleep(200_000)
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode(within: 20) == 75)
  }

  @Test func `a second signal ends at once`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let gateway = try GatewayProcess.serving(in: folder, ["--shutdown-seconds", "3600"])
    let connection = try RawConnection(port: gateway.port)
    connection.send(TestGateway.request("GET", "/v1/hello", ["Maru-Fault": "delay; ms=60000"]))
    usleep(200_000)
    gateway.signal(SIGTERM)
    usleep(200_000)
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode(within: 20) == 75)
  }
}
