/// An address that is signed is called with another credential beside it.
struct DoubleCredentials: Rule {
  static let declaration = Declaration(
    "auth.double-credentials", .high, needs: [],
    Text("A signed address is sent with another credential", "서명된 주소에 다른 자격 증명까지 보냅니다"),
    why: Text(
      "The signature is a credential: stores refuse two, and the token goes to who should not have it.",
      "서명 자체가 자격 증명이라 저장소는 둘을 거절하고, 토큰이 필요 없는 곳에 전달됩니다."),
    app: Text(
      "Send signed addresses without the Authorization field.",
      "서명된 주소에는 Authorization 필드를 보내지 마십시오."),
    server: .nothing, reference: "RFC 9110 §11.6.2, AWS SigV4 query authentication")

  private static let signatures: [Set<String>] = [
    ["x-amz-signature"], ["x-goog-signature"], ["sig", "se"], ["signature", "expires"],
    ["signature", "key-pair-id"], ["x-oss-signature"], ["q-signature"],
    ["awsaccesskeyid", "signature"],
  ]

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.exchanges[index].request.has("authorization") else { return false }
      let names = Set(file.exchanges[index].address.items.map { $0.name.lowercased() })
      return signatures.contains { $0.isSubset(of: names) }
    }.map { found in
      let isRefused = found.contains { (400..<500).contains(file.status($0)) }
      return Sign(
        found,
        Text(
          "The address is signed, and an Authorization field goes with it (\(file.names(found))).",
          "서명된 주소에 Authorization 필드가 함께 갑니다(\(file.names(found)))."),
        fields: ["Authorization"], severity: isRefused ? .high : .low)
    }
  }
}
