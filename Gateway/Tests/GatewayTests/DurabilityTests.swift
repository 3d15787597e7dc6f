import Foundation
import Testing

@Suite(.serialized) struct DurabilityTests {
  @Test(.timeLimit(.minutes(2)))
  func `kill -9 at any moment loses no acknowledged change`() throws {
    let folder = try GatewayProcess.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var acknowledged: [String: String] = [:]
    var generator = SystemRandomNumberGenerator()
    for round in 0..<5 {
      let gateway = try GatewayProcess.serving(in: folder)
      let token = try gateway.token()
      let writers = try (0..<4).map { _ in try RawConnection(port: gateway.port) }
      let end = Date().addingTimeInterval(Double.random(in: 0.1...0.4, using: &generator))
      var number = 0
      var isKilled = false
      while !isKilled {
        for (index, writer) in writers.enumerated() {
          let key = "\(round)-\(number)-\(index)"
          writer.send(
            TestGateway.request(
              "POST", "/v1/todos", token: token, json: #"{"title":"\#(key)"}"#,
              ["Idempotency-Key": key]))
        }
        // With requests under way, so that the end comes in the middle of some.
        if Date() > end {
          gateway.signal(SIGKILL)
          isKilled = true
        }
        for writer in writers {
          guard let answer = writer.answer(), answer.status == 201 else { continue }
          acknowledged[answer.string("id")] = answer.string("title")
        }
        number += 1
      }
      gateway.waitForEnd()
    }
    #expect(acknowledged.count > 20)
    let gateway = try GatewayProcess.serving(in: folder)
    let token = try gateway.token()
    for (id, title) in acknowledged {
      let todo = try gateway.call("GET", "/v1/todos/\(id)", token: token)
      #expect(todo.string("title") == title)
      // The answer to its key was in the same transaction.
      let key = try gateway.call("GET", "/v1/idempotency/\(title)", token: token)
      #expect(key.json["location"] as? String == "/v1/todos/\(id)")
    }
    gateway.signal(SIGTERM)
    #expect(gateway.exitCode() == 0)
  }
}
