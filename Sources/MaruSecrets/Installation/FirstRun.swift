public import MaruContract
internal import MaruSystem

/// Recognises secrets that an earlier installation of the app has left, and deletes them.
///
/// Apple's keychain outlives an app: who deletes it and installs it again, perhaps for somebody else,
/// would be signed in as before. A file in the app's own folder goes with the app. Where it is missing,
/// the installation is new, and what the store has of it is not. The file is read and not the app's
/// preferences, since those can be empty without an error in a process that was started before the
/// first unlock.
///
/// An app that wants this asks at each launch before it reads a secret, and again when protected data
/// become available if the outcome was ``Outcome/notKnown``. Nothing is deleted without asking.
public struct FirstRun: Sendable {
  /// What was found, and done.
  public enum Outcome: Hashable, Sendable {
    /// Protected data are not available: nothing was done, and nothing is known.
    case notKnown
    /// This installation has been here before; nothing was done.
    case sameInstallation
    /// So has an older version of the app, which left no marker: there is one now.
    case adopted
    /// The installation is new: the namespaces are empty now.
    case newInstallation
  }

  private let marker: String
  private let namespaces: [SecretNamespace]
  private let store: any SecretStore

  private static let unfinished = Array("maru installation: unfinished\n".utf8)
  private static let finished = Array("maru installation\n".utf8)

  /// Names what belongs together.
  ///
  /// - Parameters:
  ///   - marker: the path of a file that nobody else writes, in a folder that is there and that goes
  ///     with the app: on Apple's systems in its Application Support. A backup may have it.
  ///   - namespaces: what an installation owns. Leave out what other apps of a group use.
  ///   - store: where the secrets are.
  public init(marker: String, namespaces: [SecretNamespace], store: any SecretStore) {
    self.marker = marker
    self.namespaces = namespaces
    self.store = store
  }

  /// Looks, and deletes what an earlier installation left.
  ///
  /// One call at a time. What was begun and not finished, by an error or the end of the process, is
  /// done by the next call.
  /// - Parameters:
  ///   - isProtectedDataAvailable: what `UIApplication.isProtectedDataAvailable` says now; true on
  ///     systems without such a state.
  ///   - hasRunBefore: whether the app knows otherwise that this installation has run: by a file that
  ///     versions without the marker wrote. Without it the first version with the marker signs
  ///     everybody out.
  /// - Throws: `SecretStoreError` of the store; `full` or `failed` if the marker can't be written,
  ///   before anything is deleted.
  public func check(
    isProtectedDataAvailable: Bool, hasRunBefore: Bool
  ) async throws(SecretStoreError) -> Outcome {
    let path = marker
    let seen = await BlockingWork.value { Self.look(at: path) }
    let judgement = InstallationJudgement(
      isProtectedDataAvailable: isProtectedDataAvailable, hasRunBefore: hasRunBefore, marker: seen)
    switch judgement {
    case .wait: return .notKnown
    case .keep: return .sameInstallation
    case .adopt:
      try await leave(Self.finished)
      return .adopted
    case .wipe:
      // First a marker that says so: one that could not be written would have every launch delete.
      try await leave(Self.unfinished)
      for namespace in namespaces { try await store.deleteAll(in: namespace) }
      try await leave(Self.finished)
      return .newInstallation
    }
  }

  private static func look(at path: String) -> InstallationJudgement.Marker {
    if SystemFile.isMissing(path) { return .missing }
    return SystemFile.read(path, upTo: 1_024) == unfinished ? .unfinished : .there
  }

  /// Writes the marker so that it is there after a crash, too.
  private func leave(_ text: [UInt8]) async throws(SecretStoreError) {
    let path = marker
    try await BlockingWork.value { () throws(SecretStoreError) in
      do throws(SystemFile.Failure) {
        let draft = try SystemFile.openAlone(path + ".new")
        try draft.truncate(to: 0)
        try draft.write(text, at: 0)
        try draft.sync()
        try SystemFile.rename(path + ".new", to: path)
        if let end = path.lastIndex(of: "/") { SystemFile.syncFolder(String(path[..<end])) }
      } catch {
        throw SecretStoreError(
          error == .full ? .full : .failed, reason: "expected to write a marker, found \(error)",
          systemCode: Int(error.number))
      }
    }
  }
}
