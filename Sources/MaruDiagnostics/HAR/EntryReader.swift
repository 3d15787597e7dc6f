internal import MaruHTTP

internal import struct Foundation.Date

/// Makes an exchange of one entry of a HAR, whatever is missing, null or of another type in it.
struct EntryReader {
  /// Exchanges that were read, for the number of the next.
  private(set) var count = 0
  /// What the entries as a whole show of their capture.
  private(set) var seen = Seen()

  struct Seen {
    /// Dates with a fraction of a second.
    var fineDates = 0
    /// Those of them whose fraction is not zero.
    var brokenSeconds = 0
    var coarseDates = 0
  }

  mutating func exchange(_ entry: JSONValue) -> Exchange? {
    guard case .object = entry else { return nil }
    let request = entry["request"] ?? .object([])
    let url = request["url"]?.text ?? ""
    // A row without an address was never a request; one exporter writes those for what it dropped.
    guard !url.isEmpty else { return nil }
    count += 1
    let fields = Self.fields(request["headers"])
    let start = date(entry["startedDateTime"] ?? entry["startDateTime"])
    let answer = Self.answer(entry["response"])
    let post = request["postData"]
    let type = post?["mimeType"]?.text ?? fields["content-type"] ?? ""
    return Exchange(
      number: count, label: Self.label(entry, count), start: start,
      client: Self.client(entry, fields), seconds: Self.seconds(entry),
      method: request["method"]?.text ?? "GET", address: Address(url), request: fields,
      requestBody: CapturedBody(
        type: type, value: Self.posted(post), encoding: post?["encoding"]?.text,
        declaredBytes: request["bodySize"]?.int),
      answer: answer, failure: Self.failure(entry, hasAnswer: answer != nil),
      isFromCache: Self.isFromCache(entry), listedCookies: Self.listed(request["cookies"]))
  }

