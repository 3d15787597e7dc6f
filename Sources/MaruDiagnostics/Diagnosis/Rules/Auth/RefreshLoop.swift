/// Refreshes succeed again and again, and each new token is turned down.
struct RefreshLoop: Rule {
  static let declaration = Declaration(
    "auth.refresh-loop", .high, needs: [.equality, .responseBodies],
    explains: [
      "auth.retry-more-than-once", "auth.401-should-be-403", "auth.401-without-www-authenticate",
      "retry.storm",
    ],
    Text("Refreshing does not help, and it is done over and over", "갱신해도 소용이 없는데 계속 갱신합니다"),
    why: Text(
      "Nothing will change, but battery, traffic and the issuer's limits are used up.",
      "결과는 같은데 배터리와 트래픽, 발급 서버의 한도만 소모됩니다."),
    app: Text(
      "Retry once only: a second 401 with a fresh token is final.",
      "재시도는 한 번만 하십시오. 새 토큰으로 받은 두 번째 401은 최종 결과입니다."),
    server: Text(
      "Answer 403 when a valid token may not do what it asks.",
      "유효한 토큰에 권한이 없을 때는 403으로 답하십시오."),
    reference: "RFC 9110 §15.5.2, §15.5.4")

  static func look(at file: CaseFile) -> [Sign] {
    var loops: [String: [Int]] = [:]
    var keys: [String] = []
    for (refresh, next) in zip(file.refreshes, file.firstUses) where refresh.isRenewed {
      guard let next, file.status(next) == 401 else { continue }
      let key = "\(file.exchanges[next].method) \(file.exchanges[next].address.place)"
      if loops[key] == nil { keys.append(key) }
      loops[key, default: []] += [refresh.index, next]
    }
    return keys.compactMap { key in
      guard let places = loops[key], places.count >= 4 else { return nil }
      let count = places.count / 2
      return Sign(
        places,
        Text(
          "\(count) times a refresh succeeded and the next call with its token was answered 401 (\(file.names(places))).",
          "갱신 성공 직후 새 토큰이 401을 받은 일이 \(count)번 있었습니다(\(file.names(places)))."),
        fields: ["Authorization"])
    }
  }
}

extension CaseFile {
  /// The first request after a refresh that shows what it gave.
  func firstUse(after refresh: RefreshAttempt) -> Int? {
    guard refresh.index + 1 < exchanges.count else { return nil }
    return exchanges.indices[(refresh.index + 1)...].prefix(400).first { index in
      guard isAfter(index, refresh.index), !isRefresh(index), !facts[index].isPreflight else {
        return false
      }
      if let access = refresh.access { return token(index) == access }
      // Renewed by a cookie: the next request to the same site that shows it.
      guard let value = refresh.replacement else { return false }
      return facts[index].cookies.contains { $0.value == value }
    }
  }
}
