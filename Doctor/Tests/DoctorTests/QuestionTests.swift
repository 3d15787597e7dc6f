import DoctorApp
import Testing

@Suite struct `One question` {
  let scratch: Scratch
  let storm: String

  init() throws {
    scratch = try Scratch()
    storm = try scratch.write(Scenes.storm)
  }

  @Test func `about a token tells where it came from and where it ended`() throws {
    let run = MaruRun(["token", storm, "at2"])
    #expect(run.code == .clean)
    #expect(run.output.contains("AT2: an access token"))
    #expect(run.output.contains("in e2"))
    #expect(run.output.contains("e4 → https://api.wren.test"))
    let old = MaruRun(["token", storm, "AT1"])
    #expect(old.output.contains("by AT2 in e2"))
    #expect(old.output.contains("Turned down: e1"))
    for secret in Scenes.stormSecrets { #expect(!(run.output + old.output).contains(secret)) }
  }

  @Test func `about a token that there is not names those that there are`() {
    let run = MaruRun(["token", storm, "AT7"])
    #expect(run.code == .unusable)
    #expect(run.said.contains("AT1, RT1, AT2, RT2"))
    let all = MaruRun(["token", storm])
    for name in ["AT1", "RT1", "AT2", "RT2"] { #expect(all.output.contains("\(name): ")) }
  }

  static let cookies = TrafficScript(
    text: """
      0 POST https://shop.wren.test/login
      > Content-Type: application/json
      >> {"password":"x"}
      < 200
      < Set-Cookie: sid=session-secret-1; Path=/shop; Secure; HttpOnly; SameSite=Lax
      < Set-Cookie: taste=dark; Path=/

      1 GET https://shop.wren.test/shop/cart
      > Cookie: sid=session-secret-1; taste=dark
      < 200

      2 GET https://shop.wren.test/account
      > Cookie: taste=dark; older=x
      < 401
      """)

  @Test func `about an entry says of each cookie why it went or stayed`() throws {
    let path = try scratch.write(Self.cookies, "cookies.har")
    let run = MaruRun(["why", path, "e3"])
    #expect(run.code == .clean)
    #expect(run.output.hasPrefix("e3: GET https://shop.wren.test/account → 401\n"))
    #expect(run.output.contains("stayed sid (shop.wren.test/shop): its path does not cover"))
    #expect(run.output.contains("went taste (shop.wren.test/): it is this very host's"))
    #expect(run.output.contains("went older: its Set-Cookie is not in the capture"))
    #expect(!run.output.contains("session-secret-1"))
    #expect(MaruRun(["why", path, "3"]).output == run.output)
    #expect(MaruRun(["why", path, "e9"]).code == .unusable)
    let korean = MaruRun(["why", "--lang", "ko", path, "e3"])
    #expect(korean.output.contains("경로가 요청 경로를 포함하지 않습니다"))
  }

  @Test func `about an entry names its credential and its findings`() {
    let run = MaruRun(["why", storm, "e1"])
    #expect(run.output.contains("AT1 (bearer), turned down; from before the capture"))
    #expect(run.output.contains("replaced by AT2 in e2"))
    #expect(MaruRun(["why", storm, "e3"]).output.contains("auth.refresh-storm"))
  }

  @Test func `about a cookie tells its life`() throws {
    let path = try scratch.write(Self.cookies, "cookies.har")
    let run = MaruRun(["cookie", path, "sid"])
    #expect(run.code == .clean)
    #expect(run.output.contains("sid · shop.wren.test/shop"))
    #expect(run.output.contains("sent:        e2"))
    #expect(!run.output.contains("session-secret-1"))
    let none = MaruRun(["cookie", path, "nope"])
    #expect(none.code == .unusable)
    #expect(none.said.contains("older, sid, taste"))
    #expect(MaruRun(["cookie", path]).output.contains("taste · shop.wren.test/"))
  }
}

@Suite struct `Two captures` {
  @Test func `that are alike differ in nothing`() throws {
    let scratch = try Scratch()
    let run = MaruRun([
      "compare", try scratch.write(Scenes.storm, "a.har"), try scratch.write(Scenes.storm, "b.har"),
    ])
    #expect(run.code == .clean)
    #expect(run.output.contains("Nothing differs"))
  }

  @Test func `differ in what a server decides by, and not in values`() throws {
    let scratch = try Scratch()
    let works = TrafficScript(
      text: """
        0 GET https://api.wren.test/me/12345
        > Authorization: Bearer secret-of-a
        > Cookie: sid=secret-cookie-a
        > Accept: application/json
        > X-CSRF-Token: secret-csrf-a
        < 200
        """)
    let fails = TrafficScript(
      text: """
        0 GET https://api.wren.test/me/67890
        > Authorization: Basic secret-of-b
        > Accept: application/json
        < 401

        1 GET https://api.wren.test/extra
        < 200
        """)
    let run = MaruRun(["compare", try scratch.write(works, "a"), try scratch.write(fails, "b")])
    #expect(run.code == .findings)
    for line in [
      "answer: A 200, B 401", "credential: A bearer, B basic", "cookies sent: A sid, B —",
      "x-csrf-token: A …, B —", "only in B:", "e2 GET https://api.wren.test/extra",
    ] { #expect(run.output.contains(line), "\(line)") }
    #expect(!run.output.contains("secret") && !run.output.contains("accept"))

    let other = TrafficScript(
      text: works.text.replacing("secret-of-a", with: "secret-of-c")
        .replacing("secret-cookie-a", with: "secret-cookie-c"))
    let same = MaruRun(["compare", try scratch.write(works, "a"), try scratch.write(other, "c")])
    #expect(same.code == .clean)
  }
}
