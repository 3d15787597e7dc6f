/// A redirect made a POST a GET, and the server did not mean that.
struct PostBecameGet: Rule {
  static let declaration = Declaration(
    "redirect.post-became-get", .high, needs: [.redirects],
    explains: ["status.405-allow"],
    Text("A redirect turned the POST into a GET", "리디렉션에서 POST가 GET으로 바뀌었습니다"),
    why: Text(
      "The body is lost: what was to be done is not done.",
      "본문이 사라져 하려던 일이 이루어지지 않습니다."),
    app: Text("Call the final address.", "최종 주소를 직접 부르십시오."),
    server: Text(
      "Answer 307 or 308 where the method is to stay; 303 where a GET is meant.",
      "메서드를 유지하려면 307이나 308, GET을 뜻하면 303으로 답하십시오."),
    reference: "RFC 9110 §15.4.2, §15.4.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.hops.compactMap { hop in
      let (from, to) = (file.exchanges[hop.from], file.exchanges[hop.to])
      guard ["POST", "PUT", "PATCH", "DELETE"].contains(from.method), to.method == "GET",
        [301, 302].contains(file.status(hop.from))
      else { return nil }
      // After a form, 302 to a page is how pages are shown; only the same place, moved, or a
      // refusal tells that the method was to stay.
      let isMoved = same(from.address.path, to.address.path)
      let isRefused = [400, 404, 405, 411, 415, 501].contains(file.status(hop.to))
      guard isMoved || isRefused && !file.isHTML(hop.to) else { return nil }
      return Sign(
        [hop.from, hop.to],
        Text(
          "\(file.label(hop.from)) was a \(ShownMethod(from.method)), the redirect \(file.status(hop.from)) made \(file.label(hop.to)) a GET, answered \(file.status(hop.to)).",
          "\(file.label(hop.from))는 \(ShownMethod(from.method))였지만 \(file.status(hop.from)) 리디렉션 뒤 \(file.label(hop.to))는 GET이 되어 \(file.status(hop.to))을(를) 받았습니다."
        ),
        fields: ["Location"], severity: isRefused ? .high : .medium)
    }
  }

  private static func same(_ one: String, _ other: String) -> Bool {
    func bare(_ path: String) -> Substring { path.hasSuffix("/") ? path.dropLast() : path[...] }
    return bare(one) == bare(other)
  }
}
