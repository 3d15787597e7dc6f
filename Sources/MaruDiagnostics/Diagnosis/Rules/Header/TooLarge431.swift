/// A server refuses a request since its fields are too large.
struct TooLarge431: Rule {
  static let declaration = Declaration(
    "header.too-large-431", .high, needs: [],
    explains: ["cookie.header-too-large"],
    Text("The request's fields are too large for the server", "요청 필드가 서버 한도를 넘습니다"),
    why: Text(
      "Every call to this server fails until the fields shrink.",
      "필드가 줄어들 때까지 이 서버로 가는 모든 호출이 실패합니다."),
    app: Text(
      "Do not retry as it is: remove cookies or a field that grows.",
      "그대로 재시도하지 말고 쿠키나 커지는 필드를 줄이십시오."),
    server: Text(
      "Keep less in cookies and tokens, or raise the limit on every hop.",
      "쿠키와 토큰에 담는 양을 줄이거나 모든 구간의 한도를 올리십시오."),
    reference: "RFC 6585 §5")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { isRefusal($0, file) }.map { found in
      let fields = file.exchanges[found[0]].request
      let largest = fields.all.max { $0.value.utf8.count < $1.value.utf8.count }
      let name = largest.map { Words.isPlainName($0.name) ? $0.name : "‹field›" } ?? "?"
      let bytes = largest?.value.utf8.count ?? 0
      return Sign(
        found,
        Text(
          "\(file.names(found)): \(fields.byteCount) bytes of fields were refused; the largest is \(name) with \(bytes) bytes.",
          "\(file.names(found)): 필드 \(fields.byteCount)바이트가 거절되었습니다. 가장 큰 것은 \(name)으로 \(bytes)바이트입니다."
        ),
        fields: [name])
    }
  }

  static func isRefusal(_ index: Int, _ file: CaseFile) -> Bool {
    let status = file.status(index)
    // nginx writes 494 to itself and 400 to others.
    if status == 431 || status == 494 { return true }
    let said = file.facts[index].said
    return status == 400
      && (said.contains("header or cookie too large") || said.contains("header fields too large")
        || said.contains("request header too large") || said.contains("size of a request header"))
  }
}
