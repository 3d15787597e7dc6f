internal import MaruHTTP

/// One answer sets a cookie twice.
struct SetTwice: Rule {
  static let declaration = Declaration(
    "cookie.set-twice", .low, needs: [],
    Text("One answer sets a cookie twice", "한 응답이 같은 쿠키를 두 번 설정합니다"),
    why: Text("The last one counts, wherever order is kept.", "순서가 유지된다면 마지막 것만 남습니다."),
    app: .nothing, server: Text("Set it once.", "한 번만 설정하십시오."), reference: "RFC 6265 §4.1.1")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      guard file.isFirstParty(index) else { return false }
      let keys = file.cookies.sets(in: index).filter(\.isCredential).map {
        "\($0.name) \($0.domain) \($0.read?.path ?? "")"
      }
      return Set(keys).count < keys.count
    }
    guard !found.isEmpty else { return [] }
    return [
      Sign(
        found, Text("Seen in \(file.names(found)).", "\(file.names(found))에서 보입니다."),
        fields: ["Set-Cookie"])
    ]
  }
}
