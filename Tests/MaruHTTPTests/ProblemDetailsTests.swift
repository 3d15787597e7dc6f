import MaruHTTP
import MaruTesting
import Testing

@Suite struct `Problem details` {
  private func read(_ json: String) -> ProblemDetails? { ProblemDetails(json: Array(json.utf8)) }

  @Test func `are read as RFC 9457 §3 writes them`() {
    let details = read(
      """
      {"type": "https://example.net/validation-error", "title": "Your request is not valid.",
       "status": 422, "detail": "Two fields.", "code": "invalid",
       "errors": [{"detail": "must be a positive integer", "pointer": "#/age"},
                  {"field": "colour", "message": "must be 'green'"}, {"detail": "no field"}]}
      """)
    #expect(
      details
        == ProblemDetails(
          type: "https://example.net/validation-error", title: "Your request is not valid.",
          detail: "Two fields.", code: "invalid",
          fieldErrors: [
            .init(field: "#/age", message: "must be a positive integer"),
            .init(field: "colour", message: "must be 'green'"),
          ]))
  }

  @Test(arguments: [
    (#"{"code": "E1", "message": "no"}"#, ProblemDetails(detail: "no", code: "E1")),
    (#"{"code": 42}"#, ProblemDetails(code: "42")),
    (#"{"message": "no"}"#, ProblemDetails(detail: "no")),
    (#"{"error": {"code": "E1", "message": "no"}}"#, ProblemDetails(detail: "no", code: "E1")),
    (
      #"{"error": "invalid_grant", "error_description": "expired"}"#,
      ProblemDetails(detail: "expired", code: "invalid_grant")
    ),
    (#"{"title": "집"}"#, ProblemDetails(title: "집")),
    (
      #"{"errors": {"b": ["two", "three"], "a": "one"}}"#,
      ProblemDetails(fieldErrors: [
        .init(field: "a", message: "one"), .init(field: "b", message: "two"),
        .init(field: "b", message: "three"),
      ])
    ),
  ])
  func `are read in the common shapes`(json: String, expected: ProblemDetails) {
    #expect(read(json) == expected)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "\"text\"", "1", "{", "<html></html>", #"{"error": null}"#,
    #"{"error": []}"#, #"{"code": null, "message": []}"#, #"{"errors": 1}"#, #"{"type": 1}"#,
    #"{"error": {}}"#, "\u{FEFF}", #"{"title": "\ud800"}"#,
  ])
  func `are none`(json: String) {
    #expect(read(json) == nil)
  }

  @Test(arguments: ["[", "{\"error\":", "{\"errors\":[", "[{\"a\":"])
  func `of any depth do not end the process`(piece: String) {
    for count in [10, 510, 511, 512, 513, 514, 1000, 100_000] {
      let open = String(repeating: piece, count: count)
      #expect(read(open) == nil)
      #expect(read(open + "1") == nil)
      _ = read(open + "1" + String(repeating: "]", count: count))
      _ = read(open + "{}" + String(repeating: "}", count: count))
    }
  }

  @Test func `of bytes that are no text do not end the process`() {
    var generator = SplitMix64(seed: 6)
    for _ in 0..<3000 {
      var bytes = Array(#"{"error":{"code":"a","errors":[{"field":"b"}]}}"#.utf8)
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      _ = ProblemDetails(json: bytes)
    }
    #expect(ProblemDetails(json: [0xFF, 0xFE]) == nil)
    #expect(ProblemDetails(json: [0]) == nil)
  }
}
