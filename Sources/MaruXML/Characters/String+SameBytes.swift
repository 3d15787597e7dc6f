extension String {
  /// Whether both are the same bytes of UTF-8, as XML compares names and namespaces: to Swift, `é`
  /// is the same string as `e` with an accent behind it.
  ///
  /// Source: Namespaces in XML 1.0 §2.3 (URIs are compared as they are written).
  @inline(__always)
  func isSame(as other: String) -> Bool {
    // Strings of the same bytes are equal, so that most others are told by their length or a digest.
    self == other && utf8.elementsEqual(other.utf8)
  }
}
