internal import Foundation
internal import MaruHTTP

/// Makes a capture safe to share: secrets become stand-ins, the same for the same.
///
/// What stays: methods, public hosts, words of paths, names, times, statuses, fields that the
/// protocols define, the shape of JSON and the words of errors. What goes: every credential, every
/// value that may be one, names of people, and bodies but for their shape. Of a JSON Web Token its
/// times stay and its signature goes. The diagnosis of what comes out is that of what went in.
public struct Redactor: Sendable {
  private var scrubber: Scrubber

  /// Makes a redactor that has met no secret yet.
  ///
  /// - Parameter key: drawn by chance, and forgotten: with it, guesses could be tried.
  public init(key: UInt64) {
    scrubber = Scrubber(book: SecretBook(key: key))
  }

  init(book: SecretBook) {
    scrubber = Scrubber(book: book)
  }

  /// A HAR 1.2 file of the capture without its secrets.
  public mutating func har(_ capture: Capture) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("log") { writer in
        writer.text("version", "1.2")
        HARWriter.creator(capture.quality.exporter, &writer)
        writer.array("entries") { writer in
          for exchange in capture.exchanges {
            writer.lineBreak()
            HARWriter.write(
              redacted(exchange), isFine: capture.quality.times != .seconds, &writer)
          }
        }
      }
    }
    return writer.bytes
  }

  mutating func redacted(_ exchange: Exchange) -> Exchange {
    Exchange(
      number: exchange.number, label: exchange.label, start: exchange.start,
      client: exchange.client, seconds: exchange.seconds,
      method: ShownMethod(exchange.method).description == exchange.method
        ? exchange.method : scrubber.name(exchange.method),
      address: Address(scrubber.address(exchange.address.text)), request: fields(exchange.request),
      requestBody: body(exchange.requestBody, isError: false),
      answer: exchange.answer.map { answer in
        CapturedAnswer(
          status: answer.status, fields: fields(answer.fields),
          body: body(answer.body, isError: true),
          redirect: answer.redirect.map { scrubber.address($0) })
      }, failure: exchange.failure, isFromCache: exchange.isFromCache,
      listedCookies: exchange.listedCookies.map { cookie($0) })
  }

  private mutating func cookie(_ pair: CookiePair) -> CookiePair {
    CookiePair(name: scrubber.name(pair.name), value: scrubber.cookie(pair.value))
  }

  // MARK: Fields

  /// Fields whose values are words of the protocol, and hold no name of a person or a session.
  private static let plain: Set<String> = [
    "accept", "accept-encoding", "accept-language", "accept-ranges",
    "access-control-allow-credentials",
    "access-control-allow-headers", "access-control-allow-methods", "access-control-expose-headers",
    "access-control-max-age", "access-control-request-headers", "access-control-request-method",
    "age",
    "allow", "cache-control", "cache-status", "cf-cache-status", "connection", "content-encoding",
    "content-language", "content-length", "content-type", "date", "expires", "last-modified",
    "if-modified-since", "pragma", "retry-after", "sec-fetch-dest", "sec-fetch-mode",
    "sec-fetch-site",
    "sec-fetch-user", "strict-transport-security", "transfer-encoding", "upgrade", "user-agent",
    "vary",
    "x-cache", "x-cache-status", "x-cache-hits", "x-vercel-cache", "x-content-type-options",
    "x-frame-options", "x-requested-with", "www-authenticate", "proxy-authenticate",
  ]
  private static let addresses: Set<String> = [
    "location", "origin", "referer", "content-location", "access-control-allow-origin",
  ]

  mutating func fields(_ fields: CapturedFields) -> CapturedFields {
    var result = CapturedFields()
    for field in fields.all {
      result.append(scrubber.name(field.name), value(field))
    }
    return result
  }

  private mutating func value(_ field: CapturedFields.Field) -> String {
    switch field.folded {
    case "cookie":
      return Facts.pairs(field.value).map { pair in
        pair.name.isEmpty
          ? scrubber.cookie(pair.value)
          : "\(scrubber.name(pair.name))=\(scrubber.cookie(pair.value))"
      }.joined(separator: "; ")
    case "set-cookie": return setCookie(field.value)
    case "authorization", "proxy-authorization": return authorization(field.value)
    case "etag", "if-none-match", "if-match":
      // What is weak stays weak, and each of a list is compared by itself (RFC 9110 §8.8.3).
      return field.value.split(separator: ",").map { tag in
        let tag = FieldSyntax.trimmed(tag)
        let bare = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        return (bare == tag ? "" : "W/") + "\"\(scrubber.book.standIn(for: String(bare)))\""
      }.joined(separator: ", ")
    case "host":
      let parts = field.value.split(separator: ":", maxSplits: 1)
      let port = parts.count == 2 ? ":\(parts[1])" : ""
      return scrubber.host(String(parts.first ?? "")) + port
    case let name where Self.addresses.contains(name):
      guard field.value.contains("/"), !field.value.contains(",") else {
        return field.value == "*" || field.value == "null"
          ? field.value : scrubber.scrub(field.value)
      }
      // An origin has no path, and must not get one.
      let text = scrubber.address(field.value)
      let isOrigin = Address(field.value).path == "/" && !field.value.hasSuffix("/")
      return isOrigin && text.hasSuffix("/") ? String(text.dropLast()) : text
    case let name where Self.plain.contains(name) || name.hasPrefix("access-control-"):
      return scrubber.scrub(field.value)
    // A script reads it from a cookie.
    case "x-xsrf-token", "x-csrftoken", "x-csrf-token": return scrubber.cookie(field.value)
    default: return scrubber.book.token(field.value)
    }
  }

  private mutating func authorization(_ value: String) -> String {
    let words = value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let schemes: Set<String> = [
      "bearer", "basic", "digest", "dpop", "token", "negotiate", "ntlm", "jwt", "oauth", "hawk",
      "aws4-hmac-sha256", "apikey", "mac",
    ]
    let nothing: Set<String> = [
      "null", "undefined", "(null)", "nil", "none", "optional(nil)", "nan", "false", "[object",
      "object]", "",
    ]
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.first,
      schemes.contains(word.lowercased()) || nothing.contains(word.lowercased())
    {
      kept.append(word)
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty else { return kept.joined(separator: " ") }
    let secret = rest.joined(separator: " ")
    var standIn = scrubber.book.token(secret)
    // What makes a field malformed stays: an opening of a template, a character that may not be.
    for mark in ["Optional(", "{{", "${", "<"] where secret.hasPrefix(mark) {
      standIn = mark + scrubber.book.standIn(for: secret, prefix: "S")
    }
    let isToken = secret.utf8.allSatisfy {
      PercentEncoding.isUnreserved($0) || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D
    }
    if !isToken, standIn.first == "S" || standIn.first == "j" { standIn += "!" }
    return (kept + [standIn]).joined(separator: " ")
  }

  private mutating func setCookie(_ line: String) -> String {
    var pieces = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let pair = pieces.removeFirst()
    let equals = pair.firstIndex(of: "=") ?? pair.startIndex
    let hasName = pair.contains("=")
    let name = hasName ? scrubber.name(String(FieldSyntax.trimmed(pair[..<equals]))) : ""
    let value = String(FieldSyntax.trimmed(hasName ? pair[equals...].dropFirst() : pair[...]))
    let shown = hasName ? "\(name)=\(scrubber.cookie(value))" : scrubber.cookie(value)
    let attributes = pieces.map { piece -> String in
      let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return scrubber.scrub(piece) }
      switch FieldSyntax.trimmed(parts[0]).lowercased() {
      case "domain":
        let domain = FieldSyntax.trimmed(parts[1]).lowercased()
        let bare = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
        return "\(parts[0])=\(domain.hasPrefix(".") ? "." : "")\(scrubber.host(bare))"
      case "path":
        return
          "\(parts[0])=\(parts[1].split(separator: "/", omittingEmptySubsequences: false).map { scrubber.segment(String($0)) }.joined(separator: "/"))"
      case "expires", "max-age", "samesite", "priority", "version": return piece
      default: return scrubber.scrub(piece)
      }
    }
    return ([shown] + attributes).joined(separator: ";")
  }

  // MARK: Bodies

  mutating func body(_ body: CapturedBody, isError: Bool) -> CapturedBody {
    guard let text = body.text, !text.isEmpty else {
      return CapturedBody(
        type: scrubber.scrub(body.type), text: body.text, declaredBytes: body.declaredBytes,
        mark: body.mark)
    }
    let shape = shape(text, isError: isError)
    return CapturedBody(
      type: scrubber.scrub(body.type), text: shape, declaredBytes: body.declaredBytes,
      mark: Mark.of(shape))
  }

  mutating func shape(_ text: String, isError: Bool) -> String {
    let first = text.first { !$0.isWhitespace }
    if first == "{" || first == "[", let value = JSONValue.parse(text) {
      var writer = JSONWriter()
      writer.value(nil, shape(value, name: "", isError: isError, depth: 0))
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    if !isError, text.contains("="), !text.contains("\n"), text.utf8.count < 16_384 {
      return scrubber.form(text)
    }
    let start = text.prefix(300).lowercased().drop { $0.isWhitespace }
    let said = text.prefix(2_000).lowercased()
    let words = (Words.expired + Words.forbidden + HTTPWords.all).filter { said.contains($0) }
    let mark = scrubber.book.standIn(for: "body \(Mark.of(text))")
    let note = words.isEmpty ? mark : "\(mark) \(words.joined(separator: ", "))"
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      return "<html><!-- \(note) --></html>"
    }
    if start.hasPrefix("<?xml") || start.hasPrefix("<") {
      return "<?xml version=\"1.0\"?><!-- \(note) -->"
    }
    // Not JSON, and it must not become that.
    return (first == "{" || first == "[") ? "{ \(note)" : note
  }

  private mutating func shape(
    _ value: JSONValue, name: String, isError: Bool, depth: Int
  ) -> JSONValue {
    switch value {
    case .string(let text), .longString(let text, _, _):
      return .string(scrubber.value(text, of: name, isError: isError))
    case .number(let number):
      // A number as long as a card's or a phone's is no count.
      guard abs(number) >= 1e12 || Words.passwordNames.contains(name) else { return value }
      return .string(scrubber.book.standIn(for: String(number)))
    case .array(let elements):
      return .array(
        elements.prefix(50).map { shape($0, name: name, isError: isError, depth: depth + 1) })
    case .object(let members):
      return .object(
        members.prefix(200).map { member in
          JSONValue.Member(
            name: scrubber.name(member.name),
            value: shape(
              member.value, name: member.name.lowercased(), isError: isError, depth: depth + 1))
        })
    default: return value
    }
  }
}

/// Words of servers' pages that rules look for.
enum HTTPWords {
  static let all = [
    "header or cookie too large", "header fields too large", "request header too large",
    "size of a request header", "insufficient_scope", "unsupported_grant_type", "invalid_request",
    "missing", "required", "invalid_client", "invalid_grant", "csrf", "xsrf", "page expired",
  ]
}
