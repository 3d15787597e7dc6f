internal import MaruContract
internal import MaruHTTP
internal import struct Foundation.Date

/// An answer that is kept.
struct CacheEntry: Sendable {
  /// What the request said of the fields that the answer's `Vary` names.
  var varying: [(name: HeaderName, value: String?)]
  var status: Int
  var headers: HeaderFields
  var body: [UInt8]
  /// When the request was sent and the answer had come, by the clock that only goes forward.
  var requested: MonotonicInstant
  var received: MonotonicInstant
  /// The date when the answer had come.
  var receivedDate: Date

  /// How many bytes it takes, about: a small body can have a large head.
  var size: Int {
    let texts =
      headers.map { $0.name.rawValue.utf8.count + $0.value.utf8.count }
      + varying.map { $0.value?.utf8.count ?? 0 }
    return texts.reduce(body.count) { $0 + $1 + Self.bytesPerField }
  }

  /// What a field takes beside its text.
  private static let bytesPerField = 64
}

/// What a private cache may do with an answer (RFC 9111).
enum CacheRule {
  /// Whether an answer may be kept (RFC 9111 §3).
  static func mayKeep(
    _ head: TransportResponse, request: TransportRequest
  ) -> Bool {
    guard request.method == .get, head.status == 200 else { return false }
    let control = CacheControl(head.headers.values(of: .cacheControl))
    guard !control.noStore, !varies(on: head.headers).contains("*") else { return false }
    // What can be neither revalidated nor fresh would never be used.
    return validator(of: head.headers) != nil || lifetime(of: head.headers) > 0
  }

  /// The names in `Vary`, in lower case.
  private static func varies(on headers: HeaderFields) -> [String] {
    headers.values(of: "Vary").flatMap { $0.split(separator: ",") }
      .map { FieldSyntax.trimmed($0).lowercased() }
  }

  /// What decides in any case: servers forget to say that they vary on these.
  private static let always: [HeaderName] = [.accept, .acceptLanguage, .tenantID, .userID]

  /// What the request says of the fields that decide which answer it gets (RFC 9111 §4.1).
  static func varying(
    _ headers: HeaderFields, of request: TransportRequest, secrets: [HeaderName]
  ) -> [(name: HeaderName, value: String?)] {
    (always + secrets + varies(on: headers).compactMap { HeaderName($0) })
      .map { ($0, request.headers[$0]) }
  }

  /// Whether a kept answer is one to this request.
  static func answers(
    _ entry: CacheEntry, _ request: TransportRequest, secrets: [HeaderName]
  ) -> Bool {
    entry.varying.allSatisfy { request.headers[$0.name] == $0.value }
      // An answer to one who sent none of them is not the answer to one who does.
      && secrets.allSatisfy { name in entry.varying.contains { $0.name == name } }
  }

  /// The field by which the server is asked whether the answer still holds (RFC 9110 §13.1).
  static func validator(of headers: HeaderFields) -> (name: HeaderName, value: String)? {
    if let tag = headers[.eTag].flatMap({ EntityTag($0) }) {
      return ("If-None-Match", tag.description)
    }
    return headers["Last-Modified"].map { ("If-Modified-Since", $0) }
  }

  /// For how many seconds an answer is fresh by its own word; nothing is guessed (§4.2.1).
  private static func lifetime(of headers: HeaderFields) -> Double {
    let control = CacheControl(headers.values(of: .cacheControl))
    if control.noCache || control.hasBrokenAge { return 0 }
    if let age = control.maximumAge { return Double(age) }
    let expiries = headers.values(of: "Expires")
    guard expiries.count == 1, let dateText = headers[.date],
      let date = HTTPDate.parse(dateText, reference: .distantPast),
      let expiry = HTTPDate.parse(expiries[0], reference: date)
    else { return 0 }
    return max(expiry.timeIntervalSince(date), 0)
  }

  /// Whether a kept answer may be used unasked (RFC 9111 §4.2).
  static func isFresh(_ entry: CacheEntry, at now: MonotonicInstant) -> Bool {
    age(of: entry, at: now) < lifetime(of: entry.headers)
  }

  /// RFC 9111 §4.2.3.
  private static func age(of entry: CacheEntry, at now: MonotonicInstant) -> Double {
    let told = entry.headers["Age"].flatMap { Double($0) }.map { max($0, 0) } ?? 0
    let delay = entry.requested.duration(to: entry.received) / .seconds(1)
    let date = entry.headers[.date].flatMap { HTTPDate.parse($0, reference: entry.receivedDate) }
    let apparent = date.map { max(entry.receivedDate.timeIntervalSince($0), 0) } ?? 0
    let resident = entry.received.duration(to: now) / .seconds(1)
    return max(apparent, told + delay) + resident
  }

  /// The kept answer with what a 304 says anew (RFC 9111 §3.2); nil if it is about another version.
  static func revalidated(_ entry: CacheEntry, by head: TransportResponse) -> CacheEntry? {
    if let new = head.headers[.eTag].flatMap({ EntityTag($0) }) {
      guard let old = entry.headers[.eTag].flatMap({ EntityTag($0) }), old.matchesWeakly(new)
      else { return nil }
    }
    var entry = entry
    // What describes the body that was kept stays as it came with it.
    let bound: Set<HeaderName> = [
      .contentLength, .contentEncoding, .contentType, .transferEncoding, "Content-Range",
    ]
    // In one pass: a head can have thousands of fields.
    let new = head.headers.filter { !bound.contains($0.name) }
    let names = Set(new.map(\.name))
    let fields = entry.headers.filter { !names.contains($0.name) } + new
    entry.headers = HeaderFields(unchecked: fields.map { ($0.name, $0.value) })
    return entry
  }

  /// Whether an answer means that what is kept of its address may no longer be so (§4.4).
  static func invalidates(_ head: TransportResponse, method: RequestMethod) -> Bool {
    !method.isSafe && (200..<400).contains(head.status)
  }
}
