import Foundation
import MaruDiagnostics
import Testing

struct `A HAR` {
  private func log(_ entries: String, creator: String = "x") -> String {
    "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"\(creator)\",\"version\":\"1\"},"
      + "\"entries\":[\(entries)]}}"
  }

  private func entry(_ date: String, _ more: String = "") -> String {
    "{\"startedDateTime\":\(date),\"time\":12.5\(more),\"request\":{\"method\":\"GET\","
      + "\"url\":\"https://a.test/\",\"headers\":[]},\"response\":{\"status\":200,\"headers\":[]}}"
  }

  private func read(_ text: String) throws -> Capture { try Capture(Array(text.utf8)) }

  @Test(arguments: [
    ("\"2026-03-02T09:00:00.000Z\"", 0.0), ("\"2026-03-02T18:00:00+09:00\"", 0),
    ("\"2026-03-02T18:00:00+0900\"", 0), ("\"2026-03-02T09:00:00.1234567Z\"", 0.1234567),
    ("\"2026-03-02 09:00:00\"", 0), ("\"2026-03-02T09:00:00.5-00:00\"", 0.5),
    ("\"Mon, 02 Mar 2026 09:00:00 GMT\"", 0), ("1772442000", 0), ("1772442000250", 0.25),
  ])
  func `has a date of any kind`(date: String, seconds: Double) throws {
    let start = try #require(try read(log(entry(date))).exchanges.first?.start)
    let nine = Double(TrafficScript.nine)
    #expect(abs(start.timeIntervalSince1970 - nine - seconds) < 0.000_01)
  }

  @Test(arguments: ["null", "\"\"", "\"yesterday\"", "\"2026-13-02T09:00:00Z\"", "{}", "-1"])
  func `with a date that is none is read without it`(date: String) throws {
    let capture = try read(log(entry(date)))
    #expect(capture.exchanges.count == 1)
    #expect(capture.exchanges.first?.start == nil)
    #expect(capture.quality.times == .none)
    // Rules that need times say so, and the others speak.
    #expect(Diagnosis(of: capture).cannotTell.contains { $0.rule == "clock.skew" })
  }

  @Test func `may have a mark in front, stand in a call, or end with commas`() throws {
    let text = log(entry("\"2026-03-02T09:00:00.000Z\"") + ",")
    #expect(try read("\u{FEFF}" + text).exchanges.count == 1)
    #expect(try read("onInputData(" + text + ");").exchanges.count == 1)
    #expect(try read(" \n\n" + text + "\n").exchanges.count == 1)
  }

  @Test(arguments: [
    "{\"request\":{\"method\":\"GET\",\"url\":\"https://a.test/\"}}",
    "{\"time\":null,\"request\":{\"url\":\"https://a.test/\",\"headers\":null,\"cookies\":null,\"postData\":null}}",
    "{\"time\":\"12\",\"timings\":{\"send\":\"1\",\"wait\":-1},\"request\":{\"url\":\"https://a.test/\"},\"response\":null}",
    "{\"request\":{\"url\":\"https://a.test/\"},\"response\":{\"status\":0,\"content\":{},\"headers\":{}}}",
    "{\"request\":{\"url\":\"https://a.test/\"},\"response\":{\"status\":-2,\"redirectURL\":null}}",
    "{\"request\":{\"url\":\"not an address at all\",\"method\":\"?\"},\"response\":{\"status\":\"200\"}}",
  ])
  func `with almost nothing in an entry is read`(entry: String) throws {
    let capture = try read(log(entry))
    #expect(capture.exchanges.count == 1)
    _ = Diagnosis(of: capture)
  }

  @Test func `of which nothing is an exchange has none`() throws {
    #expect(try read(log("null,3,[],{},{\"request\":{\"url\":\"\"}}")).exchanges.isEmpty)
  }

  @Test(arguments: [
    ("", "line 1, column 1: the file is empty"),
    ("  \n ", "line 2, column 2: the file is empty"),
    ("{\"log\":\n{\"entries\" 3}}", "line 2, column 12: expected a colon"),
    ("{\"log\":{\"entries\":[\n  {]}}", "line 2, column 4: expected a name in quotes"),
    ("{\"log\":{\"entries\":[tru]}}", "line 1, column 20: expected a value"),
    ("{\"log\":{\"entries\":[1.2.3]}}", "line 1, column 20: expected a number"),
    ("{\"log\":{\"x\":\"\\q\"}}", "line 1, column 16: expected an escape that JSON has"),
    ("{\"log\":{", "line 1, column 9: the file ends in the middle"),
    ("{\"entries\":[]}", "line 1, column 1: expected a member 'log'"),
    ("{\"log\":{}}", "line 1, column 1: expected a member 'entries' in the log"),
    ("what is this", "line 1, column 1: expected a HAR file, a trace of curl, or a response"),
  ])
  func `that is none is refused with the place and the reason`(text: String, reason: String) {
    let error = #expect(throws: CaptureRefusal.self) { try read(text) }
    #expect(error?.description == reason)
  }

  @Test func `that lies too deep is refused, and does not fill the stack`() {
    let text = "{\"log\":{\"entries\":[" + String(repeating: "[", count: 100_000)
    let error = #expect(throws: CaptureRefusal.self) { try read(text) }
    #expect(error?.problem == .tooDeep)
  }

  @Test func `that is cut keeps its whole entries and says where`() throws {
    let whole = entry("\"2026-03-02T09:00:00.000Z\"")
    let text = log([whole, whole, whole].joined(separator: ",\n"))
    let cut = String(text.dropLast(60))
    let capture = try read(cut)
    #expect(capture.exchanges.count == 2)
    #expect(capture.quality.cut?.problem == .ended)
    #expect(capture.quality.cut?.line == 3)
    #expect(try read(text).quality.cut == nil)
  }

