/// The host's name could not be resolved.
struct NameNotFound: Rule {
  static let declaration = Declaration(
    "net.dns-failed", .high, needs: [],
    Text("The host's name can't be resolved", "호스트 이름을 찾을 수 없습니다"),
    why: Text(
      "The device is offline or the name is wrong; it says nothing of token or session.",
      "기기가 오프라인이거나 이름이 틀렸으며 토큰이나 세션과는 무관합니다."),
    app: Text("Check the base address; keep the credentials.", "기본 주소를 확인하고 자격 증명을 지키십시오."),
    server: Text("Check the zone's records.", "DNS 레코드를 확인하십시오."), reference: "RFC 9110 §4.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.nameNotFound]).map {
      file.failureSign($0, nil, "No address for the name", "이름에 해당하는 주소가 없습니다")
    }
  }
}
