/// `Access-Control-Allow-Origin` has more than one value.
struct SeveralOrigins: Rule {
  static let declaration = Declaration(
    "cors.acao-multiple", .high, needs: [],
    Text(
      "Access-Control-Allow-Origin has several values", "Access-Control-Allow-Origin 값이 여러 개입니다"),
    why: Text(
      "The browser takes exactly one: with two, often from app and proxy, it refuses the answer.",
      "브라우저는 하나만 받습니다. 앱과 프록시가 각각 넣어 둘이 되면 응답을 거부합니다."), app: .nothing,
    server: Text("Let one place add the field.", "한 곳에서만 필드를 추가하십시오."),
    reference: "Fetch §3.3.5")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.isBrowserCORS(index) else { return false }
      let values = file.exchanges[index].answer?.fields.values("access-control-allow-origin") ?? []
      return values.count > 1 || values.first?.contains(",") == true
    }.map { found in
      Sign(
        found,
        Text("More than one value in \(file.names(found)).", "\(file.names(found))에 값이 둘 이상 있습니다."),
        fields: ["Access-Control-Allow-Origin"])
    }
  }
}
