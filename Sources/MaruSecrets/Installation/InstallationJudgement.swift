/// What is done about secrets that may be an earlier installation's: decided from what is seen at a
/// launch.
package enum InstallationJudgement: Hashable, Sendable {
  /// Nothing, and ask again: what is seen can't be believed yet.
  case wait
  /// Nothing: this installation has been here before.
  case keep
  /// Keep the secrets, and leave the marker: an older version of the app has been here without one.
  case adopt
  /// Delete the secrets, and leave the marker.
  case wipe

  /// What is seen of the marker.
  package enum Marker: Hashable, Sendable {
    /// There certainly is none.
    case missing
    /// It says that deleting was begun, and not that it was done.
    case unfinished
    /// It is there, or may be.
    case there
  }

  /// Decides.
  ///
  /// Before the first unlock an app's files can look as if they were not there, and the system starts
  /// apps then, too. So nothing is decided before protected data are available, and only a marker that
  /// is certainly missing counts.
  package init(isProtectedDataAvailable: Bool, hasRunBefore: Bool, marker: Marker) {
    guard isProtectedDataAvailable else {
      self = .wait
      return
    }
    switch marker {
    case .there: self = .keep
    case .unfinished: self = .wipe
    case .missing: self = hasRunBefore ? .adopt : .wipe
    }
  }
}
