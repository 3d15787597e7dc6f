internal import GatewayHTTP
internal import MaruHTTP

/// A version of something that clients read, as `ETag` names it.
struct Version: Sendable {
  let tag: EntityTag

  /// The version of one resource, which its body tells as well.
  init(_ number: Int) {
    self.init(text: String(number))
  }

  /// The version of a user's lists: the place of the last change to anything of theirs.
  init(listAt change: Int64) {
    self.init(text: "l\(change)")
  }

  private init(text: String) {
    guard let tag = EntityTag("\"\(text)\"") else { preconditionFailure("digits make a tag") }
    self.tag = tag
  }

  /// Lets a change through if it is meant for this version.
  func check(_ request: Request) throws(Problem) {
    try Precondition.check(request.fields, version: tag)
  }

  /// 304 if the caller has this version; else nil.
  func notModified(_ request: Request) throws(Problem) -> Response? {
    guard try Precondition.isKnown(request.fields, version: tag) else { return nil }
    return Response(status: 304).with(self)
  }
}

extension Response {
  /// The answer with its version. Only the user's own cache may keep it, and asks before each use.
  func with(_ version: Version) -> Response {
    var response = self
    response.setKnown(version.tag.description, for: .eTag)
    response.setKnown("private, no-cache", for: .cacheControl)
    return response
  }
}
