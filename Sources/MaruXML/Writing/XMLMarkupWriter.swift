/// Writes a document piece by piece, and declares namespaces where they are needed.
///
/// It can't write what would not read back: names and characters are checked, and an element's tags
/// always match.
struct XMLMarkupWriter {
  private(set) var output: [UInt8] = []
  private var open: [(tag: [UInt8], bindings: Int)] = []
  private var bindings: [(prefix: String, namespace: String)] = []
  private var pending: Pending?
  private var hasRoot = false
  private var generated = 0

  /// A start tag that may get more attributes.
  private struct Pending {
    var name: XMLName
    var prefix: String?
    var declarations: [(prefix: String, namespace: String)] = []
    var attributes: [(name: XMLName, prefix: String?, value: String)] = []
  }

  var depth: Int { open.count + (pending == nil ? 0 : 1) }

  /// Writes bytes as they are; for the XML declaration and for white space of the layout.
  mutating func raw(_ text: String) throws(XMLError) {
    try flush()
    output += text.utf8
  }

  /// Begins an element.
  ///
  /// - Parameter prefix: The one that is wanted; empty for the default namespace.
  mutating func start(_ name: XMLName, prefix: String? = nil) throws(XMLError) {
    try flush()
    if open.isEmpty {
      guard !hasRoot else { throw Self.refuse("one root", "another") }
      hasRoot = true
    }
    try check(name)
    pending = Pending(name: name, prefix: prefix)
  }

  /// Declares a namespace at the element that was just begun, whether it is needed or not.
  mutating func declare(_ prefix: String, _ namespace: String) {
    guard prefix != "xml" else { return }
    pending?.declarations.append((prefix, namespace))
  }

  /// Adds an attribute to the element that was just begun.
  mutating func attribute(
    _ name: XMLName, prefix: String? = nil, _ value: String
  ) throws(XMLError) {
    try check(name)
    guard pending != nil else { throw Self.refuse("attributes before content", "one behind") }
    if pending?.attributes.contains(where: { $0.name == name }) == true {
      throw Self.refuse("each attribute once", "\(name.local) again")
    }
    pending?.attributes.append((name, prefix, value))
  }

  mutating func text(_ text: String) throws(XMLError) {
    try needElement()
    try refuse(XMLMarkup.appendText(text, to: &output))
  }

  mutating func cdata(_ text: String) throws(XMLError) {
    try needElement()
    try refuse(XMLMarkup.appendCDATA(text, to: &output))
  }

  /// Source: XML 1.0 §2.5 [15].
  mutating func comment(_ text: String) throws(XMLError) {
    try flush()
    try refuse(XMLMarkup.firstRefused(in: text))
    guard !text.contains("--"), !text.hasSuffix("-"), !text.utf8.contains(0x0D) else {
      throw Self.refuse("a comment without '--' and CR", "one with them")
    }
    output += "<!--".utf8
    output += text.utf8
    output += "-->".utf8
  }

  /// Source: XML 1.0 §2.6 [16], [17].
  mutating func instruction(_ target: String, _ data: String) throws(XMLError) {
    try flush()
    try refuse(XMLMarkup.firstRefused(in: data))
    let startsWithSpace = data.utf8.first.map(XMLCharacters.isSpace) ?? false
    guard XMLMarkup.isNCName(target), target.lowercased() != "xml", !data.contains("?>"),
      !data.utf8.contains(0x0D), !startsWithSpace
    else {
      throw Self.refuse("an instruction that can be read back", "another")
    }
    output += "<?\(target)".utf8
    if !data.isEmpty { output += " \(data)".utf8 }
    output += "?>".utf8
  }

  /// Ends the element that was begun last.
  mutating func end() throws(XMLError) {
    if pending != nil {
      try flush(isEmpty: true)
      return
    }
    guard let last = open.popLast() else { throw Self.refuse("an open element", "none") }
    output += "</".utf8
    output += last.tag
    output.append(UInt8(ascii: ">"))
    bindings.removeLast(bindings.count - last.bindings)
  }

  /// Checks that everything is closed.
  mutating func finish() throws(XMLError) {
    guard depth == 0, hasRoot else { throw Self.refuse("one closed root", "another state") }
  }

  private mutating func needElement() throws(XMLError) {
    try flush()
    guard !open.isEmpty else { throw Self.refuse("text inside of the root", "text outside") }
  }

  private func check(_ name: XMLName) throws(XMLError) {
    guard XMLMarkup.isNCName(name.local) else {
      throw Self.refuse("a name that XML allows", "another")
    }
    if let namespace = name.namespace { try refuse(XMLMarkup.firstRefused(in: namespace)) }
  }

  private func refuse(_ scalar: Unicode.Scalar?) throws(XMLError) {
    guard let scalar else { return }
    throw Self.refuse(
      "characters that XML allows", "U+\(String(scalar.value, radix: 16, uppercase: true))")
  }

