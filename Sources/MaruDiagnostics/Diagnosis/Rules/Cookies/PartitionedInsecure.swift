internal import MaruHTTP

/// `Partitioned` without `Secure`: browsers refuse it.
struct PartitionedInsecure: Rule {
  static let declaration = Declaration(
    "cookie.partitioned-insecure", .medium, needs: [],
    Text("Partitioned without Secure", "Secure 없는 Partitioned"),
    why: Text("Browsers throw the cookie away.", "브라우저가 쿠키를 버립니다."), app: .nothing,
    server: Text("Add Secure.", "Secure를 추가하십시오."), reference: "CHIPS §2.1")

  static func look(at file: CaseFile) -> [Sign] {
    file.cookieGroups { set in
      set.read?.isSecure == false && file.isFirstParty(set.exchange)
        && set.line.lowercased().split(separator: ";").dropFirst().contains {
          $0.contains("partitioned")
        }
    }.map { name, sets in
      let places = sets.map(\.exchange)
      return Sign(
        places, Text("\(name) in \(file.names(places)).", "\(file.names(places))의 \(name)."),
        fields: ["Set-Cookie", name])
    }
  }
}
