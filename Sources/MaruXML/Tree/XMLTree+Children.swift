extension XMLTree {
  /// A piece of what is in an element.
  @nonexhaustive
  public enum Child: Sendable, Hashable {
    /// An element.
    case element(XMLTree)
    /// Text between two other pieces, with references resolved.
    case text(String)
    /// A CDATA section's text.
    case cdata(String)
    /// A comment's text; only if ``XMLReadingOptions/keepsComments`` was set.
    case comment(String)
    /// A processing instruction; only if ``XMLReadingOptions/keepsInstructions`` was set.
    case instruction(target: String, data: String)
  }

  /// What is in an element, in the document's order.
  public struct Children: Sequence, Sendable {
    let arena: XMLArena
    let range: Range<Int>

    /// Starts at the first piece.
    public func makeIterator() -> Iterator {
      Iterator(arena: arena, place: range.lowerBound, end: range.upperBound)
    }

    /// Goes from piece to piece.
    public struct Iterator: IteratorProtocol, Sendable {
      let arena: XMLArena
      var place: Int
      let end: Int

      /// The next piece; text in several records, as around references to entities, is one.
      public mutating func next() -> Child? {
        guard place < end else { return nil }
        let record = arena.records[place]
        let first = place
        place = arena.next(place)
        switch record.kind {
        case .element: return .element(XMLTree(arena: arena, index: first))
        case .cdata: return .cdata(arena.string(ofRecord: first))
        case .comment: return .comment(arena.string(ofRecord: first))
        case .instruction:
          return .instruction(
            target: arena.name(record.name).local, data: arena.string(ofRecord: first))
        default:
          var text = arena.string(ofRecord: first)
          while place < end, arena.records[place].kind == .text {
            text += arena.string(ofRecord: place)
            place += 1
          }
          return .text(text)
        }
      }
    }
  }

  /// What is in this element, in the document's order.
  public var children: Children {
    Children(
      arena: arena, range: arena.firstChild(ofElement: index)..<arena.end(ofElement: index))
  }
}
