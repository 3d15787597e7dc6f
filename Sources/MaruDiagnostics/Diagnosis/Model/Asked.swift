/// What a request asks for.
struct Asked: Hashable {
  let method: String
  let url: String
  /// The mark of its body.
  let body: UInt64?
}
