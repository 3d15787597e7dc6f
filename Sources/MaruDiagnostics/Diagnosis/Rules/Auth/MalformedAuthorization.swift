internal import MaruHTTP

/// The `Authorization` field can't be what the server reads.
struct MalformedAuthorization: Rule {
  static let declaration = Declaration(
    "auth.malformed-authorization", .high, needs: [],
    explains: ["auth.no-refresh-after-expiry", "auth.401-without-www-authenticate"],
    Text("The Authorization field is malformed", "Authorization 필드의 형식이 잘못되었습니다"),
    why: Text(
      "The server turns it down as it would a wrong token, and refreshing does not help.",
      "서버는 잘못된 토큰처럼 거절하며, 갱신해도 나아지지 않습니다."),
    app: Text(
      "Store the token without its scheme, and send nothing while there is none.",
      "토큰은 스킴 없이 저장하고, 없을 때는 필드를 보내지 마십시오."),
    server: .nothing, reference: "RFC 6750 §2.1, RFC 9110 §11.6.2")

  static func look(at file: CaseFile) -> [Sign] {
    guard !file.quality.isMasked else { return [] }
    var groups: [Problem: [Int]] = [:]
    for index in file.exchanges.indices {
      let values = file.exchanges[index].request.values("authorization")
      guard let value = values.first else { continue }
      if let problem = values.count > 1 ? .twice : problem(value, index, file) {
        groups[problem, default: []].append(index)
      }
    }
    return groups.sorted { $0.value[0] < $1.value[0] }.map { problem, places in
      let rejected = places.contains { (400..<500).contains(file.status($0)) }
      return Sign(
        places,
        Text(
          "\(problem.text.english) (\(file.names(places))).",
          "\(problem.text.korean)(\(file.names(places)))."),
        fields: ["Authorization"], severity: rejected ? .high : .medium)
    }
  }

  private enum Problem: Hashable {
    case twice, scheme, empty, placeholder, syntax, bare

    var text: Text {
      switch self {
      case .twice: Text("The field stands there twice", "필드가 두 번 있습니다")
      case .scheme: Text("The scheme stands there twice", "스킴이 두 번 있습니다")
      case .empty: Text("There is a scheme and no token", "스킴만 있고 토큰이 없습니다")
      case .placeholder:
        Text(
          "In the token's place is what a program writes for nothing", "토큰 자리에 빈 값을 뜻하는 글자가 있습니다")
      case .syntax:
        Text("The token holds a character that no token may have", "토큰에 쓸 수 없는 글자가 있습니다")
      case .bare: Text("The token has no scheme in front of it", "토큰 앞에 스킴이 없습니다")
      }
    }
  }

  private static func problem(_ value: String, _ index: Int, _ file: CaseFile) -> Problem? {
    let words = value.split(separator: " ").map(String.init)
    let schemes: Set<String> = ["bearer", "basic", "dpop", "token", "digest", "negotiate"]
    guard let first = words.first?.lowercased() else { return .empty }
    if words.count == 1 {
      if schemes.contains(first) { return first == "negotiate" ? nil : .empty }
      return JSONWebToken(value) != nil && file.isRejected(index) ? .bare : nil
    }
    guard first == "bearer" || first == "dpop" || first == "basic" else { return nil }
    if schemes.contains(words[1].lowercased()) || words[1].lowercased().hasPrefix("bearer") {
      return .scheme
    }
    let token = words.dropFirst().joined(separator: " ")
    let nothing: Set<String> = [
      "null", "undefined", "(null)", "nil", "none", "optional(nil)", "nan", "false", "[object", "",
    ]
    if nothing.contains(words[1].lowercased()) || token.hasPrefix("Optional(")
      || token.hasPrefix("{{") || token.hasPrefix("${") || token.hasPrefix("<")
    {
      return .placeholder
    }
    // RFC 9110 §11.2: token68.
    let isToken = token.utf8.allSatisfy {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        || $0 == UInt8(ascii: "=")
    }
    return isToken ? nil : .syntax
  }
}
