/// The search in one element, shared by the copies of its container.
///
/// A container is made for each element, so the session keeps these, and lends one again when nobody
/// has it any more.
final class XMLMembers {
  let session: XMLDecodingSession
  // Unchecked for speed. No access is in another: what runs in it is ours, and never comes back here.
  @exclusivity(unchecked) private var search: XMLMemberSearch

  init(_ session: XMLDecodingSession, _ search: XMLMemberSearch) {
    self.session = session
    // unsafe: the first access.
    unsafe self.search = search
  }

  /// Goes to another element, unless that is read in another way.
  @inline(__always)
  func move(
    to place: XMLPlace, shape: XMLResolvedShape?, isPayload: Bool
  ) throws -> Bool {
    // unsafe: ours alone runs in it.
    guard unsafe search.shape === shape, unsafe search.isPayload == isPayload,
      unsafe search.prefix.isEmpty
    else { return false }
    // unsafe: ours alone runs in it.
    try unsafe search.move(to: place, in: session)
    return true
  }

  /// The search as it stands.
  var present: XMLMemberSearch {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe search }
  }
  var place: XMLPlace {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe search.place }
  }
  var shape: XMLResolvedShape? {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe search.shape }
  }
  var prefix: [XMLPathStep] {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe search.prefix }
  }

  /// Where a key's value stands; nil if it is not there.
  func locate(_ key: String) -> XMLPlace? {
    // unsafe: ours alone runs in it.
    if unsafe search.isPlain { return unsafe search.locate(key, in: session) }
    // The app's strategy may run for it, and is through when the search begins.
    let name = shape?.roles[key]?.name?.local ?? session.name(ofKey: key)
    // unsafe: ours alone runs in it.
    return unsafe search.locate(key, written: name, in: session)
  }

  /// Where a child element stands; nil if it is not there.
  func element(_ name: String) -> XMLPlace? {
    // unsafe: ours alone runs in it.
    unsafe search.element(name, in: session)
  }
}
