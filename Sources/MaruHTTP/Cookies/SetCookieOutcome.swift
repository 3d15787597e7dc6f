/// What came of a cookie that was set.
public enum SetCookieOutcome: Sendable, Hashable {
  /// It is in the jar, and so many others had to go.
  case stored(evicted: Int)
  /// It is in the jar in place of an older one.
  case replaced
  /// It had ended already, and took an older one out: the way in which servers delete.
  case deleted
  /// It had ended already, and there was nothing to take out.
  ///
  /// With namesakes left it was most likely meant for one of them: a deletion must repeat path and
  /// domain.
  case deletedNothing(leavesNamesakes: Bool)
  /// It is not in the jar.
  case refused(CookieRefusal)
}
