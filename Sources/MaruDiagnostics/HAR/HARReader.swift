/// Reads a HAR entry by entry, so that only one entry's JSON is in memory at a time.
struct HARReader {
  private var entries = EntryReader()
  private var exchanges: [Exchange] = []
  private var creator: [String] = []
  private var hasLog = false
  private var hasEntries = false

  /// - Throws: ``CaptureRefusal`` if there is no whole exchange before what is wrong.
  static func read(_ feed: ByteFeed) throws(CaptureRefusal) -> Capture {
    var json = JSONReader(feed)
    var reader = HARReader()
    var cut: CaptureRefusal?
    do throws(CaptureRefusal) {
      try reader.file(&json)
      guard reader.hasLog else { throw CaptureRefusal(.noLog) }
      guard reader.hasEntries else { throw CaptureRefusal(.noEntries) }
    } catch {
      // What was whole before the cut is worth more than nothing, as long as the cut is told.
      guard !reader.exchanges.isEmpty else { throw error }
      cut = error
    }
    let judge = QualityJudge(
      exporter: reader.creator.joined(separator: ", "), dates: reader.entries.seen)
    return judge.capture(of: reader.exchanges, cut: cut)
  }

  private mutating func file(_ json: inout JSONReader) throws(CaptureRefusal) {
    guard let first = try json.next() else { throw json.feed.refusal(.empty) }
    if first != UInt8(ascii: "{") { try json.skipCall() }
    try json.object { (json, name) throws(CaptureRefusal) in
      guard name == "log", try json.next() == UInt8(ascii: "{") else { return try json.pass() }
      hasLog = true
      try json.object { (json, name) throws(CaptureRefusal) in try log(name, &json) }
    }
  }

  private mutating func log(_ name: String, _ json: inout JSONReader) throws(CaptureRefusal) {
    switch name {
    case "entries":
      hasEntries = true
      guard try json.next() == UInt8(ascii: "[") else { return try json.pass() }
      try json.array { (json) throws(CaptureRefusal) in
        let value = try json.value()
        if let exchange = entries.exchange(value) { exchanges.append(exchange) }
      }
    case "creator", "browser":
      let value = try json.value()
      if let text = value["name"]?.text { creator.append(Self.shown(text, value["version"])) }
    default: try json.pass()
    }
  }

  /// A program's name and version, as far as they look like ones.
  private static func shown(_ name: String, _ version: JSONValue?) -> String {
    let text = "\(name.prefix(40)) \((version?.scalar ?? "").prefix(20))"
    return String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " .-+".contains($0)) })
  }
}

extension JSONReader {
  /// Passes over a value that nobody wants.
  mutating func pass() throws(CaptureRefusal) { _ = try value() }

  /// Passes over the name of a function that is called with the value (JSONP).
  mutating func skipCall() throws(CaptureRefusal) {
    var count = 0
    while let byte = try next(), byte != UInt8(ascii: "{") {
      guard count < 64 else { throw feed.refusal(.value) }
      count += 1
      step()
    }
  }
}
