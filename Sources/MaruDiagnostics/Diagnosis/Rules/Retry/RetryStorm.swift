internal import Foundation

/// One request is sent again and again in short turns although it fails.
struct RetryStorm: Rule {
  static let declaration = Declaration(
    "retry.storm", .high, needs: [.times],
    explains: ["retry.non-idempotent"],
    Text("A failing call is repeated without waiting longer", "실패하는 호출을 간격을 늘리지 않고 반복합니다"),
    why: Text(
      "It takes the server down further, and the battery with it.",
      "서버를 더 무너뜨리고 배터리도 소모합니다."),
    app: Text(
      "Double the wait each time, add chance, and give up after some tries.",
      "간격을 두 배씩 늘리고 임의성을 더하며 몇 번 뒤에는 포기하십시오."),
    server: Text("Answer 429 or 503 with Retry-After.", "Retry-After와 함께 429나 503으로 답하십시오."),
    reference: "RFC 9110 §10.2.3, RFC 6585 §4")

  static func look(at file: CaseFile) -> [Sign] {
    file.groupsOfSame { index in
      let status = file.status(index)
      return
        (status >= 500 || status == 429 || status == 408 || file.exchanges[index].failure != nil)
        && file.exchanges[index].failure?.kind != .cancelled && !file.facts[index].isPreflight
    }.compactMap { places in
      guard places.count >= 5 else { return nil }
      let starts = places.compactMap { file.exchanges[$0].start }.sorted()
      guard starts.count == places.count else { return nil }
      let gaps = zip(starts, starts.dropFirst()).map { $1.timeIntervalSince($0) }
      let span = starts[starts.count - 1].timeIntervalSince(starts[0])
      // Waiting grows: the last turn is longer than the first ones together.
      let grows = gaps[gaps.count - 1] > gaps[0] * 2 + 0.5
      guard span < Double(places.count) * 5, !grows else { return nil }
      return Sign(
        places,
        Text(
          "The same request failed \(places.count) times within \(Int(span.rounded(.up))) s (\(file.names(places))).",
          "같은 요청이 \(Int(span.rounded(.up)))초 안에 \(places.count)번 실패했습니다(\(file.names(places)))."))
    }
  }
}
