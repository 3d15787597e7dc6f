import DoctorApp
import Foundation
import Testing

/// What the page must be whoever wrote the capture, and whoever reads the page.
@Suite(.serialized, .enabled("Chromium is not at hand") { Chromium.path != nil })
struct `Every page` {
  let scratch: Scratch
  let browser: Chromium

  init() throws {
    scratch = try Scratch()
    browser = try Chromium()
  }

  @discardableResult
  func open(_ har: [UInt8], _ more: [String] = []) throws -> String {
    let path = try scratch.write(har, "capture.har")
    let page = scratch.path("page.html")
    let run = MaruRun(["diagnose", "--format", "html", path, "-o", page] + more)
    #expect(run.code != .unusable, "\(run.said)")
    try browser.open(file: page)
    return try scratch.read("page.html")
  }

  // MARK: Hostile captures

  @Test func `runs no script of a hostile capture, and shows it as text`() throws {
    let page = try open(Scenes.hostile.har)
    try visitEverything()
    #expect(try browser.text("typeof window.owned") == "undefined")
    let tags = "[...new Set([...document.querySelectorAll('*')].map(e => e.tagName.toLowerCase()))]"
    #expect(Set(try browser.texts(tags)).subtracting(Self.ownTags) == [])
    // Two scripts are ours: the data and the program.
    #expect(try browser.number("document.scripts.length") == 2)
    #expect(
      try browser.number(
        "document.querySelectorAll('img, iframe, object, embed, link, base').length") == 0)
    let handlers =
      "[...document.querySelectorAll('*')].flatMap(e => [...e.attributes]).filter(a => /^on|javascript:/i.test(a.name + a.value)).length"
    #expect(try browser.number(handlers) == 0)
    #expect(try browser.text("document.getElementById('entries').textContent").contains("script"))
    #expect(!page.contains("<script>window.owned") && !page.contains("\u{1B}"))
    #expect(complaints() == [])
  }

  /// All elements that a page of ours has.
  private static let ownTags: Set<String> = [
    "a", "article", "b", "body", "br", "button", "circle", "code", "dd", "details", "dialog", "div",
    "dl", "dt", "fieldset", "form", "g", "h1", "h2", "h3", "head", "header", "html", "input", "kbd",
    "label", "legend", "li", "line", "main", "meta", "nav", "noscript", "ol", "p", "path", "rect",
    "script", "section", "small", "span", "strong", "style", "summary", "svg", "table", "tbody",
    "td", "text", "th", "thead", "title", "tr", "tspan", "ul",
  ]

  /// All of a page that is made when it is looked at.
  private func visitEverything() throws {
    _ = try browser.value("document.querySelectorAll('details').forEach(d => { d.open = true })")
    for link in try browser.texts(
      "[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    {
      _ = try browser.value("location.hash = \(Self.quoted(link))")
    }
    _ = try browser.value("new Promise(r => requestAnimationFrame(() => setTimeout(r)))")
  }

  private static func quoted(_ text: String) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed),
      as: UTF8.self)
  }

  /// What the browser complained of: broken policies, exceptions.
  private func complaints() -> [String] {
    browser.events.filter { $0.name == "Log.entryAdded" || $0.name == "Runtime.exceptionThrown" }
      .map { "\($0.parameters)" }
  }

  @Test func `has a policy under which nothing else would run either`() throws {
    try open(Scenes.storm.har)
    #expect(complaints() == [])
    _ = try browser.value(
      """
      (() => {
        const script = document.createElement("script");
        script.textContent = "window.owned = 1";
        document.body.append(script);
        const image = document.createElement("img");
        image.setAttribute("onerror", "window.owned = 2");
        image.src = "data:image/png,";
        document.body.append(image);
        document.body.insertAdjacentHTML("beforeend", "<style>body{color:rgb(1,2,3)}</style>");
      })()
      """)
    _ = try browser.value("new Promise(r => setTimeout(r))")
    #expect(try browser.text("typeof window.owned") == "undefined")
    #expect(try browser.text("getComputedStyle(document.body).color") != "rgb(1, 2, 3)")
    #expect(
      try browser.text("fetch('data:,x').then(() => 'fetched', () => 'refused')") == "refused")
    #expect(complaints().count >= 3)
  }

  @Test func `asks nobody for anything`() throws {
    try open(Scenes.hostile.har)
    try visitEverything()
    let asked = browser.events.filter { $0.name == "Network.requestWillBeSent" }
      .compactMap { ($0.parameters["request"] as? [String: Any])?["url"] as? String }
    #expect(asked.count == 1 && asked[0].hasPrefix("file://"), "\(asked)")
  }

  @Test(.enabled("the public stories are not at hand") { Stories.isHere })
  func `of a public story shows no secret and raises no complaint`() throws {
    for story in Stories.all {
      let page = try open(story.har)
      try visitEverything()
      #expect(complaints() == [], "\(story.id)")
      for secret in story.secrets { #expect(!page.contains(secret), "\(story.id)") }
      #expect(try browser.number("document.querySelectorAll('#entry-table tbody tr').length") > 0)
    }
  }

  // MARK: Large captures

  /// So many calls with a cookie and a token, and a storm in the middle.
  static func large(_ count: Int) -> [UInt8] {
    let script = TrafficScript(
      text: (0..<count).map { number in
        """
        \(number) GET https://api.wren.test/items/\(number)
        > Authorization: Bearer token-\(number / 50)
        > Cookie: sid=value-\(number / 100); c\(number % 60)=1
        < \(number % 97 == 3 ? 401 : 200)
        < Content-Type: application/json
        < Set-Cookie: c\(number % 60)=1; Path=/; Secure; HttpOnly; SameSite=Lax
        << {}
        """
      }.joined(separator: "\n\n"))
    return script.har
  }

  @Test func `has few elements however many entries there are, and finds each of them`() throws {
    try open(Self.large(10_000))
    let count = "document.querySelectorAll('*').length"
    let elements = try browser.number(count)
    #expect((1_000...20_000).contains(elements), "\(elements)")
    let rows = "document.querySelectorAll('#entry-table tbody tr').length"
    #expect(try browser.number(rows) == 100)
    #expect(
      try browser.text("document.getElementById('entries-shown').textContent").hasPrefix(
        "10000 of 10000"))
    _ = try browser.value("location.hash = '#e-9876'")
    _ = try browser.value("new Promise(r => setTimeout(r))")
    #expect(try browser.text("document.activeElement.id") == "e-9876")
    #expect(try browser.text("document.getElementById('page').textContent") == "9801 to 9900")
    _ = try browser.value("document.getElementById('later').click()")
    #expect(try browser.isTrue("document.getElementById('later').disabled"))
    #expect(try browser.isTrue("document.getElementById('e-10000') !== null"))
    _ = try browser.value("document.getElementById('entry-search').focus()")
    for key in "items/4321" { try browser.press(String(key)) }
    #expect(
      try browser.texts("[...document.querySelectorAll('#entry-table tbody tr')].map(r => r.id)")
        == ["e-4322"])
    #expect(try browser.number(count) <= elements)
  }

  // MARK: Readers of all kinds

  @Test(arguments: ["en", "ko"])
  func `has names for everything that one can act on, and landmarks`(language: String) throws {
    try open(Scenes.storm.har, ["--lang", language])
    #expect(try browser.text("document.documentElement.lang") == language)
    let tree = try browser.call("Accessibility.getFullAXTree")
    let nodes = tree["nodes"] as? [[String: Any]] ?? []
    func value(_ node: [String: Any], _ name: String) -> String {
      (node[name] as? [String: Any])?["value"] as? String ?? ""
    }
    let shown = nodes.filter { $0["ignored"] as? Bool != true }
    let needNames: Set<String> = [
      "button", "link", "checkbox", "searchbox", "textbox", "region", "navigation", "search",
      "article", "graphics-document", "img", "image",
    ]
    let unnamed = shown.filter {
      needNames.contains(value($0, "role")) && value($0, "name").isEmpty
    }
    #expect(unnamed.map { value($0, "role") } == [])
    let roles = Set(shown.map { value($0, "role") })
    for role in ["banner", "navigation", "main", "search", "region", "status", "article"] {
      #expect(roles.contains(role), "\(role)")
    }
    #expect(try browser.number("document.querySelectorAll('h1').length") == 1)
    let levels = try browser.texts(
      "[...document.querySelectorAll('main h2, main h3')].map(h => h.tagName)")
    #expect(levels.first == "H2" && levels.contains("H3"))
    let twice =
      "(ids => ids.length - new Set(ids).size)([...document.querySelectorAll('[id]')].map(e => e.id))"
    #expect(try browser.number(twice) == 0)
    if language == "ko" {
      let labels = try browser.texts(
        "[...document.querySelectorAll('main h2, label, button')].map(e => e.textContent)")
      let isKorean = labels.allSatisfy { label in
        label.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
      }
      #expect(isKorean, "\(labels)")
    }
  }

  @Test func `tells its findings without scripts, too`() throws {
    try browser.call("Emulation.setScriptExecutionDisabled", ["value": true])
    try open(Scenes.storm.har)
    let document = try browser.call("DOM.getDocument", ["depth": 0])
    let root = (document["root"] as? [String: Any])?["nodeId"] ?? 0
    let found = try browser.call(
      "DOM.querySelectorAll", ["nodeId": root, "selector": ".finding:not([hidden])"])
    #expect((found["nodeIds"] as? [Int])?.isEmpty == false)
  }

  @Test(arguments: [360, 1_200])
  func `needs no sideways scrolling but of its drawings and tables`(width: Int) throws {
    try browser.call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
    try open(Scenes.storm.har)
    #expect(try browser.number("document.documentElement.scrollWidth") <= width)
  }
}
