internal import Foundation

/// Several refreshes with one token at the same time: no single flight.
struct RefreshStorm: Rule {
  static let declaration = Declaration(
    "auth.refresh-storm", .medium, needs: [.times, .equality],
    explains: [
      "auth.refresh-token-reuse", "auth.credentials-dropped-after-failed-refresh",
      "auth.401-without-www-authenticate", "auth.retry-with-old-token",
    ],
    Text("The same token is refreshed several times at once", "같은 토큰을 동시에 여러 번 갱신합니다"),
    why: Text(
      "With rotation all but one are refused, and servers take it for theft and end the session; without it, each call costs a refresh.",
      "토큰을 회전하는 서버는 하나만 받아들이고 나머지를 도난으로 보아 세션을 끝냅니다. 회전하지 않아도 호출마다 갱신 비용이 듭니다."),
    app: Text(
      "Let the first 401 refresh and all others wait for its result.",
      "첫 번째 401만 갱신하고 나머지는 그 결과를 기다리게 하십시오."),
    server: Text(
      "Accept the predecessor of a refresh token for a few seconds after rotation.",
      "회전 뒤 몇 초 동안은 직전 리프레시 토큰을 받아들이십시오."),
    reference: "RFC 9700 §4.14.2, RFC 6749 §10.4")

  static func look(at file: CaseFile) -> [Sign] {
    let groups = Dictionary(grouping: file.refreshes) {
      "\(file.exchanges[$0.index].address.place) \($0.token ?? "")"
    }
    return groups.values.compactMap { attempts in
      let storm = together(attempts, isCoarse: file.quality.times == .seconds)
      guard storm.count > 1 else { return nil }
      let failed = storm.filter { !$0.isRenewed }.count
      let isFine = file.quality.times == .milliseconds
      let names = file.names(storm.map(\.index))
      return Sign(
        storm.map(\.index),
        Text(
          "\(storm.count) refreshes with the same token overlap (\(names)); \(failed) of them failed.",
          "같은 토큰으로 \(storm.count)번의 갱신이 겹쳤고(\(names)) 그중 \(failed)번이 실패했습니다."),
        severity: failed > 0 ? .high : .medium,
        confidence: isFine && storm[0].token != nil ? .certain : .possible)
    }
  }

  /// Those that run beside another one, of attempts in the order of their starts.
  private static func together(_ attempts: [RefreshAttempt], isCoarse: Bool) -> [RefreshAttempt] {
    let spans = attempts.compactMap { attempt in
      attempt.start.flatMap { start in attempt.end.map { (attempt: attempt, start: start, end: $0) }
      }
    }
    var storm: [RefreshAttempt] = []
    var latestEnd = Date.distantPast
    for (place, span) in spans.enumerated() {
      // Of those that began before, the one that ends last; of those that begin later, the first.
      let next = place + 1 < spans.count ? spans[place + 1].start : .distantFuture
      var isBeside = latestEnd > span.start || next < span.end
      if isCoarse {
        let last = place > 0 ? spans[place - 1].start : .distantPast
        isBeside =
          isBeside || next.timeIntervalSince(span.start) < 1
          || span.start.timeIntervalSince(last) < 1
      }
      if isBeside { storm.append(span.attempt) }
      latestEnd = max(latestEnd, span.end)
    }
    return storm
  }
}
