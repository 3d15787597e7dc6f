internal import Foundation
internal import MaruContract
internal import MaruHTTP

/// An exchange as the recorder saw it, not redacted yet: it lives for a moment only.
struct RecordedExchange: Sendable {
  let request: TransportRequest
  let body: RequestBody
  let answer: HeardAnswer
  let failure: CapturedFailure?
  let start: Date
  let monotonic: MonotonicInstant
  let duration: Duration
  let note: CallNotes.Note?

  /// The same in a capture's words.
  func exchange(_ number: Int, client: ClientKind?) -> Exchange {
    var fields = Self.fields(request.headers)
    if let type = body.mediaType { fields.append("Content-Type", type.description) }
    return Exchange(
      number: number, label: "e\(number)", start: start, client: client,
      seconds: max(duration / .seconds(1), 0), method: request.method.rawValue,
      address: Address(request.url.string), request: fields, requestBody: sent,
      answer: answer.response.map { response in
        let fields = Self.fields(response.headers)
        let type = fields["content-type"] ?? ""
        return CapturedAnswer(
          status: response.status, fields: fields,
          body: Self.body(type, answer.body, count: answer.bytes), redirect: nil)
      }, failure: failure, isFromCache: false, listedCookies: [])
  }

  private var sent: CapturedBody {
    guard case .bytes(let bytes) = body.content else { return .none }
    return Self.body(body.mediaType?.description ?? "", bytes, count: bytes.count)
  }

  private static func body(_ type: String, _ bytes: [UInt8], count: Int) -> CapturedBody {
    let isShort = !bytes.isEmpty && bytes.count <= HeardAnswer.limit
    let text = isShort ? String(validating: bytes, as: UTF8.self) : nil
    return CapturedBody(
      type: type, text: text, declaredBytes: count, mark: text.map { Mark.of($0) })
  }

  private static func fields(_ headers: HeaderFields) -> CapturedFields {
    var fields = CapturedFields()
    for field in headers { fields.append(field.name.rawValue, field.value) }
    return fields
  }
}
