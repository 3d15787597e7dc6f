import DoctorApp
import Foundation
import Testing

/// The page in a real browser.
@Suite(.serialized, .enabled("Chromium is not at hand") { Chromium.path != nil })
struct `The page` {
  let scratch: Scratch
  let browser: Chromium

  init() throws {
    scratch = try Scratch()
    browser = try Chromium()
  }

  func open(_ script: TrafficScript, fragment: String = "", _ more: String...) throws {
    let path = try scratch.write(script)
    let page = scratch.path("page.html")
    let run = MaruRun(["diagnose", "--format", "html", path, "-o", page] + more)
    #expect(run.code != .unusable, "\(run.said)")
    try browser.open(file: page, fragment: fragment)
  }

  /// The storm, and a small thing that has nothing to do with it.
  static let mixed = TrafficScript(
    text: Scenes.storm.text + """


      30 GET https://api.wren.test/slow !net::ERR_TIMED_OUT
      """)

  private let visible = "[...document.querySelectorAll('.finding')].filter(f => !f.hidden)"

  // MARK: Filters

  @Test func `filters findings by severity, cause and words, and says how many are left`() throws {
    try open(Self.mixed)
    let all = try browser.number("\(visible).length")
    let count = "document.querySelectorAll('.finding').length"
    #expect(try all > 2 && all == browser.number(count))
    _ = try browser.value("document.querySelector('input[value=medium]').click()")
    let severities = try browser.texts("\(visible).map(f => f.dataset.severity)")
    #expect(!severities.isEmpty && !severities.contains("medium"))
    #expect(
      try browser.text("document.getElementById('shown').textContent").hasPrefix(
        "\(severities.count) of \(all)"))
    _ = try browser.value("document.querySelector('input[value=medium]').click()")

    _ = try browser.value("document.getElementById('causes').click()")
    #expect(try browser.texts("\(visible).map(f => f.dataset.cause)").allSatisfy(\.isEmpty))
    #expect(try browser.number("\(visible).length") < all)
    _ = try browser.value("document.getElementById('causes').click()")

