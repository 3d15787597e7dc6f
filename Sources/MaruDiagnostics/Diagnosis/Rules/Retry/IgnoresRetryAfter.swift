internal import Foundation
internal import MaruHTTP

/// The server said when to come back, and the client came earlier.
struct IgnoresRetryAfter: Rule {
  static let declaration = Declaration(
    "retry.ignores-retry-after", .medium, needs: [.times],
    explains: ["retry.storm"],
    Text("A retry comes before Retry-After", "Retry-After보다 일찍 재시도합니다"),
    why: Text(
      "It is refused again, and keeps an overloaded server down.",
      "다시 거절되고 과부하 상태의 서버를 더 오래 붙잡습니다."),
    app: Text(
      "Wait as long as the server says, and some time by chance.", "서버가 말한 만큼 기다리고 임의의 시간을 더하십시오."),
    server: .nothing, reference: "RFC 9110 §10.2.3, RFC 6585 §4")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    var asked: [String: (index: Int, until: Date)] = [:]
    for index in file.exchanges.indices {
      let exchange = file.exchanges[index]
      guard !file.facts[index].isPreflight, !exchange.isFromCache else { continue }
      let key = "\(exchange.method) \(exchange.address.place)"
      if let wait = asked[key], let start = exchange.start, file.isAfter(index, wait.index) {
        // A clock's step, and what the answer took to come.
        if wait.until.timeIntervalSince(start) > 0.5 {
          groups[key, default: []] += [wait.index, index]
        } else {
          asked[key] = nil
        }
      }
      guard [429, 503].contains(file.status(index)), let end = exchange.end,
        let text = file.field("retry-after", of: index),
        let value = RetryAfter(text, reference: end)
      else { continue }
      // A date is the server's: the wait is what lies between it and the answer's own.
      let now = file.serverDate(index) ?? end
      let seconds: Double =
        switch value {
        case .seconds(let seconds): Double(seconds)
        case .date(let date): max(date.timeIntervalSince(now), 0)
        }
      asked[key] = (index, end.addingTimeInterval(seconds))
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { places in
      let isAgain = places.dropFirst().contains { [429, 503].contains(file.status($0)) }
      return Sign(
        places,
        Text(
          "\(file.label(places[0])) says when to come back; \(file.names(Array(Set(places.dropFirst())))) came earlier.",
          "\(file.label(places[0]))가 다시 올 때를 알렸지만 \(file.names(Array(Set(places.dropFirst()))))가 더 일찍 왔습니다."
        ),
        fields: ["Retry-After"], severity: isAgain ? .high : .medium)
    }
  }
}