  @Test func `keeps the beginning of a text that is too long, and can still compare it`() throws {
    func answer(_ end: String) -> String {
      let body = String(repeating: "a\\n", count: 200_000) + end
      return
        "{\"startedDateTime\":\"2026-03-02T09:00:00.000Z\",\"_fromCache\":\(end == "c"),\"request\":"
        + "{\"method\":\"GET\",\"url\":\"https://a.test/me\",\"headers\":[{\"name\":\"Authorization\",\"value\":\"Bearer \(end)\"}]},"
        + "\"response\":{\"status\":200,\"headers\":[],\"content\":{\"mimeType\":\"application/json\",\"text\":\"\(body)\"}}}"
    }
    // The same long body out of a cache for another account is told from another body.
    let same = try read(log(answer("c") + "," + answer("c")))
    #expect(same.exchanges.count == 2)
    let rules = Diagnosis(of: same).findings.map(\.rule)
    #expect(!rules.contains("cache.stale-after-account-switch"))
  }

  @Test func `has its cookies in one row, in many, or joined with commas and line ends`() throws {
    let joined = [
      "sid=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT, lang=en; Path=/",
      "sid=1; Path=/\\nlang=en; Path=/",
    ]
    for value in joined {
      let text = log(
        """
        {"startedDateTime":"2026-03-02T09:00:00.000Z","client":"urlsession","request":{"method":"POST",
        "url":"https://a.test/login","headers":[],"postData":{"text":"password=x"}},
        "response":{"status":200,"headers":[{"name":"set-cookie","value":"\(value)"}]}},
        {"startedDateTime":"2026-03-02T09:00:01.000Z","client":"urlsession","request":{"method":"GET",
        "url":"https://a.test/me","headers":[{"name":"Cookie","value":"lang=en"}]},
        "response":{"status":401,"headers":[]}}
        """)
      let finding = Diagnosis(of: try read(text)).findings.first {
        $0.rule == "cookie.eligible-not-sent"
      }
      #expect(finding?.fields == ["Cookie", "sid"])
    }
  }

  @Test func `has fields of one name in rows of their own, though they were joined`() throws {
    func rules(_ name: String, _ value: String) throws -> [String] {
      let text = log(
        """
        {"startedDateTime":"2026-03-02T09:00:00.100Z","time":1,"client":"webkit","request":{"method":"GET",
        "url":"https://a.test/","headers":[{"name":"Origin","value":"https://b.test"}]},"response":
        {"status":200,"headers":[{"name":"\(name)","value":"\(value)"}]}}
        """)
      return Diagnosis(of: try read(text)).findings.map(\.rule)
    }
    let cache = try rules("Cache-Control", "public, max-age=60\\nno-cache=\\\"set-cookie\\\"")
    #expect(!cache.contains("cache.bad-directives"))
    let origins = try rules("Access-Control-Allow-Origin", "https://b.test\\nhttps://c.test")
    #expect(origins.contains("cors.acao-multiple"))
  }

  @Test func `in any order is told in the order of time`() throws {
    let story = try #require(OwnStory.all.first { $0.rules == ["cookie.eligible-not-sent"] })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(story.script.har)) as? [String: [String: Any]])
    let entries = try #require(object["log"]?["entries"] as? [Any])
    let turned = try JSONSerialization.data(
      withJSONObject: ["log": ["entries": Array(entries.reversed())]])
    let finding = Diagnosis(of: try Capture(Array(turned))).findings.first {
      $0.rule == "cookie.eligible-not-sent"
    }
    #expect(finding?.numbers == [2, 1])
  }

  @Test func `in a file is read piece by piece, and gives what it gives in memory`() throws {
    let entries = (0..<4_000).map { _ in
      entry(
        "\"2026-03-02T09:00:00.000Z\"", ",\"comment\":\"\(String(repeating: "x", count: 400))\"")
    }
    let bytes = Array(log(entries.joined(separator: ",\n")).utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    #expect(bytes.count > 2_000_000)
    #expect(try Capture(contentsOf: file.path()).exchanges.count == 4_000)
    #expect(try Capture(bytes).exchanges.count == 4_000)
    let missing = #expect(throws: CaptureRefusal.self) {
      try Capture(contentsOf: file.path() + "x")
    }
    #expect(missing?.problem == .unreadable)
  }

  @Test func `whose exporter rounds its dates makes storms possible, not certain`() throws {
    let story = try #require(OwnStory.all.first { $0.rules.first == "auth.refresh-storm" })
    let text = String(decoding: story.script.har, as: UTF8.self)
    let rounded = text.replacing(/T09:00:0(\d)\.\d+Z/) { "T09:00:0\($0.1)Z" }
    let capture = try read(rounded)
    #expect(capture.quality.times == .seconds)
    let storm = Diagnosis(of: capture).findings.first { $0.rule == "auth.refresh-storm" }
    #expect(storm?.confidence == .possible)
    #expect(
      Diagnosis(of: try read(text)).findings.first { $0.rule == "auth.refresh-storm" }?.confidence
        == .certain)
  }

  @Test func `shows nothing of itself when it is printed`() throws {
    let story = try #require(OwnStory.all.first)
    let capture = try Capture(story.script.har)
    var dumped = ""
    dump(capture, to: &dumped)
    dump(capture.exchanges, to: &dumped)
    let text = "\(capture) \(capture.exchanges) \(dumped)"
    #expect(!text.contains("wren") && !text.contains("Bearer") && !text.contains("old"))
  }
}
