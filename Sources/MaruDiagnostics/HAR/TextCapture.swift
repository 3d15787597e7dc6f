/// The smallest captures: what `curl -v`, `--trace`, `--trace-ascii`, `-i` or `-w %{json}` printed, or
/// a response alone.
///
/// curl, manual page: `>` is what was sent, `<` what came, `*` what curl says, `==`, `=>` and `<=` the
/// same in traces.
struct TextCapture {
  /// - Throws: ``CaptureRefusal`` if there is neither request, response nor error in it.
  static func read(_ bytes: [UInt8]) throws(CaptureRefusal) -> Capture {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.contains(where: { isWriteOut($0) }) {
      return try capture(writeOut(text), lines.count)
    }
    var steps: [CurlStep]
    if lines.contains(where: { CurlTrace.isMark($0) }) {
      steps = CurlTrace.steps(lines)
    } else {
      steps = CurlVerbose.steps(lines)
    }
    // The command may stand in front, as one pastes it.
    if let command = lines.first(where: { $0.contains("curl ") && !$0.hasPrefix("curl: ") }) {
      steps.insert(.command(String(command)), at: 0)
    }
    var story = CurlStory()
    for step in steps { story.take(step) }
    return try capture(story.exchanges(), lines.count)
  }

  private static func capture(
    _ exchanges: [Exchange], _ lines: Int
  ) throws(CaptureRefusal) -> Capture {
    guard !exchanges.isEmpty else {
      throw CaptureRefusal(lines > 1 ? .noExchange : .unknownKind)
    }
    var quality = CaptureQuality()
    quality.exporter = "curl"
    quality.times = exchanges.contains { $0.start != nil } ? .milliseconds : .none
    quality.hasRequestBodies = false
    quality.hasResponseBodies = exchanges.contains { $0.answer?.body.text?.isEmpty == false }
    quality.clients = [.curl]
    // A response alone says nothing of what was sent.
    quality.hasFieldsAsSent = exchanges.contains { !$0.request.isEmpty }
    return Capture(exchanges: exchanges, quality: quality)
  }

  /// Whether it is one object of `-w %{json}`.
  static func isWriteOut(_ text: Substring) -> Bool {
    text.first == "{" && text.contains("\"url_effective\"") && text.contains("\"http_code\"")
  }

  private static func writeOut(_ text: String) -> [Exchange] {
    let lines = text.split { $0.isNewline }.filter { isWriteOut($0) }
    return lines.enumerated().compactMap { index, line in
      guard let value = JSONValue.parse(String(line)), let url = value["url_effective"]?.text
      else { return nil }
      let status = value["http_code"]?.int ?? 0
      let exit = value["exitcode"]?.int ?? 0
      return Exchange(
        number: index + 1, label: "e\(index + 1)", start: nil, client: .curl,
        // No clock shows more; a month is more than any transfer takes.
        seconds: min(max(value["time_total"]?.double ?? 0, 0), 2_678_400),
        method: value["method"]?.text ?? "GET",
        address: Address(url), request: CapturedFields(), requestBody: .none,
        answer: status >= 100
          ? CapturedAnswer(
            // Which other fields there were is not said: none counts as missing.
            status: status, fields: CapturedFields(),
            body: CapturedBody(
              type: value["content_type"]?.text ?? "", text: nil,
              declaredBytes: value["size_download"]?.int, mark: nil),
            redirect: value["redirect_url"]?.text) : nil,
        failure: exit == 0
          ? nil : CapturedFailure(kind: CapturedFailure.curl(exit), code: "curl \(exit)"),
        isFromCache: false, listedCookies: [])
    }
  }
}

/// One thing that curl said.
enum CurlStep {
  case command(String)
  case sent(String)
  case came(String)
  case body(String)
  case note(String)
  /// The end of curl, with its exit code.
  case failed(Int)
  /// When the next thing happened, in seconds of the day.
  case time(Double)
}
