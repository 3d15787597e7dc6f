internal import MaruContract
public import MaruHTTP

/// The cookies that belong to a token session and go when it goes.
///
/// Signing out, turning to another account and the server's word that the session is over take out
/// exactly these: in memory in the same moment in which the tokens are forgotten, so that no later
/// request carries one and no late answer brings one back, and then where they are kept. All others
/// stay. An archive that is damaged is erased as a whole: who could tell what lies in it?
public struct SessionCookies: Sendable {
  /// Whose cookies: the store that the client's configuration was given.
  public let store: CookieStore
  /// Which: by domain, path and name, each to the letter.
  public let scopes: [CookieScope]
  /// Where the store is kept over a restart; nil if it is not.
  public let archive: CookieArchive?

  /// Names the cookies of a session.
  ///
  /// - Parameters:
  ///   - scopes: which. An app knows its server's: a rule that takes out what *contains* a name
  ///     would take out strangers' cookies.
  ///   - store: the one that the client's configuration was given.
  ///   - archive: where the app keeps the store, if it does.
  public init(_ scopes: [CookieScope], in store: CookieStore, archive: CookieArchive? = nil) {
    self.scopes = scopes
    self.store = store
    self.archive = archive
  }

  /// Takes them out of memory.
  ///
  /// Safe under the session's lock: the store calls nobody, and so nothing that could wait for it.
  func forget() { store.remove(scopes) }

  /// Takes them out of where they are kept.
  func erase() async throws(SecretStoreError) {
    guard let archive else { return }
    do throws(SecretStoreError) {
      try await archive.remove(scopes)
    } catch {
      // Nobody will ever read them, and a sign-out must come to its end.
      guard error.code == .damaged else { throw error }
      try await archive.erase()
    }
  }
}
