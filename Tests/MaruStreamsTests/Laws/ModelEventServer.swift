import MaruContract
import MaruHTTP
import MaruStreams
import MaruTesting

/// A server whose events have numbers and times, and which sends what follows the id it is asked for.
struct ModelEventServer: Sendable {
  struct Reply {
    var acts: [ServerAct]
    /// What it asks to wait, if it refuses.
    var retryAfter: Duration?
  }
  let random: SeededRandom
  /// When each event happens, in milliseconds of the world.
  let times: [Int]

  func answer(_ request: FakeRequest) -> Reply {
    let last = request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0
    guard last < times.count else { return Reply(acts: ServerAct.response(204)) }
    if random.happens(percent: 10) {
      let seconds = random.integer(in: 0...4)
      return Reply(
        acts: ServerAct.response(503, [(.retryAfter, "\(seconds)")]), retryAfter: .seconds(seconds))
    }
    if random.happens(percent: 3) { return Reply(acts: ServerAct.response(429)) }
    var headers = HeaderFields()
    try? headers.append("text/event-stream", for: .contentType)
    var acts = [ServerAct.head(status: 200, fields: headers)]
    if random.happens(percent: 20) {
      acts.append(.body(EventSerializer.retry(.milliseconds(random.integer(in: 0...5_000)))))
    }
    var now = Int(request.time.nanoseconds / 1_000_000)
    for number in last + 1...times.count {
      while times[number - 1] > now {
        let pause = min(times[number - 1] - now, 5_000)
        acts.append(.pause(.milliseconds(pause)))
        acts.append(.body(EventSerializer.heartbeat))
        now += pause
      }
      let bytes = Array("id: \(number)\nevent: number\ndata: \(number)\n\n".utf8)
      if random.happens(percent: 10) {
        // Half an event counts for nothing, its id neither.
        acts.append(.body(Array(bytes.prefix(random.integer(in: 1...bytes.count - 1)))))
        acts.append(random.happens(percent: 50) ? .cut : .end)
        return Reply(acts: acts)
      }
      acts.append(.body(bytes))
      if random.happens(percent: 12) {
        acts.append([ServerAct.cut, .reset, .end, .hold][random.integer(in: 0...3)])
        return Reply(acts: acts)
      }
    }
    acts.append(.end)
    return Reply(acts: acts)
  }
}
