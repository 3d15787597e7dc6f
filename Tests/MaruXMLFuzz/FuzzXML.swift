// Compiled together with MaruXML's sources by `Scripts/check --only fuzz`: no test target holds it, since
// libFuzzer brings a main function of its own.

/// Reads what libFuzzer made up, under every policy and as a stream, and holds the answers against
/// each other. A trap or a report of the address sanitizer is what it looks for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start = unsafe start else { return 0 }
  // unsafe: libFuzzer's buffer has so many bytes, and is copied.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let limits = XMLLimits(documentBytes: 1 << 20)
  for policy in [XMLDoctypePolicy.reject, .skip, .internalSubset()] {
    let options = XMLReadingOptions(
      limits: limits, doctype: policy, keepsComments: true, keepsInstructions: true)
    let whole = Result { () throws(XMLError) in try XMLTree(bytes: bytes, options: options) }
    if case .success(let tree) = whole { checkRoundTrip(tree) }
    if case .failure(let error) = whole { checkPlace(error, count) }
    if policy != .internalSubset() { checkStream(bytes, options, whole) }
  }
  return 0
}

/// What was accepted can be written, and reads back as itself.
private func checkRoundTrip(_ tree: XMLTree) {
  let options = XMLReadingOptions(keepsComments: true, keepsInstructions: true)
  guard let again = try? XMLTree(bytes: tree.write(), options: options) else {
    fatalError("what was written could not be read")
  }
  precondition(again == tree, "what was written reads differently")
  _ = tree.json()
}

private func checkPlace(_ error: XMLError, _ count: Int) {
  guard let position = error.position else { return }
  precondition(position.offset >= 0 && position.offset <= count, "a place outside: \(error)")
  _ = error.description
}

/// A stream accepts what a whole document is accepted as, and nothing else; what it reads and where it
/// stops are the same.
private func checkStream(
  _ bytes: [UInt8], _ options: XMLReadingOptions, _ whole: Result<XMLTree, XMLError>
) {
  switch whole {
  case .success(let tree):
    guard case .success(let roots) = split(bytes, at: [tree.name], options), roots == [tree] else {
      fatalError("a stream reads something else")
    }
    guard case .success = split(bytes, at: ["a", "b"], options) else {
      fatalError("only a stream refuses it")
    }
  case .failure(let error):
    guard case .failure(let other) = split(bytes, at: ["a", "b"], options) else {
      fatalError("only a stream accepts it: \(error)")
    }
    if isOfBytes(error) || isOfBytes(other) { return }
    precondition("\(error)" == "\(other)", "a stream says \(other), and not \(error)")
  }
}

/// Whether it is found before anything else in a whole document, and in a stream when its turn comes.
private func isOfBytes(_ error: XMLError) -> Bool {
  error.code == .malformedBytes || error.found == "U+FFFE or U+FFFF"
}

private func split(
  _ bytes: [UInt8], at path: [XMLName], _ options: XMLReadingOptions
) -> Result<[XMLTree], XMLError> {
  Result { () throws(XMLError) in
    try StreamPieces.read(bytes, size: 7, path: path, options: options)
  }
}
