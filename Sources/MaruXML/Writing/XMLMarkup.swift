/// Writes pieces of markup so that they read back as they were; shared by the encoder and the tree's
/// writer.
///
/// What can't be written is refused, and nothing of it is appended.
package enum XMLMarkup {
  /// Appends character data: `<`, `&`, `>` and CR escaped (XML 1.0 §2.4, §2.11).
  ///
  /// - Returns: The first character that no document may hold, or nil if the text was written.
  package static func appendText(_ text: String, to output: inout [UInt8]) -> Unicode.Scalar? {
    append(text, escaping: .text, to: &output)
  }

  /// Appends an attribute's value without its quotes, for `"` around it: `<`, `&`, `>`, `"`, tab, LF
  /// and CR escaped (XML 1.0 §3.3.3).
  ///
  /// - Returns: The first character that no document may hold, or nil if the value was written.
  package static func appendAttributeValue(
    _ value: String, to output: inout [UInt8]
  ) -> Unicode.Scalar? {
    append(value, escaping: .value, to: &output)
  }

  /// Appends text as CDATA sections, split where it holds `]]>`; CR, which no section can hold, stands
  /// between sections as a reference (XML 1.0 §2.7).
  ///
  /// - Returns: The first character that no document may hold, or nil if the text was written.
  package static func appendCDATA(_ text: String, to output: inout [UInt8]) -> Unicode.Scalar? {
    if let refused = firstRefused(in: text) { return refused }
    output += "<![CDATA[".utf8
    var brackets = 0
    for byte in text.utf8 {
      if byte == 0x0D {
        output += "]]>&#13;<![CDATA[".utf8
        brackets = 0
        continue
      }
      if byte == UInt8(ascii: ">"), brackets >= 2 { output += "]]><![CDATA[".utf8 }
      brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0
      output.append(byte)
    }
    output += "]]>".utf8
    return nil
  }

  /// Whether it is a name without a colon (Namespaces in XML 1.0 §3, NCName).
  package static func isNCName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return !bytes.contains(UInt8(ascii: ":")) && XMLCharacters.fault(inName: bytes[...]) == nil
  }

  /// The first character that no document may hold.
  package static func firstRefused(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.first { !XMLCharacters.isAllowed($0.value) }
  }

  private enum Place {
    case text, value
  }

  private static func append(
    _ text: String, escaping place: Place, to output: inout [UInt8]
  ) -> Unicode.Scalar? {
    let start = output.count
    let isWritten =
      // unsafe: the buffer is read inside of the closure only, by its own indices.
      unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
        unsafe copy(bytes, escaping: place, to: &output)
      } ?? copy(Array(text.utf8), escaping: place, to: &output)
    guard !isWritten else { return nil }
    output.removeLast(output.count - start)
    return firstRefused(in: text)
  }

  /// Copies runs of plain bytes, and what is between them as references.
  ///
  /// - Returns: Whether no character had to be refused.
  @inline(__always)
  private static func copy(
    _ bytes: some RandomAccessCollection<UInt8>, escaping place: Place, to output: inout [UInt8]
  ) -> Bool {
    var run = bytes.startIndex
    var index = run
    while index != bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      // All that is escaped or refused is below `?`, but for U+FFFE and U+FFFF.
      if byte > UInt8(ascii: ">") && byte != 0xEF {
        index = next
        continue
      }
      let escape: StaticString?
      switch byte {
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      case UInt8(ascii: "&"): escape = "&amp;"
      case 0x0D: escape = "&#13;"
      case UInt8(ascii: "\"") where place == .value: escape = "&quot;"
      case 0x09 where place == .value: escape = "&#9;"
      case 0x0A where place == .value: escape = "&#10;"
      case 0x09, 0x0A: escape = nil
      case ..<0x20: return false
      case 0xEF:
        let rest = bytes[index...].prefix(3)
        if rest.elementsEqual([0xEF, 0xBF, 0xBE]) || rest.elementsEqual([0xEF, 0xBF, 0xBF]) {
          return false
        }
        escape = nil
      default: escape = nil
      }
      if let escape {
        output.append(contentsOf: bytes[run..<index])
        // unsafe: a static string has so many code units.
        unsafe output.append(
          contentsOf: UnsafeBufferPointer(
            start: escape.utf8Start, count: escape.utf8CodeUnitCount))
        run = next
      }
      index = next
    }
    output.append(contentsOf: bytes[run..<index])
    return true
  }
}
