/// Finds the end of a document type declaration without using what is in it.
struct XMLDoctypeSkipper {
  let window: XMLWindow
  let end: Int

  /// The place behind the declaration that starts at a place.
  ///
  /// Comments, instructions and quotes are read over as such: brackets in them are text.
  func skip(from start: Int) throws(XMLFault) -> Int {
    var place = start + 9
    guard XMLCharacters.isSpace(window[place]) else { throw fault(place, "white space") }
    var isInSubset = false
    var isInMarkup = false
    while true {
      let byte = window[place]
      switch byte {
      case 0:
        throw fault(place, "the end of the document type declaration")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // Between the subset's declarations a quote has no meaning; there it is an error.
        place = try find(byte, from: place + 1)
      case UInt8(ascii: "[") where !isInSubset:
        isInSubset = true
        place += 1
      case UInt8(ascii: "]") where isInSubset && !isInMarkup:
        isInSubset = false
        place += 1
      case UInt8(ascii: "<") where window.has("<!--", at: place):
        place = try find("-->", from: place + 4)
      case UInt8(ascii: "<") where window[place + 1] == UInt8(ascii: "?"):
        place = try find("?>", from: place + 2)
      case UInt8(ascii: "<") where isInSubset && !isInMarkup:
        isInMarkup = true
        place += 1
      case UInt8(ascii: ">") where isInMarkup:
        isInMarkup = false
        place += 1
      case UInt8(ascii: ">") where !isInSubset:
        return place + 1
      default:
        place += 1
      }
    }
  }

  private func find(_ quote: UInt8, from start: Int) throws(XMLFault) -> Int {
    var place = start
    while window[place] != quote {
      if window[place] == 0 { throw fault(place, "a closing quote") }
      place += 1
    }
    return place + 1
  }

  private func find(_ text: StaticString, from start: Int) throws(XMLFault) -> Int {
    var place = start
    while !window.has(text, at: place) {
      if window[place] == 0 { throw fault(place, "the end of a comment or an instruction") }
      place += 1
    }
    return place + text.utf8CodeUnitCount
  }

  private func fault(_ place: Int, _ expected: String) -> XMLFault {
    .unexpected(
      window.copy(min(place, end)..<min(place + 4, end))[...], at: place, expected: expected)
  }
}
