/// What a complete head says about its request's framing, and why it is refused if it is.
struct HeadInspection {
  enum Framing: Hashable {
    case none
    case length(Int)
    case chunked
  }

  private(set) var framing = Framing.none
  private(set) var refusal: Refusal?
  private(set) var expectsContinue = false
  private(set) var isHead = false

  private let limits: RequestLimits
  private var isVersion10 = false
  private var forbidsBody = false
  private var hostCount = 0
  private var lengths: [Int] = []
  private var encodings = 0

  /// - Parameter head: all lines with their CRLF, the empty one included.
  init(_ head: Span<UInt8>, limits: RequestLimits) {
    self.limits = limits
    do throws(Refusal) {
      try inspect(head)
    } catch {
      refusal = error
    }
  }

  private mutating func inspect(_ head: Span<UInt8>) throws(Refusal) {
    var start = 0
    var count = -1
    while true {
      let end = Self.lineEnd(in: head, from: start)
      if end == start, count >= 0 { break }
      if count < 0 {
        try inspectRequestLine(head.extracting(start..<end))
      } else {
        try inspectField(head.extracting(start..<end))
      }
      count += 1
      guard count <= limits.fieldCount else { throw .tooManyFields }
      start = end + 2
    }
    try judgeFraming()
  }

  private static func lineEnd(in head: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while head[index] != UInt8(ascii: "\r") { index += 1 }
    return index
  }

  // RFC 9112 §3: method SP request-target SP HTTP-version, with single spaces.
  private mutating func inspectRequestLine(_ line: Span<UInt8>) throws(Refusal) {
    let first = line.firstIndex(of: UInt8(ascii: " "), from: 0)
    let second = line.firstIndex(of: UInt8(ascii: " "), from: first + 1)
    guard first > 0, second < line.count, second > first + 1 else {
      throw .malformed("the request line is not method, target and version")
    }
    for index in 0..<first where !HTTPByte.isToken(line[index]) {
      throw .malformed("the method is no token")
    }
    for index in first + 1..<second where !HTTPByte.isVisible(line[index]) {
      throw .malformed("the target has a character that must be encoded")
    }
    let version = line.extracting(second + 1..<line.count)
    if version.equals("HTTP/1.0") {
      isVersion10 = true
    } else if !version.equals("HTTP/1.1") {
      throw version.hasPrefix("HTTP/")
        ? .unsupportedVersion : .malformed("the request line is not method, target and version")
    }
    let method = line.extracting(0..<first)
    isHead = method.equals("HEAD")
    forbidsBody = isHead || method.equals("GET")
    guard Self.isKnown(method) else { throw .unknownMethod }
    // RFC 9112 §3.2.2 would have a server take the absolute form too; only proxies send it.
    guard line[first + 1] == UInt8(ascii: "/") else {
      throw .malformed("the target does not begin with a slash")
    }
    guard second - first - 1 <= limits.headBytes / 2 else { throw .targetTooLong }
  }

  private static func isKnown(_ method: Span<UInt8>) -> Bool {
    let names: [StaticString] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    for name in names where method.equals(name) { return true }
    return false
  }

  // RFC 9112 §5: field-name ":" OWS field-value OWS, no space before the colon, no folding.
  private mutating func inspectField(_ line: Span<UInt8>) throws(Refusal) {
    let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0)
    guard colon > 0, colon < line.count else { throw .malformed("a field has no name") }
    for index in 0..<colon where !HTTPByte.isToken(line[index]) {
      throw .malformed("a field's name is no token")
    }
    for index in colon + 1..<line.count where !HTTPByte.isFieldValue(line[index]) {
      throw .malformed("a field's value has a control character")
    }
    let rest = line.extracting(colon + 1..<line.count)
    let value = rest.extracting(rest.trimmedRange())
    // Only the length decides which of the few names below to compare with.
    let name = line.extracting(0..<colon)
    switch colon {
    case 4 where name.equalsIgnoringCase("host"):
      hostCount += 1
      guard value.count > 0 else { throw .malformed("the host is empty") }
      for index in 0..<value.count where !HTTPByte.isHost(value[index]) {
        throw .malformed("the host has a character that no host has")
      }
    case 14 where name.equalsIgnoringCase("content-length"):
      guard let length = value.decimal() else { throw .malformed("the length is no number") }
      lengths.append(length)
    case 17 where name.equalsIgnoringCase("transfer-encoding"):
      guard value.equalsIgnoringCase("chunked") else { throw .unknownTransferEncoding }
      encodings += 1
    case 6 where name.equalsIgnoringCase("expect"):
      guard value.equalsIgnoringCase("100-continue") else { throw .unknownExpectation }
      expectsContinue = true
    default:
      break
    }
  }

  private mutating func judgeFraming() throws(Refusal) {
    guard hostCount == 1 || (hostCount == 0 && isVersion10) else {
      throw .malformed(hostCount == 0 ? "there is no host" : "there is more than one host")
    }
    guard lengths.count <= 1, encodings <= 1 else {
      throw .malformed("the length is given more than once")
    }
    guard lengths.isEmpty || encodings == 0 else {
      throw .malformed("both a length and a transfer encoding are given")
    }
    guard encodings == 0 || !isVersion10 else {
      throw .malformed("HTTP/1.0 has no transfer encoding")
    }
    if let length = lengths.first, length > 0 { framing = .length(length) }
    if encodings == 1 { framing = .chunked }
    guard framing == .none || !forbidsBody else {
      throw .malformed("this method has no body")
    }
    if case .length(let length) = framing, length > limits.bodyBytes {
      throw .bodyTooLarge(limit: limits.bodyBytes)
    }
    expectsContinue = expectsContinue && framing != .none && !isVersion10
  }
}
