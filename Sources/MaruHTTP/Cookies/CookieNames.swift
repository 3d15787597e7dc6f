/// A host and the domains above it, the longest first: where its cookies can be.
struct CookieNames: Sequence, IteratorProtocol {
  private var rest: Substring?

  init(_ host: String) {
    rest = host[...]
  }

  mutating func next() -> String? {
    guard let name = rest else { return nil }
    rest = name.utf8.firstIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...] }
    if rest?.isEmpty == true { rest = nil }
    return String(name)
  }
}
