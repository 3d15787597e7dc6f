import Foundation

/// A capture to measure the diagnosis with: a session's traffic of browser and app, as a HAR of any size
/// and the same in every run.
struct CaptureInputs {
  private static let words = [
    "alpha", "bravo", "cedar", "delta", "ember", "falcon", "garnet", "harbor", "indigo", "juniper",
    "kestrel", "lantern", "meadow", "nectar", "onyx", "가격", "상품", "목록", "서울", "부산",
  ]

  private var state: UInt64 = 11
  private var entries = 0
  private var seconds = 0.0
  private var token = 0
  private var session = 0

  private mutating func draw(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) >> 33) % bound
  }

  private mutating func text(_ count: Int) -> String {
    (0..<count).map { _ in Self.words[draw(Self.words.count)] }.joined(separator: " ")
  }

  /// Writes a HAR of about so many bytes, an entry at a time.
  ///
  /// - Returns: how many entries it has.
  static func write(bytes: Int, to path: String) throws -> Int {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Missing(what: "a folder to write \(path) in") }
    defer { try? file.close() }
    var inputs = CaptureInputs()
    var total = 0
    var piece = Data(
      #"{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":["#.utf8)
    while total < bytes {
      if inputs.entries > 0 { piece += Data(",\n".utf8) }
      piece += Data(inputs.entry().utf8)
      if piece.count > 1 << 20 || total + piece.count >= bytes {
        total += piece.count
        try file.write(contentsOf: piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: Data("]}}".utf8))
    return inputs.entries
  }

  private struct Message {
    var method = "GET"
    var url = ""
    var status = 200
    var type = "application/json"
    var request: [(String, String)] = []
    var answer: [(String, String)] = []
    var posted: String?
    var body = ""
    var encoding: String?
  }

  private mutating func entry() -> String {
    entries += 1
    seconds += Double(draw(900)) / 1_000
    let took = 20 + draw(400)
    var message = Message()
    switch entries % 40 {
    case 1 where entries % 400 == 1: refresh(&message)
    case 7: redirect(&message)
    case 5, 15, 25, 35: page(&message)
    case 10, 30: picture(&message)
    case 20: failure(&message)
    default: call(&message)
    }
    return written(message, took: took)
  }

  private mutating func refresh(_ message: inout Message) {
    message.method = "POST"
    message.url = "https://id.wren.test/oauth/token"
    message.request.append(("Content-Type", "application/x-www-form-urlencoded"))
    message.posted = "grant_type=refresh_token&client_id=app&refresh_token=refresh-\(token)"
    token += 1
    message.answer.append(("Cache-Control", "no-store"))
    message.body =
      #"{"access_token":"access-\#(token)","refresh_token":"refresh-\#(token)","expires_in":600,"token_type":"Bearer"}"#
  }

  private mutating func call(_ message: inout Message) {
    message.url = "https://api.wren.test/v1/items/\(draw(5_000))?page=\(draw(20))&sort=name"
    if draw(6) == 0 {
      message.method = "POST"
      message.request.append(("Content-Type", "application/json"))
      message.posted = #"{"name":"\#(text(4))","count":\#(draw(100))}"#
    }
    message.request.append(("Authorization", "Bearer access-\(token)"))
    message.answer.append(("Cache-Control", "private, no-cache"))
    message.answer.append(("ETag", "\"\(draw(1 << 30))\""))
    let rows = (0..<(4 + draw(12))).map { number in
      #"{"id":\#(number),"name":"\#(text(3))","about":"\#(text(12))","price":\#(draw(9_999))}"#
    }
    message.body = #"{"items":[\#(rows.joined(separator: ","))],"total":\#(rows.count)}"#
  }

  private mutating func page(_ message: inout Message) {
    message.url = "https://www.wren.test/shop/\(draw(3_000)).html"
    message.type = "text/html; charset=utf-8"
    message.request.append(
      ("Cookie", "sid=session-\(session); theme=dark; _ga=GA1.2.\(draw(1 << 30))"))
    session += 1
    message.answer.append(
      (
        "Set-Cookie", "sid=session-\(session); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=3600"
      ))
    message.answer.append(("Cache-Control", "private, no-store"))
    message.body =
      "<!doctype html>\n<html><body>\n"
      + (0..<40).map { _ in "<p class=\"x\">\(text(20))</p>\n" }.joined() + "</body></html>"
  }

  private mutating func picture(_ message: inout Message) {
    message.url = "https://cdn.wren.test/i/\(draw(2_000)).webp"
    message.type = "image/webp"
    message.encoding = "base64"
    message.answer.append(("Cache-Control", "public, max-age=86400"))
    message.answer.append(("Age", "\(draw(5_000))"))
    message.body = Data((0..<9_000).map { _ in UInt8(draw(256)) }).base64EncodedString()
  }

  private mutating func redirect(_ message: inout Message) {
    message.url = "https://api.wren.test/old/\(draw(100))"
    message.status = 302
    message.request.append(("Authorization", "Bearer access-\(token)"))
    message.answer.append(("Location", "/v1/items/\(draw(5_000))?page=1&sort=name"))
  }

  private mutating func failure(_ message: inout Message) {
    message.url = "https://api.wren.test/v1/orders/\(draw(900))"
    message.status = [401, 403, 404, 429, 503][draw(5)]
    message.request.append(("Authorization", "Bearer access-\(token)"))
    message.answer.append(("WWW-Authenticate", "Bearer error=\"invalid_token\""))
    message.body = #"{"type":"about:blank","title":"\#(text(3))","status":\#(message.status)}"#
  }

  private mutating func written(_ message: Message, took: Int) -> String {
    let date = Date(timeIntervalSince1970: 1_772_442_000 + seconds)
    let start = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let request =
      [
        ("Host", "wren.test"), ("Accept", "application/json, text/html;q=0.9, */*;q=0.8"),
        ("Accept-Encoding", "gzip, deflate, br"), ("Accept-Language", "ko-KR,ko;q=0.9,en;q=0.8"),
        ("User-Agent", "Shop/4.2 CFNetwork/1568.100.1 Darwin/24.0.0"),
        ("X-Request-Id", "\(draw(1 << 30))-\(entries)"),
      ] + message.request
    let answer =
      [
        ("Content-Type", message.type), ("Date", httpDate(date)), ("Server", "nginx"),
        ("Content-Encoding", "br"), ("Vary", "Accept-Encoding"),
        ("X-Content-Type-Options", "nosniff"),
        ("Strict-Transport-Security", "max-age=31536000"), ("Connection", "keep-alive"),
      ] + message.answer
    let posted = message.posted.map {
      #","postData":{"mimeType":"","text":"\#(quoted($0))"}"#
    }
    let encoding = message.encoding.map { #","encoding":"\#($0)""# } ?? ""
    return """
      {"startedDateTime":"\(start)","time":\(took),"request":{"method":"\(message.method)",\
      "url":"\(message.url)","httpVersion":"h2","headers":[\(rows(request))],"queryString":[],\
      "cookies":[],"headersSize":-1,"bodySize":\(message.posted?.utf8.count ?? 0)\(posted ?? "")},\
      "response":{"status":\(message.status),"statusText":"","httpVersion":"h2",\
      "headers":[\(rows(answer))],"cookies":[],"content":{"size":\(message.body.utf8.count),\
      "mimeType":"\(message.type)","text":"\(quoted(message.body))"\(encoding)},"redirectURL":"",\
      "headersSize":-1,"bodySize":-1},"cache":{},"timings":{"blocked":1,"dns":-1,"connect":-1,\
      "send":0.2,"wait":\(took - 2),"receive":0.8,"ssl":-1},"serverIPAddress":"192.0.2.7",\
      "connection":"\(entries % 6)","_priority":"High","_resourceType":"fetch"}
      """
  }

  private func rows(_ fields: [(String, String)]) -> String {
    fields.map { #"{"name":"\#($0.0)","value":"\#(quoted($0.1))"}"# }.joined(separator: ",")
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private func httpDate(_ date: Date) -> String {
    let style = Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
    return date.formatted(style)
  }
}