  static func refuse(_ expected: String, _ found: String) -> XMLError {
    XMLError(.unwritable, expected: expected, found: found)
  }
}

// Start tags and their prefixes.
extension XMLMarkupWriter {
  private mutating func flush(isEmpty: Bool = false) throws(XMLError) {
    guard let element = pending else { return }
    pending = nil
    let outer = bindings.count
    var tagged = Tagged()
    for wanted in element.declarations
    where !stands(wanted.prefix, for: wanted.namespace, tagged) {
      // The default namespace is the element's own business.
      if wanted.prefix.isEmpty, !wanted.namespace.isSame(as: element.name.namespace ?? "") {
        continue
      }
      if !tagged.declares(wanted.prefix) { tagged.declared.append(wanted) }
    }
    let prefix = try prefix(
      for: element.name.namespace ?? "", wanted: element.prefix, isElement: true, &tagged)
    var tag = Array((prefix.isEmpty ? "" : prefix + ":").utf8)
    tag += element.name.local.utf8
    output.append(UInt8(ascii: "<"))
    output += tag
    var attributes: [UInt8] = []
    for attribute in element.attributes {
      let prefix = try self.prefix(
        for: attribute.name.namespace ?? "", wanted: attribute.prefix, isElement: false, &tagged)
      attributes += " \(prefix.isEmpty ? "" : prefix + ":")\(attribute.name.local)=\"".utf8
      try refuse(XMLMarkup.appendAttributeValue(attribute.value, to: &attributes))
      attributes.append(UInt8(ascii: "\""))
    }
    for entry in tagged.declared {
      output += " xmlns\(entry.prefix.isEmpty ? "" : ":" + entry.prefix)=\"".utf8
      try refuse(XMLMarkup.appendAttributeValue(entry.namespace, to: &output))
      output.append(UInt8(ascii: "\""))
    }
    output += attributes
    if isEmpty {
      output += "/>".utf8
    } else {
      output.append(UInt8(ascii: ">"))
      open.append((tag, outer))
      bindings += tagged.declared
    }
  }

  /// What a start tag declares, and the prefixes that it has used so far: those keep their meaning.
  private struct Tagged {
    var declared: [(prefix: String, namespace: String)] = []
    var used: [String] = []

    func declares(_ prefix: String) -> Bool { declared.contains { $0.prefix.isSame(as: prefix) } }
    func uses(_ prefix: String) -> Bool { used.contains { $0.isSame(as: prefix) } }
  }

  /// What a prefix stands for; nil if nothing.
  private func binding(_ prefix: String, _ tagged: Tagged) -> String? {
    if prefix == "xml" { return XMLNamespaces.xml }
    return tagged.declared.last { $0.prefix.isSame(as: prefix) }?.namespace
      ?? bindings.last { $0.prefix.isSame(as: prefix) }?.namespace ?? (prefix.isEmpty ? "" : nil)
  }

  /// Whether a prefix stands for a namespace.
  private func stands(_ prefix: String, for namespace: String, _ tagged: Tagged) -> Bool {
    binding(prefix, tagged)?.isSame(as: namespace) == true
  }

  /// A prefix for a namespace, declared if it has to be.
  private mutating func prefix(
    for namespace: String, wanted: String?, isElement: Bool, _ tagged: inout Tagged
  ) throws(XMLError) -> String {
    if namespace.isSame(as: XMLNamespaces.xml) { return "xml" }
    var prefix = wanted ?? ""
    if namespace.isEmpty {
      // Attributes without a prefix are in no namespace whatever the default is.
      guard isElement else { return "" }
      prefix = ""
    } else if wanted == nil, let known = known(namespace, isElement: isElement, tagged) {
      prefix = known
    }
    let isUsable = isElement || !prefix.isEmpty
    if !isUsable || !stands(prefix, for: namespace, tagged) {
      while !isFree(prefix, isElement: isElement, tagged, isWanted: prefix.isSame(as: wanted ?? ""))
      {
        generated += 1
        prefix = "ns\(generated)"
      }
      tagged.declared.append((prefix, namespace))
    }
    if !tagged.uses(prefix) { tagged.used.append(prefix) }
    return prefix
  }

  /// A prefix that stands for a namespace already.
  private func known(_ namespace: String, isElement: Bool, _ tagged: Tagged) -> String? {
    (bindings + tagged.declared).last {
      $0.namespace.isSame(as: namespace) && (isElement || !$0.prefix.isEmpty)
        && stands($0.prefix, for: namespace, tagged)
    }?.prefix
  }

  /// Whether a prefix can be declared here; a made one hides no other.
  private func isFree(
    _ prefix: String, isElement: Bool, _ tagged: Tagged, isWanted: Bool
  ) -> Bool {
    guard !tagged.declares(prefix), !tagged.uses(prefix), prefix != "xmlns" else {
      return false
    }
    if prefix.isEmpty { return isElement }
    return XMLMarkup.isNCName(prefix) && (isWanted || binding(prefix, tagged) == nil)
  }
}
