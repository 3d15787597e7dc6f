extension CallRules {
  /// Where a banned piece of code is right. One that is no longer needed fails the tests.
  static let exceptions: [Exception] = [
    // Spans of arrays go back to iOS 12.2 (SE-0447, SE-0456), those of strings do not.
    Exception(
      path: "Sources/MaruStreams/ServerSentEvents/EventParser.swift", code: ".span",
      reason: "spans of arrays"),
    Exception(
      path: "Sources/MaruXML/Decoding/XMLDecodingSession+Text.swift", code: ".span",
      reason: "spans of arrays"),
    Exception(
      path: "Sources/MaruXML/Decoding/XMLDecodingSession+Numbers.swift", code: ".span",
      reason: "spans of arrays"),
    Exception(
      path: "Sources/MaruXML/Decoding/XMLDecodingSession.swift", code: ".span",
      reason: "a method of the arena's"),
  ]
}
