/// What a record of the arena stands for.
package enum XMLRecordKind: UInt32, Sendable {
  case element
  case attribute
  /// A namespace declaration; it stands among the attributes of its element. Its name's number is the
  /// namespace's.
  case namespace
  case text
  case cdata
  case comment
  case instruction
}

/// Sixteen bytes about one piece of a document; what it says lies in the arena's bytes.
///
/// An element is followed by its attributes, then by what is in it, in the document's order. Its
/// subtree is a run of records: the next sibling stands at ``link``.
package struct XMLRecord: BitwiseCopyable, Sendable {
  /// Where its bytes start: an element's name, an attribute's value, text, a comment, the data of
  /// an instruction.
  package var offset: UInt32
  /// How many bytes of text or value; for an element, how many attributes and declarations follow.
  package var length: UInt32
  /// For an element, the index behind its subtree; for an attribute or a declaration, where its
  /// name starts.
  package var link: UInt32
  /// Kind in 3 bits, flags in 5, the name's number in 24.
  package var tag: UInt32

  /// References or line ends are left in the bytes, and are resolved when they are read.
  package static let escaped: UInt32 = 1 << 28
  /// Text of nothing but white space, written as such.
  package static let blank: UInt32 = 1 << 27
  /// The document type declaration added the attribute.
  package static let defaulted: UInt32 = 1 << 26
  /// While a start tag is read: the name's number is that of the written name.
  static let unresolved: UInt32 = 1 << 25
  /// The largest number of names in a document.
  package static let nameMask: UInt32 = (1 << 24) - 1

  @inline(__always)
  package init(
    _ kind: XMLRecordKind, offset: Int, length: Int, link: Int = 0, name: UInt32 = 0,
    flags: UInt32 = 0
  ) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.link = UInt32(truncatingIfNeeded: link)
    self.tag = kind.rawValue << 29 | flags | name
  }

  /// Moves what it says about places in the bytes.
  mutating func move(by distance: Int) {
    let distance = UInt32(truncatingIfNeeded: distance)
    offset &+= distance
    if kind == .attribute || kind == .namespace || kind == .instruction { link &+= distance }
  }

  @inline(__always) package var kind: XMLRecordKind {
    switch tag >> 29 {
    case 0: .element
    case 1: .attribute
    case 2: .namespace
    case 3: .text
    case 4: .cdata
    case 5: .comment
    default: .instruction
    }
  }
  /// Number of an element's, an attribute's name, or of an instruction's target.
  @inline(__always) package var name: UInt32 { tag & Self.nameMask }
  @inline(__always) package var isElement: Bool { tag >> 29 == 0 }
  @inline(__always) package var isAttribute: Bool { tag >> 29 == 1 }
  /// Text or a CDATA section.
  @inline(__always) package var isText: Bool { tag >> 29 == 3 || tag >> 29 == 4 }
  @inline(__always) package var isEscaped: Bool { tag & Self.escaped != 0 }
  @inline(__always) package var isBlank: Bool { tag & Self.blank != 0 }
  @inline(__always) package var isDefaulted: Bool { tag & Self.defaulted != 0 }
}
