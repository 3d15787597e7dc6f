/// A preflight's answer does not allow a field that was asked for.
struct PreflightHeaderNotAllowed: Rule {
  static let declaration = Declaration(
    "cors.preflight-header-not-allowed", .high, needs: [],
    Text("A preflight does not allow a field", "프리플라이트가 필드를 허용하지 않습니다"),
    why: Text("The call itself is never made.", "본 호출이 이루어지지 않습니다."), app: .nothing,
    server: Text(
      "Name the field in Access-Control-Allow-Headers; * never stands for Authorization.",
      "Access-Control-Allow-Headers에 필드를 넣으십시오. *는 Authorization을 포함하지 않습니다."),
    reference: "Fetch §4.8, §3.3.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.facts[index].isPreflight, (200..<300).contains(file.status(index)) else {
        return false
      }
      return !missing(index, file).isEmpty
    }.map { found in
      let names = Set(found.flatMap { missing($0, file) }).filter(Words.isPlainName).sorted()
      return Sign(
        found,
        Text(
          "Not allowed: \(names.joined(separator: ", ")) (\(file.names(found))).",
          "허용되지 않은 필드: \(names.joined(separator: ", "))(\(file.names(found)))."),
        fields: ["Access-Control-Allow-Headers"] + names)
    }
  }

  private static func missing(_ index: Int, _ file: CaseFile) -> [String] {
    let asked = file.exchanges[index].request.tokens("access-control-request-headers")
    let allowed = Set(
      file.exchanges[index].answer?.fields.tokens("access-control-allow-headers") ?? [])
    let isBare = file.field("access-control-allow-credentials", of: index)?.lowercased() != "true"
    return asked.filter { name in
      !allowed.contains(name) && !(allowed.contains("*") && isBare && name != "authorization")
    }
  }
}
