extension CaseFile {
  /// Exchanges without an answer for one kind of reason, in a group for each host.
  func failed(_ kinds: Set<CapturedFailure.Kind>) -> [[Int]] {
    perHost { index in
      exchanges[index].answer == nil
        && exchanges[index].failure.map { kinds.contains($0.kind) } ?? false
    }
  }

  /// What a rule on failures says: how many, and the system's own number.
  func failureSign(
    _ found: [Int], _ severity: Finding.Severity? = nil, _ english: String, _ korean: String
  ) -> Sign {
    let code = exchanges[found[0]].failure?.code ?? ""
    return Sign(
      found,
      Text(
        "\(english) (\(names(found)): \(code)); there is no HTTP answer, so no credential was refused.",
        "\(korean)(\(names(found)): \(code)). HTTP 응답이 없으므로 자격 증명이 거절된 것이 아닙니다."),
      fields: ["error"], severity: severity)
  }
}
