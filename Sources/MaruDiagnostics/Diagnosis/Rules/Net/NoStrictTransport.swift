/// A site with sessions does not tell browsers to stay on https.
struct NoStrictTransport: Rule {
  static let declaration = Declaration(
    "net.hsts", .info, needs: [],
    Text(
      "Strict-Transport-Security is missing or has no effect",
      "Strict-Transport-Security가 없거나 효력이 없습니다"),
    why: Text(
      "The first http address that somebody types or links to goes out in the clear, cookies without Secure included.",
      "누군가 입력하거나 링크한 첫 http 주소가 Secure 없는 쿠키와 함께 평문으로 나갑니다."),
    app: .nothing,
    server: Text(
      "Send Strict-Transport-Security: max-age=31536000 over https.",
      "https 응답에 Strict-Transport-Security: max-age=31536000을 보내십시오."),
    reference: "RFC 6797 §7.1, §6.1.1")

  static func look(at file: CaseFile) -> [Sign] {
    /// Pages with a session, by host; and the hosts that have said it once.
    var pages: [String: [Int]] = [:]
    var strict: Set<String> = []
    for index in file.exchanges.indices {
      let exchange = file.exchanges[index]
      guard exchange.address.isSecure, file.isFirstParty(index), let answer = exchange.answer else {
        continue
      }
      if let value = answer.fields["strict-transport-security"], isEffective(value) {
        strict.insert(exchange.address.host)
      }
      guard exchange.isFromBrowser, file.isHTML(index), !exchange.isFromCache,
        file.hasCredentials(index) || file.setsSession(index)
      else { continue }
      pages[exchange.address.host, default: []].append(index)
    }
    return pages.filter { !strict.contains($0.key) }.values.sorted { $0[0] < $1[0] }.map { found in
      Sign(
        found,
        Text("Not in \(file.names(found)).", "\(file.names(found))에 없습니다."),
        fields: ["Strict-Transport-Security"])
    }
  }

  /// RFC 6797 §6.1.1: 0 takes it back.
  private static func isEffective(_ value: String) -> Bool {
    value.lowercased().split(separator: ";").contains { piece in
      let parts = piece.split(separator: "=", maxSplits: 1)
      let digits = parts.count == 2 ? parts[1].filter { $0 != "\"" && $0 != " " } : ""
      return parts[0].filter { $0 != " " } == "max-age" && (Int(digits) ?? 0) > 0
    }
  }
}
