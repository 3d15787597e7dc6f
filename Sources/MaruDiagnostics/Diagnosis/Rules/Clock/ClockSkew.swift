internal import Foundation

/// Client and servers do not agree on the time.
struct ClockSkew: Rule {
  static let declaration = Declaration(
    "clock.skew", .low, needs: [.times],
    explains: ["jwt.expired-at-send", "jwt.not-yet-valid"],
    Text("The clocks of client and servers differ", "클라이언트와 서버의 시계가 다릅니다"),
    why: Text(
      "Tokens end too early or too late, and fresh ones are not valid yet.",
      "토큰이 너무 일찍 또는 늦게 끝나고 새 토큰이 아직 유효하지 않게 됩니다."),
    app: Text(
      "Work out a token's end from expires_in and the answer's Date, not from the device's clock.",
      "토큰의 만료는 기기 시계가 아니라 expires_in과 응답의 Date로 계산하십시오."),
    server: Text("Keep the servers' clocks together (NTP).", "서버의 시계를 맞추십시오(NTP)."),
    reference: "RFC 9110 §6.6.1, RFC 7519 §4.1.4")

  static func look(at file: CaseFile) -> [Sign] {
    var offsets: [String: [(index: Int, seconds: Double)]] = [:]
    for index in file.exchanges.indices {
      let exchange = file.exchanges[index]
      guard let start = exchange.start, let end = exchange.end, let date = file.serverDate(index),
        !file.isCacheHit(index), exchange.answer?.fields.has("age") == false
      else { continue }
      // Somewhere between sending and the last byte, to the second.
      let early = date.timeIntervalSince(end)
      let late = date.timeIntervalSince(start)
      let isFresh =
        !["GET", "HEAD"].contains(exchange.method) || file.status(index) >= 400
        || file.cacheControl(index).contains("no-store")
      let seconds = early > 0 ? early : late < 0 && isFresh ? late : 0
      offsets[exchange.address.host, default: []].append((index, seconds))
    }
    // The middle one: a single odd answer is a cache's that does not say so.
    let skews = offsets.compactMap { _, all -> (index: Int, seconds: Double)? in
      let sorted = all.sorted { $0.seconds < $1.seconds }
      let middle = sorted[sorted.count / 2]
      return abs(middle.seconds) >= limit ? middle : nil
    }.sorted { $0.index < $1.index }
    guard let most = skews.max(by: { abs($0.seconds) < abs($1.seconds) }) else { return [] }
    let isAll = skews.count == offsets.count
    let harmed = file.exchanges.indices.filter { index in
      file.isRejected(index) && file.facts[index].token != nil
    }
    let amount = length(Int(abs(most.seconds)))
    let side = most.seconds > 0 ? Text("ahead of", "빠릅니다") : Text("behind", "느립니다")
    let text =
      isAll && offsets.count > 1 || offsets.count == 1
      ? Text(
        "The server's Date is \(amount.english) \(side.english) the client's time (\(file.names(skews.map(\.index)))).",
        "서버의 Date가 클라이언트 시각보다 \(amount.korean) \(side.korean)(\(file.names(skews.map(\.index)))).")
      : Text(
        "The Date of the server of \(file.label(most.index)) is \(amount.english) \(side.english) that of the others and the client's.",
        "\(file.label(most.index)) 서버의 Date가 다른 서버와 클라이언트보다 \(amount.korean) \(side.korean).")
    return [
      Sign(
        skews.map(\.index) + harmed, text, fields: ["Date"],
        severity: harmed.isEmpty ? .low : .high)
    ]
  }

  private static func length(_ seconds: Int) -> Text {
    if seconds < 120 { return Text("\(seconds) s", "\(seconds)초") }
    let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60)
    if hours == 0 { return Text("\(minutes) min", "\(minutes)분") }
    return Text("\(hours) h \(minutes) min", "\(hours)시간 \(minutes)분")
  }

  /// A minute: less is the network, and no token is so short.
  private static let limit = 60.0
}
