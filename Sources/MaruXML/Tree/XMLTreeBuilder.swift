/// Makes a tree piece by piece, in the document's order.
///
/// ```swift
/// var builder = XMLTreeBuilder()
/// try builder.start("note")
/// try builder.attribute("lang", "ko")
/// try builder.text("Fish & chips")
/// try builder.end()
/// let tree = try builder.finish()
/// ```
///
/// Names and characters are checked where they are given: what can't be in a document throws, and the
/// builder is not to be used any more.
public struct XMLTreeBuilder: Sendable {
  private var writer = XMLMarkupWriter()

  /// Begins with nothing; the first element is the root.
  public init() {}

  /// Begins an element; its attributes come next, then what is in it.
  ///
  /// - Parameters:
  ///   - name: Namespace and local part.
  ///   - prefix: The one to write it with; empty for the default namespace. Chosen if nil.
  /// - Throws: ``XMLError/Code/unwritable`` for a name that XML does not allow, or a second root.
  public mutating func start(_ name: XMLName, prefix: String? = nil) throws(XMLError) {
    try writer.start(name, prefix: prefix)
  }

  /// Adds an attribute to the element that was just begun.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` for a name or a character that XML does not allow, for one
  ///   that is there, or if the element has content already.
  public mutating func attribute(
    _ name: XMLName, _ value: String, prefix: String? = nil
  ) throws(XMLError) {
    try writer.attribute(name, prefix: prefix, value)
  }

  /// Adds text to the innermost open element.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` for a character that XML does not allow.
  public mutating func text(_ text: String) throws(XMLError) { try writer.text(text) }

  /// Adds text that is written as CDATA; the same text for whoever reads it.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` for a character that XML does not allow.
  public mutating func cdata(_ text: String) throws(XMLError) { try writer.cdata(text) }

  /// Adds a comment.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` if it holds `--`, a CR or a character that XML does not
  ///   allow, or ends in `-`.
  public mutating func comment(_ text: String) throws(XMLError) { try writer.comment(text) }

  /// Adds a processing instruction.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` if it would read back as another one.
  public mutating func instruction(target: String, data: String) throws(XMLError) {
    try writer.instruction(target, data)
  }

  /// Adds a whole tree to the innermost open element, or as the root.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` if there is a root already.
  public mutating func tree(_ tree: XMLTree) throws(XMLError) {
    try tree.write(to: &writer, indentation: nil)
  }

  /// Ends the innermost open element.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` if none is open.
  public mutating func end() throws(XMLError) { try writer.end() }

  /// The tree.
  ///
  /// - Throws: ``XMLError/Code/unwritable`` if there is no root or something is open, or
  ///   ``XMLError/Code/limitExceeded`` if it could not be read again under the default limits with any
  ///   depth.
  public mutating func finish() throws(XMLError) -> XMLTree {
    try writer.finish()
    return try XMLTree(
      bytes: writer.output,
      options: XMLReadingOptions(
        limits: XMLLimits(depth: .max), encoding: .imposed(.utf8), keepsComments: true,
        keepsInstructions: true))
  }
}
