import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruTesting
import Testing

@Suite struct PollingTests {
  private static let value = Endpoint<[Int]>.get("/v1/value", credential: .none)

  @Test func `each version comes once, and one that holds is not sent again`() throws {
    let one = try OneClient { request, number in
      // The third time everything fails for longer than a call is tried.
      switch number {
      case 0: return ServerAct.json("[1]", [(.eTag, "\"a\"")])
      case 1: return ServerAct.response(304, [(.eTag, "\"a\"")])
      case 2...7: return ServerAct.response(503)
      case 8: return ServerAct.json("[1]", [(.eTag, "W/\"a\"")])
      default: return ServerAct.json("[2]", [(.eTag, "\"b\"")])
      }
    }
    let read = try one.run {
      await OneClient.read($0.client.versions(of: Self.value, every: .seconds(10)), most: 2)
    }
    #expect(read.events == [[1], [2]])
    let asked = one.transport.requests.map { $0.headers["If-None-Match"] }
    #expect(asked.first == .some(nil))
    #expect(asked.dropFirst().allSatisfy { $0?.hasSuffix("\"a\"") == true })
    #expect(one.transport.openCount == 0)
  }

  @Test func `who is behind asks at once, and who is not waits`() throws {
    let one = try OneClient { request, number in
      let query = request.url.string.split(separator: "?").last ?? ""
      switch query {
      case "after=": return ServerAct.json("[1,2]", [(.eTag, "\"p\"")])
      case "after=2": return ServerAct.json("[3]", [(.eTag, "\"q\"")])
      case "after=3" where number < 4: return ServerAct.json("[]", [(.eTag, "\"r\"")])
      case "after=3":
        #expect(request.headers["If-None-Match"] == "\"r\"")
        return ServerAct.json("[4]")
      default: return ServerAct.json("[]")
      }
    }
    let read = try one.run { one in
      await OneClient.read(
        one.client.events(pollingEvery: .seconds(10)) { position in
          Endpoint<[Int]>.get("/v1/feed", query: ["after": position], credential: .none)
        } events: { page in
          page.map { PolledEvent($0, id: "\($0)") }
        }, most: 4)
    }
    #expect(read.events == [1, 2, 3, 4])
    #expect(read.error == nil)
    // Two waits of ten to eleven seconds: behind the empty page, twice.
    let seconds = Double(one.world.clock.now().nanoseconds) / 1e9
    #expect((20.0...22.0).contains(seconds))
  }

  @Test func `leaving ends it between two requests`() throws {
    let one = try OneClient { _, _ in ServerAct.json("[1]") }
    let task = try one.run { one in
      let stream = one.client.versions(of: Self.value, every: .seconds(10))
      let task = Task(executorPreference: one.world) { await OneClient.read(stream) }
      try await one.world.sleep(for: .seconds(15))
      task.cancel()
      return await task.value
    }
    #expect(task.wasCancelled)
    #expect(task.events == [[1], [1]])
    #expect(one.world.clock.now().nanoseconds == 15_000_000_000)
  }
}
