/// The page's address, with a token in it, goes to another site as `Referer`.
struct RefererToken: Rule {
  static let declaration = Declaration(
    "leak.referer-token", .high, needs: [],
    Text("A token goes to another site in Referer", "Referer로 토큰이 다른 사이트에 전달됩니다"),
    why: Text("The other site has it in its logs.", "다른 사이트의 로그에 남습니다."), app: .nothing,
    server: Text(
      "Keep tokens out of addresses, and send Referrer-Policy: strict-origin-when-cross-origin.",
      "주소에 토큰을 두지 말고 Referrer-Policy: strict-origin-when-cross-origin을 보내십시오."),
    reference: "RFC 9110 §17.9, RFC 9700 §4.2.4")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard let referer = file.exchanges[index].request["referer"] else { return false }
      let address = Address(referer)
      guard !address.host.isEmpty, Facts.site(of: address.host) != file.facts[index].site else {
        return false
      }
      return address.items.contains { item in
        let name = item.name.lowercased()
        return !item.value.isEmpty
          && (Words.accessNames.contains(name) || name == "refresh_token"
            || JSONWebToken(item.value) != nil)
      }
    }.map { found in
      Sign(
        found, Text("Seen in \(file.names(found)).", "\(file.names(found))에서 보입니다."),
        fields: ["Referer"])
    }
  }
}
