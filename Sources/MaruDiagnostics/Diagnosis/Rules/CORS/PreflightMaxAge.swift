internal import MaruHTTP

/// How long a preflight's answer is good can't be read.
struct PreflightMaxAge: Rule {
  static let declaration = Declaration(
    "cors.max-age", .low, needs: [],
    Text("Access-Control-Max-Age is no number", "Access-Control-Max-Age가 숫자가 아닙니다"),
    why: Text(
      "Browsers then ask again after five seconds: each call of the page costs two.",
      "브라우저가 5초 뒤 다시 물으므로 페이지의 호출마다 요청이 둘이 됩니다."),
    app: .nothing,
    server: Text("Write seconds in digits only.", "초를 숫자로만 쓰십시오."),
    reference: "Fetch §3.3.3, §4.8")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.facts[index].isPreflight,
        let text = file.field("access-control-max-age", of: index)
      else { return false }
      let digits = FieldSyntax.trimmed(text[...])
      // -1 turns the cache off, as everybody has it.
      return digits != "-1" && (digits.isEmpty || !digits.utf8.allSatisfy(Digits.has))
    }.map { found in
      Sign(
        found,
        Text(
          "It can't be read in \(file.names(found)).", "\(file.names(found))의 값을 읽을 수 없습니다."),
        fields: ["Access-Control-Max-Age"])
    }
  }
}
