internal import Foundation

/// A token that was turned down is sent again, and nobody has refreshed in between.
struct NoRefreshAfterExpiry: Rule {
  static let declaration = Declaration(
    "auth.no-refresh-after-expiry", .medium, needs: [.equality],
    Text("A rejected token is sent again without a refresh", "거절된 토큰을 갱신 없이 다시 보냅니다"),
    why: Text(
      "What was turned down once will be again: the user sees errors until the app restarts.",
      "한 번 거절된 토큰은 다시 거절되며, 사용자는 앱을 다시 켤 때까지 오류를 봅니다."),
    app: Text(
      "Refresh once when a token is turned down or its end has passed, then retry.",
      "토큰이 거절되거나 만료되면 한 번 갱신한 뒤 다시 시도하십시오."),
    server: .nothing, reference: "RFC 6750 §3.1")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for index in file.exchanges.indices {
      guard let credential = file.facts[index].credential, credential.kind == .bearer,
        !file.isAuthStep(index), file.isRejected(index) || isForbiddenAndExpired(index, file)
      else { continue }
      groups[credential.secret, default: []].append(index)
    }
    return groups.values.sorted { $0[0] < $1[0] }.compactMap { places in
      // A refusal of another kind is no reason to refresh.
      guard places.contains(where: { file.saysExpired($0) || isForbiddenAndExpired($0, file) })
      else {
        return nil
      }
      let barrier = firstRenewal(after: places[0], file)
      if isPrompt(barrier, after: places[0], file) { return nil }
      let again = places.dropFirst().filter { file.isAfter($0, places[0]) && $0 <= barrier }
      guard !again.isEmpty else { return nil }
      let all = [places[0]] + again
      return Sign(
        all,
        Text(
          "The token that \(file.label(places[0])) saw rejected was sent again in \(file.names(again)), with no refresh in between.",
          "\(file.label(places[0]))에서 거절된 토큰이 갱신 없이 \(file.names(again))에서 다시 쓰였습니다."),
        fields: ["Authorization"])
    }
  }

  private static func isForbiddenAndExpired(_ index: Int, _ file: CaseFile) -> Bool {
    guard [401, 403].contains(file.status(index)), let start = file.exchanges[index].start,
      let expires = file.facts[index].token?.expires
    else { return false }
    return expires < start
  }

  /// Whether the refusal was answered by a refresh at once: what was sent between the two was on its way.
  private static func isPrompt(_ renewal: Int, after index: Int, _ file: CaseFile) -> Bool {
    guard file.exchanges.indices.contains(renewal), file.isRefresh(renewal),
      let start = file.exchanges[renewal].start, let end = file.exchanges[index].end
    else { return false }
    return start.timeIntervalSince(end) < 2
  }

  /// Where the next refresh or login stands.
  private static func firstRenewal(after index: Int, _ file: CaseFile) -> Int {
    let place = file.refreshes.prefixEnd { $0.index <= index }
    let refresh = place < file.refreshes.count ? file.refreshes[place].index : .max
    return min(refresh, file.logins.first(atLeast: index) ?? .max)
  }
}
