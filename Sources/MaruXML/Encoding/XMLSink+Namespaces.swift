// Prefixes and their declarations.
extension XMLSink {
  /// What a prefix stands for here; the default namespace is empty if there is none.
  private func binding(_ prefix: String) -> String? {
    if prefix == "xml" { return XMLNamespaces.xml }
    return bindings.last { $0.prefix.isSame(as: prefix) }?.namespace ?? (prefix.isEmpty ? "" : nil)
  }

  /// Whether a prefix stands for a namespace here.
  private func stands(_ prefix: String, for namespace: String) -> Bool {
    binding(prefix)?.isSame(as: namespace) == true
  }

  /// An element's name with its prefix, and what has to be declared for it and for its shape.
  func qualify(
    _ local: String, _ namespace: String, _ wanted: [(prefix: String, namespace: String)],
    _ declared: inout [(prefix: String, namespace: String)]
  ) throws -> String {
    guard XMLMarkup.isNCName(local) else {
      throw session.error("a name that XML allows", "'\(local)'")
    }
    for entry in wanted where !stands(entry.prefix, for: entry.namespace) {
      guard entry.prefix.isEmpty || XMLMarkup.isNCName(entry.prefix),
        entry.prefix != "xml", entry.prefix != "xmlns",
        entry.prefix.isEmpty || entry.namespace != ""
      else { throw session.error("a prefix that can be declared", "'\(entry.prefix)'") }
      declared.append(entry)
      bindings.append(entry)
    }
    if stands("", for: namespace) { return local }
    if namespace.isSame(as: XMLNamespaces.xml) { return "xml:" + local }
    for entry in bindings.reversed()
    where entry.namespace.isSame(as: namespace) && stands(entry.prefix, for: namespace) {
      return entry.prefix.isEmpty ? local : entry.prefix + ":" + local
    }
    guard !declared.contains(where: { $0.prefix.isEmpty }) else {
      let prefix = freePrefix()
      declared.append((prefix, namespace))
      bindings.append((prefix, namespace))
      return prefix + ":" + local
    }
    declared.append(("", namespace))
    bindings.append(("", namespace))
    return local
  }

  private func freePrefix() -> String {
    var number = 1
    while binding("ns\(number)") != nil { number += 1 }
    return "ns\(number)"
  }

  /// Writes a declaration into the innermost start tag.
  func declare(_ entry: (prefix: String, namespace: String)) throws {
    try insert { output in
      output.append(
        contentsOf: (entry.prefix.isEmpty ? " xmlns=\"" : " xmlns:\(entry.prefix)=\"").utf8)
      try entry.namespace.write(to: &output, as: .attribute, session)
      output.append(UInt8(ascii: "\""))
    }
  }

  /// An attribute's name with its prefix, which is declared if it has to be.
  func attributeName(_ local: String, _ namespace: String?) throws -> String {
    guard Self.isPlainName(local) || XMLMarkup.isNCName(local), local != "xmlns" else {
      throw session.error("a name that XML allows for an attribute", "'\(local)'")
    }
    guard let namespace, !namespace.isEmpty else { return local }
    if namespace.isSame(as: XMLNamespaces.xml) { return "xml:" + local }
    for entry in bindings.reversed()
    where !entry.prefix.isEmpty && entry.namespace.isSame(as: namespace)
      && stands(entry.prefix, for: namespace)
    { return entry.prefix + ":" + local }
    var prefix = namespace.isSame(as: XMLNamespaces.schemaInstance) ? "xsi" : freePrefix()
    if binding(prefix) != nil { prefix = freePrefix() }
    bindings.append((prefix, namespace))
    try declare((prefix, namespace))
    return prefix + ":" + local
  }

  /// Says of the innermost element that it is nil, or that it is not though it is empty.
  func mark(isNil: Bool) throws {
    try attribute("nil", namespace: XMLNamespaces.schemaInstance, isNil ? "true" : "false")
  }
}
