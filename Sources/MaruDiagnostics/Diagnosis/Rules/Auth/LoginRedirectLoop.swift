internal import Foundation

/// Redirects for logging in go in a circle.
struct LoginRedirectLoop: Rule {
  static let declaration = Declaration(
    "auth.login-redirect-loop", .high, needs: [.redirects],
    Text("Logging in goes in a circle", "로그인이 제자리를 맴돕니다"),
    why: Text(
      "The session that the login sets does not come back, so the next page asks for it again.",
      "로그인이 만든 세션이 되돌아오지 않아 다음 페이지가 다시 로그인을 요구합니다."),
    app: Text(
      "Open the login in a session that keeps cookies, and let its jar be that of the calls.",
      "쿠키를 보관하는 세션에서 로그인을 열고 호출과 같은 저장소를 쓰십시오."),
    server: Text(
      "Check that the session cookie is set and may come back: Domain, Path, Secure and SameSite.",
      "세션 쿠키가 저장되고 되돌아올 수 있는지 Domain, Path, Secure, SameSite를 확인하십시오."),
    reference: "RFC 9110 §15.4, RFC 6265bis §5.8.3")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for index in file.exchanges.indices {
      guard let location = file.exchanges[index].answer?.location else { continue }
      let from = file.exchanges[index].address
      let target = from.resolving(location)
      groups["\(file.exchanges[index].method) \(from.place) \(target.place)", default: []]
        .append(index)
    }
    var told: Set<Int> = []
    return groups.values.sorted { $0[0] < $1[0] }.compactMap { places in
      guard places.count >= 3, !told.contains(places[0]), isClose(places, file),
        isLogin(places, file),
        isCircle(places, file)
      else { return nil }
      // The other redirects of the circle are the same circle.
      for start in places { told.formUnion(file.chain(from: start)) }
      return Sign(
        places,
        Text(
          "The same redirect came \(places.count) times (\(file.names(places))): each time the circle begins again.",
          "같은 리디렉션이 \(places.count)번 왔습니다(\(file.names(places))). 매번 처음부터 다시 시작됩니다."),
        fields: ["Location"])
    }
  }

  /// A minute between two is a person's doing.
  private static func isClose(_ places: [Int], _ file: CaseFile) -> Bool {
    zip(places, places.dropFirst()).allSatisfy { one, other in
      guard let first = file.exchanges[one].start, let second = file.exchanges[other].start else {
        return true
      }
      return second.timeIntervalSince(first) < 60
    }
  }

  /// Following the redirects leads back to the same place.
  private static func isCircle(_ places: [Int], _ file: CaseFile) -> Bool {
    file.chain(from: places[0]).dropFirst().contains { places.contains($0) }
  }

  static func isLogin(_ places: [Int], _ file: CaseFile) -> Bool {
    places.contains { index in
      let exchange = file.exchanges[index]
      let target = exchange.address.resolving(exchange.answer?.location ?? "")
      let words = Words.login.union(["callback", "signin", "consent", "auth"])
      let names = Set((target.items + exchange.address.items).map { $0.name.lowercased() })
      return target.segments.contains { words.contains($0) }
        || exchange.address.segments.contains { words.contains($0) }
        || !names.isDisjoint(with: ["state", "code", "samlrequest", "returnurl", "redirect_uri"])
    }
  }
}

extension CaseFile {
  /// A request and those that redirects led to from it, sixty at most.
  func chain(from index: Int) -> [Int] {
    var chain = [index]
    while let next = target(of: chain[chain.count - 1]), chain.count < 60, !chain.contains(next) {
      chain.append(next)
    }
    return chain
  }
}