    try browser.press("/")
    for key in "NET.timeout" { try browser.press(String(key)) }
    let found = try browser.texts("\(visible).map(f => f.querySelector('code').textContent)")
    #expect(found == ["net.timeout"])
  }

  // MARK: Links

  @Test func `leads from a finding to its entry and back, also past a filter`() throws {
    try open(Self.mixed)
    let focused = "document.activeElement.id"
    _ = try browser.value("document.querySelector('#f-1 a.entry').click()")
    #expect(try browser.text(focused) == "e-2")
    // The same link again, after something else had the focus.
    _ = try browser.value("document.getElementById('theme').focus()")
    _ = try browser.value("document.querySelector('#f-1 a.entry').click()")
    #expect(try browser.text(focused) == "e-2")
    _ = try browser.value(
      "(() => { const box = document.getElementById('entry-search'); box.value = 'zzz';"
        + "box.dispatchEvent(new Event('input', {bubbles: true})) })()")
    #expect(try browser.number("document.querySelectorAll('#entry-table tbody tr').length") == 0)
    _ = try browser.value("document.querySelector('#sequence a[href=\"#e-3\"]').focus()")
    try browser.press("Enter")
    #expect(try browser.text(focused) == "e-3")
    _ = try browser.value("document.querySelector('input[value=high]').click()")
    _ = try browser.value("document.querySelector('#e-3 a[href^=\"#f-\"]').click()")
    #expect(try browser.text(focused).hasPrefix("f-"))
    #expect(try browser.isTrue("!document.activeElement.hidden"))
  }

  @Test func `opens at the entry that its address names`() throws {
    try open(Scenes.storm, fragment: "#e-4")
    #expect(try browser.text("document.activeElement.id") == "e-4")
  }

  @Test func `links to nothing but itself`() throws {
    try open(Self.mixed)
    let links = try browser.texts(
      "[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    #expect(links.count > 10 && links.allSatisfy { $0.hasPrefix("#") })
    // Entries are rows of a list that shows a part of them; everything else is there.
    for link in Set(links) where !link.hasPrefix("#e-") {
      #expect(
        try browser.isTrue("document.getElementById('\(link.dropFirst())') !== null"), "\(link)")
    }
  }

  // MARK: Keys

  @Test func `is used by keys, which can be turned off and do not disturb typing`() throws {
    try open(Self.mixed)
    let focused = "document.activeElement.id"
    try browser.press("j")
    #expect(try browser.text(focused) == "f-1")
    try browser.press("j")
    #expect(try browser.text(focused) == "f-2")
    try browser.press("k")
    #expect(try browser.text(focused) == "f-1")
    try browser.press("e")
    #expect(try browser.text(focused) == "entry-search")
    let theme = "String(document.documentElement.dataset.theme)"
    let before = try browser.text(theme)
    try browser.press("d")
    #expect(try browser.text("document.activeElement.value") == "d")
    #expect(try browser.text(theme) == before)
    try browser.press("Escape")
    try browser.press("d")
    #expect(try browser.text(theme) != before)
    try browser.press("?")
    #expect(try browser.isTrue("document.getElementById('keys').open"))
    _ = try browser.value("document.getElementById('keys-on').click()")
    try browser.press("Escape")
    #expect(try !browser.isTrue("document.getElementById('keys').open"))
    let after = try browser.text(theme)
    try browser.press("d")
    #expect(try browser.text(theme) == after)
  }

  @Test func `can be walked through with the tabulator, and shows where one is`() throws {
    try open(Scenes.storm)
    try browser.press("Tab")
    #expect(try browser.text("document.activeElement.className") == "skip")
    try browser.press("Enter")
    var seen: Set<String> = []
    for _ in 0..<60 {
      try browser.press("Tab")
      seen.insert(try browser.text("document.activeElement.id || document.activeElement.tagName"))
      let outline = "getComputedStyle(document.activeElement).outlineStyle"
      // Behind the last element comes the browser's own, and then the first again.
      let isDrawing = "document.activeElement.matches('body, #sequence *')"
      #expect(try browser.text(outline) != "none" || browser.isTrue(isDrawing))
    }
    for name in ["causes", "search", "entry-search", "only-found"] { #expect(seen.contains(name)) }
  }

  // MARK: Light and dark

  /// The lowest contrast of a text with what it stands on (WCAG 2.2 §1.4.3), and the text.
  private static let contrast = """
    (() => {
      const parse = (c) => c.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const ground = (e) => {
        for (; e; e = e.parentElement) {
          const c = parse(getComputedStyle(e).backgroundColor);
          if (c.length === 3 || c[3] === 1) return c;
        }
        return [255, 255, 255];
      };
      let worst = [99, ""];
      for (const e of document.querySelectorAll("body *")) {
        if (e.closest("script,dialog,[hidden]") || !e.getClientRects().length || e.disabled) continue;
        const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
        if (!own) continue;
        const inDrawing = e.closest("svg");
        const style = getComputedStyle(e);
        let under = ground(e);
        if (e.classList.contains("token")) under = parse(getComputedStyle(e.previousElementSibling).fill);
        const [a, b] = [light(parse(inDrawing ? style.fill : style.color)), light(under)];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 120)];
      }
      return worst;
    })()
    """

  @Test(arguments: [false, true])
  func `can be read in the light and in the dark`(isDark: Bool) throws {
    try browser.prefer(dark: isDark)
    try open(Self.mixed)
    let background = try browser.text("getComputedStyle(document.body).backgroundColor")
    let levels = background.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(levels.allSatisfy { isDark ? $0 < 80 : $0 > 200 }, "\(background)")
    let worst = try #require(try browser.value(Self.contrast) as? [Any])
    #expect((worst[0] as? Double ?? 0) >= 4.5, "\(worst)")
    // The button goes the other way, and says which way it goes next.
    _ = try browser.value("document.getElementById('theme').click()")
    #expect(try browser.text("getComputedStyle(document.body).backgroundColor") != background)
    #expect(
      try browser.text("document.getElementById('theme').textContent")
        == (isDark ? "Dark" : "Light"))
    let turned = try #require(try browser.value(Self.contrast) as? [Any])
    #expect((turned[0] as? Double ?? 0) >= 4.5, "\(turned)")
  }

  @Test func `prints what was found, and no controls`() throws {
    try open(Self.mixed)
    try browser.prefer(dark: false, media: "print")
    let shown =
      "[...document.querySelectorAll('.filters, .pager, nav, button')].filter(e => e.getClientRects().length).length"
    #expect(try browser.number(shown) == 0)
    #expect(try browser.number("\(visible).filter(f => f.getClientRects().length).length") > 2)
    let pdf = try browser.call("Page.printToPDF", ["printBackground": true])
    #expect((pdf["data"] as? String ?? "").count > 10_000)
  }
}
