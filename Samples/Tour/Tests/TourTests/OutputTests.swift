import Foundation
import Maru
import Testing
import TourApp

@Suite struct `Text on a terminal` {
  @Test(arguments: [
    ("abc", 3), ("마루", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🥛", 2), ("👨‍👩‍👧‍👦", 2), ("✉️", 2),
    ("✔ →", 3), ("é", 1), ("e\u{301}", 1), ("", 0),
  ])
  func `takes as many columns as it is shown in`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `is aligned with Korean in it`() {
    var table = ResultTable()
    table.add("이름", "a")
    table.add("name", "b")
    table.add("마루 🧹", "c")
    #expect(table.lines == ["이름     a", "name     b", "마루 🧹  c"])
  }

  @Test func `is broken at spaces and counts wide characters`() {
    #expect("마루 마루 마루".wrapped(to: 9) == ["마루 마루", "마루"])
    #expect("one-that-is-long b".wrapped(to: 5) == ["one-that-is-long", "b"])
    #expect("".wrapped(to: 5) == [""])
    let text = String(repeating: "word ", count: 8) + "end"
    #expect(text.wrapped(to: 24, lead: "* ").allSatisfy { $0.displayWidth <= 24 })
    #expect(text.wrapped(to: 24, lead: "* ").dropFirst().allSatisfy { $0.hasPrefix("  ") })
  }

  @Test(arguments: [
    (["LANG": "ko_KR.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "C"], false),
    (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LANG": "C", "LC_ALL": ""], false), ([:], false),
  ])
  func `is more than ASCII only where the locale says so`(
    environment: [String: String], isUnicode: Bool
  ) {
    let style = TerminalStyle(environment: environment, isTerminal: true, columns: 80)
    #expect(style.isUnicode == isUnicode)
    #expect(style.render("✔ 마").utf8.allSatisfy { $0 < 0x80 } == !isUnicode)
  }

  @Test(arguments: [
    ([:], true, true), (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
    (["TERM": "dumb"], true, false), ([:], false, false),
  ])
  func `has colours only where they are wanted`(
    environment: [String: String], isTerminal: Bool, hasColours: Bool
  ) {
    let style = TerminalStyle(environment: environment, isTerminal: isTerminal, columns: 80)
    #expect(style.hasColours == hasColours)
    #expect(style.coloured("a", .red).contains("\u{1B}") == hasColours)
  }

  @Test(arguments: [
    (Duration.microseconds(3), "under 0.1 ms"), (.microseconds(400), "0.4 ms"),
    (.microseconds(9_960), "10 ms"), (.milliseconds(12), "12 ms"), (.milliseconds(999), "999 ms"),
    (.microseconds(999_600), "1 s"), (.milliseconds(1_050), "1.05 s"), (.seconds(60), "60 s"),
  ])
  func `says how long something took as people do`(duration: Duration, text: String) {
    #expect(duration.shown == text)
  }
}

@Suite struct `What went over the wire` {
  private func call(_ number: UInt64, _ steps: [(Int64, CallEvent.Step)]) throws -> [CallEvent] {
    try steps.map { milliseconds, step in
      CallEvent(
        call: number, requestID: try RequestID("r"), endpoint: "GET /a",
        time: MonotonicInstant(nanoseconds: milliseconds * 1_000_000), step: step)
    }
  }

  private func retried() throws -> [CallEvent] {
    try call(
      1,
      [
        (0, .started), (1, .attemptStarted(1)), (3, .answered(1, status: 503, metrics: .init())),
        (3, .waiting(.milliseconds(40), reason: .retryAfter)), (45, .attemptStarted(2)),
        (50, .answered(2, status: 200, metrics: .init())),
        (51, .ended(.succeeded(status: 200), attempts: 2)),
      ])
  }

  @Test func `is told in order, with waits`() throws {
    let call = try #require(WireCall(try retried()))
    #expect(call.trail == ["503", "waits 40 ms", "200"])
    #expect(call.attempts == 2)
    #expect(call.took == .milliseconds(51))
    #expect(try retried().pause(beforeAttempt: 2) == .milliseconds(42))
    #expect(try retried().pause(beforeAttempt: 3) == nil)
  }

  @Test func `says a failure once`() throws {
    let events = try call(
      1,
      [
        (0, .started), (1, .attemptStarted(1)), (2, .attemptFailed(1, .unreachable, metrics: nil)),
        (3, .ended(.failed(.unreachable, .attempt), attempts: 1)),
      ])
    #expect(WireCall(events)?.trail == ["unreachable"])
  }

  @Test func `is one line for calls that went alike`() throws {
    let call = try #require(WireCall(try retried()))
    let line = try #require(WireLine.lines(for: [call, call]).first)
    #expect(line.trail == "503 → waits 40 ms → 200")
    #expect(line.measure == "2 calls, each sent 2×, 51 ms")
    #expect(WireLine.lines(for: [call, call]).count == 1)
  }

  @Test func `is a JSON document for programs`() throws {
    let result = ChapterResult(
      name: "busy", promise: "p", findings: [Finding(true, "한"), Finding(false, "f")],
      calls: [try #require(WireCall(try retried()))], took: .milliseconds(51))
    let json = TourReport([result], took: .seconds(1), logs: nil).json
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["holds"] as? Bool == false)
    #expect(object?["milliseconds"] as? Int == 1_000)
    let chapter = (object?["chapters"] as? [[String: Any]])?.first
    #expect((chapter?["findings"] as? [[String: Any]])?.first?["text"] as? String == "한")
    #expect((chapter?["calls"] as? [[String: Any]])?.first?["milliseconds"] as? Double == 51)
  }
}

@Suite struct `Secrets that were sent` {
  @Test func `are found wherever they are written`() {
    let watch = SecretWatch()
    watch.note(authorization: "Bearer planted-access", form: nil)
    watch.note(
      authorization: nil, form: "grant_type=refresh_token&refresh_token=planted%2Brefresh")
    watch.note(authorization: nil, form: "username=minji&password=planted-password")
    // The two forms of one secret count as two.
    #expect(watch.count == 4)
    #expect(watch.count(in: "a finding with planted-access in it") == 1)
    #expect(watch.count(in: "planted+refresh and planted-password") == 2)
    #expect(watch.count(in: "grant_type=refresh_token of minji") == 0)
  }
}
