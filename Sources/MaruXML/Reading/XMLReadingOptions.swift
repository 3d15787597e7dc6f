/// How a document is read: what it may be and how large, and what is kept of it.
public struct XMLReadingOptions: Sendable {
  /// Bounds for everything that a document can make large.
  public var limits: XMLLimits
  /// What becomes of a document type declaration; refused unless asked for.
  public var doctype: XMLDoctypePolicy
  /// What the document is written in, if that is known from elsewhere.
  public var encoding: XMLEncodingSource
  /// Whether comments are kept in a tree. They never are part of a value.
  public var keepsComments: Bool
  /// Whether processing instructions are kept in a tree. They never are part of a value.
  public var keepsInstructions: Bool

  /// Reads safely: no document type declaration, bounded in all.
  public init(
    limits: XMLLimits = XMLLimits(), doctype: XMLDoctypePolicy = .reject,
    encoding: XMLEncodingSource = .document, keepsComments: Bool = false,
    keepsInstructions: Bool = false
  ) {
    self.limits = limits
    self.doctype = doctype
    self.encoding = encoding
    self.keepsComments = keepsComments
    self.keepsInstructions = keepsInstructions
  }
}

/// What becomes of a document type declaration. Nothing is ever fetched under any policy.
@nonexhaustive
public enum XMLDoctypePolicy: Sendable, Hashable {
  /// A document that has one is refused.
  case reject
  /// It is read past and not used: no entity is known, no default applies. Its end is found by
  /// quotes and brackets; what is in it is not checked.
  case skip
  /// What stands in the document itself is checked and used: entities, and types and defaults of
  /// attributes. Whatever is outside of the document is as if it were empty.
  case internalSubset(XMLEntityLimits = XMLEntityLimits())
}

/// Where to look for a document's encoding.
///
/// In this order: what the caller imposes; the byte order mark; the charset parameter of the
/// message; the document's declaration; else UTF-8, or UTF-16 by the form of the first bytes. A
/// byte order mark and a declaration that name different encodings are an error; a declaration that
/// contradicts an imposed encoding or a parameter is ignored.
///
/// Source: RFC 7303 §3.2, XML 1.0 §4.3.3 and appendix F.
public enum XMLEncodingSource: Sendable, Hashable {
  /// The document says it.
  case document
  /// The `charset` parameter of a content type says it, unless there is a byte order mark.
  case charset(String)
  /// It is this, whatever the document says.
  case imposed(XMLEncoding)
}
