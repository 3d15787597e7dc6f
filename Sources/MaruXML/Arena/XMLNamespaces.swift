/// Namespaces that have a meaning by themselves.
enum XMLNamespaces {
  /// That of the prefix `xml` (Namespaces in XML 1.0 §3).
  static let xml = "http://www.w3.org/XML/1998/namespace"
  /// That of the prefix `xmlns` (Namespaces in XML 1.0 §3).
  static let xmlns = "http://www.w3.org/2000/xmlns/"
  /// That of `xsi:nil` (XML Schema part 1, §2.6).
  static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
}
