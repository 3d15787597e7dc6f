internal import Foundation
internal import MaruHTTP

/// Puts together what curl said into exchanges.
struct CurlStory {
  private var done: [Exchange] = []
  private var scheme = ""
  private var target = ""
  private var method = ""
  private var request = CapturedFields()
  private var status: Int?
  private var answer = CapturedFields()
  private var body = ""
  private var commandURL: String?
  private var untrusted: CapturedFailure?
  private var startTime: Double?
  private var now: Double?

  mutating func take(_ step: CurlStep) {
    switch step {
    case .command(let line): command(line)
    case .sent(let line): sent(line)
    case .came(let line): came(line)
    case .body(let text):
      if status != nil, body.utf8.count < JSONReader.maximumText {
        body += body.isEmpty ? text : "\n" + text
      }
    case .note(let line): note(line)
    case .failed(let code): failed(code)
    case .time(let time): now = time
    }
  }

  private mutating func command(_ line: String) {
    let words = line.split { $0 == " " || $0 == "'" || $0 == "\"" }
    commandURL = words.last { $0.contains("://") }.map(String.init)
    if let commandURL { scheme = Address(commandURL).scheme }
  }

  private mutating func sent(_ line: String) {
    let words = line.split(separator: " ")
    if words.count == 3, words[2].hasPrefix("HTTP/") {
      finish()
      (method, target) = (String(words[0]), String(words[1]))
      startTime = now
      return
    }
    if let field = Self.field(line) { request.append(field.name, field.value) }
  }

  private mutating func came(_ line: String) {
    if line.hasPrefix("HTTP/") {
      // A response behind a response: the first was `100`, or curl was called with `-i`.
      if status != nil, status != 100 { finish() }
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      answer = CapturedFields()
      body = ""
      return
    }
    if let field = Self.field(line) { answer.append(field.name, field.value) }
  }

  private mutating func note(_ line: String) {
    if line.hasPrefix("SSL connection using") || line.contains("TLS handshake") { scheme = "https" }
    if line.contains("Issue another request to this URL: '") {
      let url = line.split(separator: "'").dropFirst().first
      finish()
      if let url { scheme = Address(String(url)).scheme }
    }
    let problems = [
      "certificate problem", "no alternative certificate", "does not match target host",
    ]
    if problems.contains(where: line.contains) {
      untrusted = CapturedFailure(message: line)
    }
  }

  private mutating func failed(_ code: Int) {
    var kind = CapturedFailure.curl(code)
    // From 7.62 on curl gives 60 for a certificate of another host, too.
    if kind == .tlsUntrusted, let untrusted { kind = untrusted.kind }
    let failure = CapturedFailure(kind: kind, code: "curl \(code)")
    finish(failure)
  }

  mutating func exchanges() -> [Exchange] {
    finish()
    return done
  }

  private mutating func finish(_ failure: CapturedFailure? = nil) {
    defer {
      (target, method, body, status) = ("", "", "", nil)
      (request, answer, untrusted) = (CapturedFields(), CapturedFields(), nil)
    }
    guard status != nil || failure != nil || !method.isEmpty else { return }
    let number = done.count + 1
    let start = startTime.map { Date(timeIntervalSince1970: day + $0) }
    let seconds = startTime.flatMap { from in now.map { max($0 - from, 0) } } ?? 0
    done.append(
      Exchange(
        number: number, label: "e\(number)", start: start, client: .curl, seconds: seconds,
        method: method.isEmpty ? "GET" : method, address: Address(url()), request: request,
        requestBody: .none,
        answer: status.map {
          CapturedAnswer(
            status: $0, fields: answer,
            body: CapturedBody(
              type: answer["content-type"] ?? "", text: body, declaredBytes: nil,
              mark: Mark.of(body)), redirect: nil)
        }, failure: failure, isFromCache: false, listedCookies: []))
  }

  /// Traces have the time of the day; the day is in the answer.
  private var day: Double {
    let date = answer["date"].flatMap {
      HTTPDate.parse($0, reference: Date(timeIntervalSince1970: 1.6e9))
    }
    return ((date?.timeIntervalSince1970 ?? 0) / 86_400).rounded(.down) * 86_400
  }

  private func url() -> String {
    guard let host = request["host"] else { return commandURL ?? "https://unknown.invalid/" }
    let known = scheme.isEmpty ? "https" : scheme
    return "\(known)://\(host)\(target)"
  }

  private static func field(_ line: String) -> (name: String, value: String)? {
    guard let colon = line.dropFirst().firstIndex(of: ":") else { return nil }
    let name = line[..<colon]
    guard FieldSyntax.isToken(name) else { return nil }
    return (String(name), String(FieldSyntax.trimmed(line[colon...].dropFirst())))
  }
}
