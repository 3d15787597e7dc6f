/// What a redirect asks of the next request (RFC 9110 §15.4).
public enum Redirection {
  /// Whether the status names another place to send to.
  public static func isRedirect(status: Int) -> Bool {
    switch status {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// The method of the next request, and whether the body goes with it.
  ///
  /// 303 always reads; 301 and 302 turn a POST into a GET, as every client has done since before
  /// it was allowed; 307 and 308 repeat what was sent.
  public static func next(status: Int, method: RequestMethod) -> (
    method: RequestMethod, keepsBody: Bool
  ) {
    switch status {
    case 303: (method == .head ? .head : .get, false)
    case 301 where method == .post, 302 where method == .post: (.get, false)
    default: (method, true)
    }
  }
}
