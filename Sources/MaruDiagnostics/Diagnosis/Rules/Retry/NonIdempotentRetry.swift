internal import Foundation

/// A write that may have been done is sent again, and nothing tells the server that it is the same.
struct NonIdempotentRetry: Rule {
  static let declaration = Declaration(
    "retry.non-idempotent", .high, needs: [],
    Text("A write is sent twice without an idempotency key", "멱등 키 없이 쓰기를 두 번 보냅니다"),
    why: Text("It may be done twice: two orders, two payments.", "주문이나 결제가 두 번 이루어질 수 있습니다."),
    app: Text(
      "Send an Idempotency-Key and the same one with the retry.",
      "Idempotency-Key를 보내고 재시도에도 같은 키를 쓰십시오."),
    server: Text("Remember keys and answers for a day.", "키와 응답을 하루 동안 기억하십시오."),
    reference: "RFC 9110 §9.2.2, draft-ietf-httpapi-idempotency-key-header §2")

  static func look(at file: CaseFile) -> [Sign] {
    file.uncertainWrites().compactMap { first, second in
      let fields = [first, second].map { file.exchanges[$0].request["idempotency-key"] }
      guard fields[0] == nil || fields[1] == nil,
        !["if-match", "x-idempotency-key", "x-request-id-idempotent"].contains(where: {
          file.exchanges[second].request.has($0)
        })
      else { return nil }
      let isSure =
        file.exchanges[first].failure != nil || [502, 504, 408].contains(file.status(first))
      return Sign(
        [first, second],
        Text(
          "\(file.label(first)) may have been done, and \(file.label(second)) sends the same again without Idempotency-Key.",
          "\(file.label(first))가 처리되었을 수 있는데 \(file.label(second))가 Idempotency-Key 없이 같은 것을 다시 보냅니다."
        ),
        fields: ["Idempotency-Key"], severity: isSure ? .high : .medium)
    }
  }
}

extension CaseFile {
  /// Writes whose first sending may have been done, each with the one that was sent after it.
  func uncertainWrites() -> [(Int, Int)] {
    groupsOfSame { index in
      ["POST", "PATCH"].contains(exchanges[index].method) && !isAuthStep(index)
        && !isQuery(index) && facts[index].posted["grant_type"] == nil
        && !exchanges[index].address.segments.contains {
          Words.login.contains($0) || Words.refresh.contains($0)
        }
    }.flatMap { places in
      zip(places, places.dropFirst()).filter { first, second in
        let wasLost =
          exchanges[first].answer == nil && (exchanges[first].failure?.mayHaveArrived ?? false)
        let broke = [408, 500, 502, 503, 504].contains(status(first)) && !refusedBefore(first)
        guard wasLost || broke, isAfter(second, first) else { return false }
        guard let end = exchanges[first].end, let start = exchanges[second].start else {
          return true
        }
        // Later than some minutes, a person does it again.
        return start.timeIntervalSince(end) < 300
      }
    }
  }

  /// 503 with Retry-After: the server has not begun (RFC 9110 §15.6.4).
  private func refusedBefore(_ index: Int) -> Bool {
    status(index) == 503 && field("retry-after", of: index) != nil
  }

  /// A POST that only reads: GraphQL's queries and searches.
  private func isQuery(_ index: Int) -> Bool {
    if let query = facts[index].posted["query"] {
      return !query.drop { $0.isWhitespace }.hasPrefix("mutation")
    }
    return exchanges[index].address.segments.contains {
      $0 == "search" || $0 == "query" || $0 == "_search"
    }
  }
}
