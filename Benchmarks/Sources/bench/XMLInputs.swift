/// Documents to measure XML with, and the same values as JSON; the same in every run.
struct XMLInputs {
  /// A document in both forms.
  struct Pair {
    var xml: [UInt8] = []
    var json: [UInt8] = []
  }

  private static let words = [
    "alpha", "bravo", "cedar", "delta", "ember", "falcon", "garnet", "harbor", "indigo", "juniper",
    "kestrel", "lantern", "meadow", "nectar", "onyx", "pepper", "quartz", "river", "saffron",
    "timber", "umber", "velvet", "willow", "xenon", "yarrow", "zephyr", "가격", "상품", "목록", "서울",
    "부산",
  ]

  private var state: UInt64 = 7

  private mutating func draw(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) >> 33) % bound
  }

  private mutating func word() -> String { Self.words[draw(Self.words.count)] }

  private mutating func text(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }

  /// One item of ``flat(bytes:)``: two attributes and five elements, laid out over lines.
  private mutating func item(_ number: Int) -> (xml: String, json: String) {
    let name = text(3)
    let isEscaped = number % 10 == 0
    let cents = 100 + draw(99_800)
    let fraction = cents % 100
    let price = "\(cents / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    let quantity = draw(500)
    let stock = draw(10) < 7
    let about = text(9)
    let xml = """
        <item id="\(number)" currency="USD">
          <name>\(name)\(isEscaped ? " &amp; co" : "")</name>
          <price>\(price)</price>
          <quantity>\(quantity)</quantity>
          <inStock>\(stock)</inStock>
          <description>\(about)</description>
        </item>

      """
    let json = """
      {"id": \(number), "currency": "USD", "name": "\(name)\(isEscaped ? " & co" : "")", "price": \(price), \
      "quantity": \(quantity), "inStock": \(stock), "description": "\(about)"}
      """
    return (xml, json)
  }

  /// Paragraphs in Korean, of about so many bytes: hardly a byte of them is ASCII.
  static func korean(bytes: Int) -> [UInt8] {
    let paragraph = "<p>\(words.suffix(5).joined(separator: "와 "))을 다시 살펴보았습니다</p>\n"
    let count = max(1, bytes / paragraph.utf8.count)
    return Array("<text>\(String(repeating: paragraph, count: count))</text>".utf8)
  }

  /// A list of items, of about so many bytes.
  static func flat(bytes: Int) -> Pair {
    var inputs = XMLInputs()
    var pair = Pair()
    pair.xml += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<items>\n".utf8
    pair.json += "{\"item\": [".utf8
    var number = 0
    while pair.xml.count < bytes {
      number += 1
      let item = inputs.item(number)
      pair.xml += item.xml.utf8
      if number > 1 { pair.json += ", ".utf8 }
      pair.json += item.json.utf8
    }
    pair.xml += "</items>\n".utf8
    pair.json += "]}".utf8
    return pair
  }

  /// A feed with prefixes, references and CDATA, of about so many bytes.
  static func rss(bytes: Int) -> Pair {
    var inputs = XMLInputs()
    var pair = Pair()
    pair.xml +=
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel>
      <title>Harbor Weekly</title>
      <link>https://example.org/</link>
      <atom:link href="https://example.org/feed.xml" rel="self" type="application/rss+xml"/>
      <description>News &amp; notes</description>
      <language>ko</language>

      """.utf8
    pair.json +=
      """
      {"version": "2.0", "channel": {"title": "Harbor Weekly", "link": "https://example.org/", \
      "description": "News & notes", "language": "ko", "item": [
      """.utf8
    var number = 0
    while pair.xml.count < bytes {
      number += 1
      inputs.appendEntry(number, to: &pair)
    }
    pair.xml += "</channel>\n</rss>\n".utf8
    pair.json += "]}}".utf8
    return pair
  }

  private mutating func appendEntry(_ number: Int, to pair: inout Pair) {
    let title = text(6)
    let about = text(30)
    let body = ("<p>\(text(60))</p>\n<p>\(text(60)) &amp; more</p>")
    let creator = text(2)
    let categories = (0..<draw(4)).map { _ in word() }
    let day = 1 + number % 28
    let minute = number % 60
    let date =
      "Mon, \(day < 10 ? "0" : "")\(day) Jan 2024 10:\(minute < 10 ? "0" : "")\(minute):00 +0900"
    pair.xml +=
      """
      <item>
      <title>\(title)</title>
      <link>https://example.org/p/\(number)?a=1&amp;b=\(number)</link>
      <guid isPermaLink="false">post-\(number)</guid>
      <pubDate>\(date)</pubDate>
      <dc:creator>\(creator)</dc:creator>

      """.utf8
    for category in categories { pair.xml += "<category>\(category)</category>\n".utf8 }
    pair.xml +=
      """
      <description>\(about) &lt;b&gt;bold&lt;/b&gt; &#8212; &quot;q&quot;</description>
      <content:encoded><![CDATA[\(body)]]></content:encoded>
      </item>

      """.utf8
    let list = categories.map { "\"\($0)\"" }.joined(separator: ", ")
    pair.json +=
      """
      \(number > 1 ? ", " : ""){"title": "\(title)", "link": "https://example.org/p/\(number)?a=1&b=\(number)", \
      "guid": "post-\(number)", "pubDate": "\(date)", "category": [\(list)], \
      "description": "\(about) <b>bold</b> — \\"q\\"", "creator": "\(creator)", \
      "encoded": "\(body.split(separator: "\n").joined(separator: "\\n"))"}
      """.utf8
  }

  /// A binary tree of so many levels.
  static func nested(levels: Int) -> Pair {
    var inputs = XMLInputs()
    var pair = Pair()
    pair.xml += "<?xml version=\"1.0\"?>\n".utf8
    inputs.appendNode(1, levels: levels, indentation: 0, to: &pair)
    return pair
  }

  private mutating func appendNode(
    _ number: Int, levels: Int, indentation: Int, to pair: inout Pair
  ) {
    let space = String(repeating: " ", count: indentation)
    let label = word()
    pair.xml += "\(space)<node id=\"\(number)\"><label>\(label)</label>".utf8
    pair.json += "{\"id\": \(number), \"label\": \"\(label)\", \"node\": [".utf8
    if levels > 0 {
      pair.xml.append(UInt8(ascii: "\n"))
      appendNode(2 * number, levels: levels - 1, indentation: indentation + 1, to: &pair)
      pair.json += ", ".utf8
      appendNode(2 * number + 1, levels: levels - 1, indentation: indentation + 1, to: &pair)
      pair.xml += space.utf8
    }
    pair.xml += "</node>\n".utf8
    pair.json += "]}".utf8
  }

  /// So many chains of 200 elements inside each other.
  static func deep(chains: Int) -> Pair {
    var pair = Pair()
    pair.xml += "<root>\n".utf8
    pair.json += "{\"n\": [".utf8
    for chain in 0..<chains {
      if chain > 0 { pair.json += ", ".utf8 }
      for level in 0..<200 {
        pair.xml += "<n d=\"\(level)\">".utf8
        pair.json += "{\"d\": \(level), \"n\": [".utf8
      }
      pair.xml += "<v>\(chain)</v>".utf8
      for level in (0..<200).reversed() {
        pair.xml += "</n>".utf8
        pair.json += (level == 199 ? "], \"v\": \(chain)}" : "]}").utf8
      }
      pair.xml.append(UInt8(ascii: "\n"))
    }
    pair.xml += "</root>\n".utf8
    pair.json += "]}".utf8
    return pair
  }
}
