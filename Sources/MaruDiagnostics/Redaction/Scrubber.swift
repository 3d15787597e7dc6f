internal import MaruHTTP

/// Takes out of a text what may be secret, and leaves its words.
struct Scrubber {
  var book: SecretBook

  /// Runs of letters, digits and what tokens are made of: long ones with both are no words.
  mutating func scrub(_ text: String, limit: Int = 400) -> String {
    var result = ""
    var run: [UInt8] = []
    var book = book
    func flush() {
      guard !run.isEmpty else { return }
      let word = String(decoding: run, as: UTF8.self)
      result += Self.isSecret(run) ? book.token(word) : word
      run.removeAll()
    }
    for byte in text.utf8.prefix(limit) {
      if Self.isPart(byte) {
        run.append(byte)
      } else {
        flush()
        if byte < 0x80 { result.unicodeScalars.append(Unicode.Scalar(byte)) }
      }
    }
    flush()
    self.book = book
    return result
  }

  /// A cookie's value, or a field's that repeats one: some write it encoded and some do not.
  mutating func cookie(_ value: String) -> String {
    // Of a large one the size as it was sent counts.
    guard value.contains("%"), value.utf8.count < 1_024 else { return book.token(value) }
    return book.token(PercentEncoding.decode(value) ?? value)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%")
  }

  /// Whether a run of such bytes may be a secret or a name of somebody.
  static func isSecret(_ run: some Collection<UInt8>) -> Bool {
    if run.contains(UInt8(ascii: "@")) { return true }
    guard run.count >= 12 else { return false }
    let digits = run.count { Digits.has($0) }
    let uppers = run.count { $0 &- UInt8(ascii: "A") < 26 }
    let lowers = run.count { $0 &- UInt8(ascii: "a") < 26 }
    let marks = run.count {
      $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/")
    }
    if digits >= 3, uppers + lowers >= 3 { return true }
    if digits > 12 { return true }
    // One long word: with a number in it, of capitals alone, or of small and large letters in turns.
    guard marks == 0, run.count >= 16 else { return false }
    return digits >= 1 || lowers == 0 || uppers >= 4 && lowers >= 4 && run.count >= 20
  }

  /// A piece of a path: a word stays, an id does not.
  mutating func segment(_ text: String) -> String {
    if text.utf8.count <= 40, !Self.isSecret(text.utf8), Self.isPlain(text) { return text }
    if text.utf8.count <= 12, text.utf8.allSatisfy(Digits.has) { return text }
    return book.person(text)
  }

  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",")
        || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "(")
        || $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "*")
    }
  }

  /// A name of a field, a parameter or a member; one that may be data becomes a stand-in.
  mutating func name(_ text: String) -> String {
    text.utf8.count <= 64 && !Self.isSecret(text.utf8) && Self.isPlain(text)
      ? text : book.standIn(for: text)
  }
}
