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

  /// Goes to another element, unless that is read in another way; not for a search with steps of its own.
  @inline(__always)
  func move(
    to place: XMLPlace, shape: XMLResolvedShape?, isPayload: Bool
  ) throws -> Bool {
    // unsafe: ours alone runs in it.
    guard unsafe search.shape === shape, unsafe search.isPayload == isPayload else { return false }
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
  /// Whether ``prefix`` has steps; asked for without copying it.
  var hasPrefix: Bool {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe !search.prefix.isEmpty }
  }
  /// Whether a name is the key's, and roles and conventions have no say.
  var isPlain: Bool {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe search.isPlain }
  }
  var prefix: [XMLPathStep] {
    // unsafe: ours alone runs in it.
    @inline(__always) get { unsafe search.prefix }
  }

  /// Where a key's value stands; nil if it is not there.
  func locate(_ key: String) -> XMLPlace? {
    let key = Self.native(key)
    // unsafe: ours alone runs in it.
    if isPlain { return unsafe search.locate(key, in: session) }
    let role = shape?.roles[key]
    // unsafe: ours alone runs in it.
    if let place = unsafe search.placeWithoutName(key, role, in: session) { return place }
    // The app's strategy may run for it, and is through when the search begins.
    let name = role?.name?.local ?? session.name(ofKey: key)
    // unsafe: ours alone runs in it.
    return unsafe search.locate(key, role, written: name, in: session)
  }

  /// Where a child element stands; nil if it is not there.
  func element(_ name: String) -> XMLPlace? {
    let name = Self.native(name)
    // unsafe: ours alone runs in it.
    return unsafe search.element(name, in: session)
  }

  /// The string with its bytes at hand: one of Objective-C's may be of a class of the app's.
  @inline(__always)
  private static func native(_ text: String) -> String {
    #if canImport(ObjectiveC)
      var text = text
      text.makeContiguousUTF8()
    #endif
    return text
  }
}