  private mutating func date(_ value: JSONValue?) -> Date? {
    if let text = value?.text, let moment = CaptureDate(text) {
      if moment.isFine { seen.fineDates += 1 } else { seen.coarseDates += 1 }
      if moment.date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) != 0 {
        seen.brokenSeconds += 1
      }
      return moment.date
    }
    if let number = value?.double, number > 1e9, number < 1e14 {
      seen.fineDates += 1
      seen.brokenSeconds += 1
      // Seconds or milliseconds since 1970; nobody records the year 5138.
      return Date(timeIntervalSince1970: number > 1e11 ? number / 1000 : number)
    }
    return nil
  }

  private static func label(_ entry: JSONValue, _ number: Int) -> String {
    for name in ["_id", "id"] {
      // Shown in reports, so it must look like an id.
      if let id = entry[name]?.scalar, (1...24).contains(id.utf8.count),
        id.utf8.allSatisfy({ Digits.has($0) || $0 &- 0x61 < 26 || $0 == UInt8(ascii: "-") }),
        id.utf8.count < 9
      {
        return id
      }
    }
    return "e\(number)"
  }

  private static func client(_ entry: JSONValue, _ fields: CapturedFields) -> ClientKind? {
    for value in [entry["client"], entry["_client"], entry["_maru"]?["client"]] {
      if let name = value?.text, let kind = ClientKind(named: name) { return kind }
    }
    return fields["user-agent"].flatMap { ClientKind(userAgent: $0) }
  }

  /// Milliseconds, of which some exporters write a text, null or -1.
  private static func seconds(_ entry: JSONValue) -> Double {
    if let time = entry["time"]?.double, time >= 0, time < 1e9 { return time / 1000 }
    let parts = ["blocked", "dns", "connect", "send", "wait", "receive"]
    let sum = parts.compactMap { entry["timings"]?[$0]?.double }.filter { $0 > 0 }.reduce(0, +)
    return min(sum, 1e9) / 1000
  }

  private static func fields(_ value: JSONValue?) -> CapturedFields {
    var fields = CapturedFields()
    var cookies: [String] = []
    for row in value?.elements ?? [] {
      guard let name = row["name"]?.text, let text = row["value"]?.scalar else { continue }
      switch name.lowercased() {
      case "cookie":
        // RFC 9113 §8.2.3: HTTP/2 may cut the field into crumbs.
        cookies.append(text)
      case "set-cookie":
        for one in SetCookieLines.split(text) { fields.append(name, one) }
      default:
        guard text.utf8.contains(0x0A) else {
          fields.append(name, text)
          continue
        }
        // Fields of one name, joined by the exporter; no field holds a line end.
        for line in text.split(whereSeparator: \.isNewline) {
          fields.append(name, String(FieldSyntax.trimmed(line)))
        }
      }
    }
    if !cookies.isEmpty { fields.append("Cookie", cookies.joined(separator: "; ")) }
    return fields
  }

  private static func posted(_ post: JSONValue?) -> JSONValue? {
    if let text = post?["text"], let read = text.text, !read.isEmpty { return text }
    let pairs = (post?["params"]?.elements ?? []).compactMap { row -> String? in
      guard let name = row["name"]?.text else { return nil }
      return "\(encoded(name))=\(encoded(row["value"]?.scalar ?? ""))"
    }
    return pairs.isEmpty ? nil : .string(pairs.joined(separator: "&"))
  }

  /// A form's parts stand decoded in some files and encoded in others: what is encoded stays.
  private static func encoded(_ text: String) -> String {
    text.replacing("&", with: "%26").replacing("=", with: "%3D")
  }

  private static func answer(_ response: JSONValue?) -> CapturedAnswer? {
    guard let response, let status = response["status"]?.int, (100...999).contains(status) else {
      return nil
    }
    let fields = Self.fields(response["headers"])
    let content = response["content"]
    let redirect = response["redirectURL"]?.text
    let size = content?["size"]?.int
    let type = fields["content-type"] ?? content?["mimeType"]?.text ?? ""
    return CapturedAnswer(
      status: status, fields: fields,
      body: CapturedBody(
        type: type == "x-unknown" ? "" : type, value: content?["text"],
        encoding: content?["encoding"]?.text, declaredBytes: size),
      redirect: redirect.flatMap { $0.isEmpty ? nil : $0 })
  }

  private static func isFromCache(_ entry: JSONValue) -> Bool {
    for value in [entry["fromCache"], entry["_fromCache"], entry["_maru"]?["fromCache"]] {
      if value?.bool == true { return true }
      if let text = value?.text, !text.isEmpty, text != "false" { return true }
    }
    return entry["_fetchType"]?.text?.hasSuffix("Cache") == true
      || entry["response"]?["_fetchType"]?.text?.hasSuffix("Cache") == true
  }

  private static func listed(_ cookies: JSONValue?) -> [CookiePair] {
    (cookies?.elements ?? []).compactMap { row in
      guard let name = row["name"]?.text else { return nil }
      return CookiePair(name: name, value: row["value"]?.scalar ?? "")
    }
  }

  /// The reason that a file gives for having no answer.
  private static func failure(_ entry: JSONValue, hasAnswer: Bool) -> CapturedFailure? {
    let places = [
      entry["error"], entry["_error"], entry["_maru"]?["error"], entry["response"]?["_error"],
      entry["request"]?["_error"],
    ]
    for case let value? in places {
      if let text = value.text, !text.isEmpty { return CapturedFailure(message: text) }
      guard case .object = value else { continue }
      if let kind = value["kind"]?.text.flatMap({ CapturedFailure.Kind(rawValue: $0) }) {
        return CapturedFailure(kind: kind, code: Self.code(value["name"]?.text ?? ""))
      }
      let message = value["message"]?.text ?? value["msg"]?.text ?? ""
      if let code = value["code"]?.int {
        return CapturedFailure(
          domain: Self.domain(value["domain"]?.text ?? ""), code: code,
          underlying: (value["underlying"] ?? value["underlyingCode"])?.int, message: message)
      }
      if !message.isEmpty { return CapturedFailure(message: message) }
    }
    // Charles: a status of its own for what failed.
    guard !hasAnswer, entry["response"]?["status"]?.int ?? 0 <= 0 else { return nil }
    if let text = entry["response"]?["statusText"]?.text, !text.isEmpty {
      return CapturedFailure(message: text)
    }
    return nil
  }

  private static func code(_ text: String) -> String {
    String(
      text.prefix(60).filter {
        $0.isASCII && ($0.isLetter || $0.isNumber || " -_.:()".contains($0))
      })
  }

  private static func domain(_ text: String) -> String {
    text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: ".") }
      && text.utf8.count < 40 ? text : ""
  }
}
