internal import Foundation
public import MaruContract
public import MaruHTTP
internal import MaruSystem

/// Keeps a client's cookies over a restart, where the system keeps secrets.
///
/// Saving and restoring are calls of the app's: after signing in, when it goes to the background, when
/// it starts. They take cookies that outlive the session, as browsers do, and the others if they are
/// asked to. A secret holds 8 KiB, so the cookies lie in pieces of that size, up to 32 of them; more
/// than fits is refused before anything is written.
///
/// A save is whole or did not happen, also if the process ends in the middle. What can't be read is an
/// error and never an empty store. One save, restore or erase runs at a time; another one throws
/// `unavailable`.
public final class CookieArchive: Sendable {
  /// The most pieces, of `SecretLimits.maximumBytes` each: 256 KiB.
  public static let maximumPieces = 32

  private let secrets: any SecretStore
  private let accessibility: SecretAccessibility
  private let headKey: SecretKey
  private let pieceKeys: [[SecretKey]]
  private let isBusy = Locked(false)

  /// Names the place of an archive.
  ///
  /// - Parameters:
  ///   - secrets: where secrets are kept.
  ///   - namespace: the account, best with a name of its own: it is deleted together.
  ///   - name: what the secrets' names begin with; an archive each.
  ///   - accessibility: when it can be read.
  /// - Throws: `InvalidIdentifier` for a name that a secret can't have.
  public init(
    in secrets: any SecretStore, namespace: SecretNamespace, name: String = "cookies",
    accessibility: SecretAccessibility = .afterFirstUnlockThisDeviceOnly
  ) throws(InvalidIdentifier) {
    self.secrets = secrets
    self.accessibility = accessibility
    headKey = try SecretKey(name, in: namespace)
    var keys: [[SecretKey]] = []
    for place in ["a", "b"] {
      var pieces: [SecretKey] = []
      for number in 0..<Self.maximumPieces {
        pieces.append(try SecretKey("\(name).\(place).\(number)", in: namespace))
      }
      keys.append(pieces)
    }
    pieceKeys = keys
  }

  /// Keeps what a store holds now, in place of what was kept before.
  ///
  /// - Parameters:
  ///   - store: whose cookies.
  ///   - withSession: whether those as well that were to end with the session.
  /// - Throws: `SecretStoreError`: `tooLarge` for more than 256 KiB, `unavailable` while another one
  ///   runs, or the store's own. What was kept before is then still there.
  public func save(
    _ store: CookieStore, withSession: Bool = false
  ) async throws(SecretStoreError) {
    let records = store.lasting(withSession: withSession).map { CookieRecord($0) }
    guard !records.isEmpty else { return try await erase() }
    try enter()
    defer { leave() }
    try await write(records)
  }

  private func write(_ records: [CookieRecord]) async throws(SecretStoreError) {
    let bytes = try Self.encoded { Array(try JSONEncoder().encode(records)) }
    let size = SecretLimits.maximumBytes
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Sensitive(Array(bytes[$0..<min($0 + size, bytes.count)]))
    }
    guard pieces.count <= Self.maximumPieces else {
      throw SecretStoreError(
        .tooLarge,
        reason: "expected at most \(Self.maximumPieces * size) bytes of cookies, "
          + "found \(bytes.count)")
    }
    let old = try await headOrLargest() ?? CookieArchiveHead()
    if pieces.count > old.others {
      // Said before it is done, so that nothing lies anywhere that nobody knows of.
      var intent = old
      intent.others = pieces.count
      try await write(intent)
    }
    var new = CookieArchiveHead()
    new.place = 1 - old.place
    for (key, piece) in zip(pieceKeys[new.place], pieces) {
      try await secrets.write(piece, for: key, accessibility: accessibility)
    }
    // Before the head names this place: what is left in it of an older version is known until then.
    try await delete(place: new.place, pieces.count..<max(old.others, pieces.count))
    new.pieces = pieces.count
    new.others = old.pieces
    new.bytes = bytes.count
    new.check = CookieArchiveHead.check(bytes)
    try await write(new)
    try await delete(place: old.place, 0..<old.pieces)
  }

  /// Puts what is kept back into a store. A cookie that the store has by now is newer and stays.
  ///
  /// - Returns: how many were kept; nil if nothing was ever saved.
  /// - Throws: `SecretStoreError`: `damaged` if it can't be read, or is of another version; it stays
  ///   where it is, and the store is as before. Only an answer of nil means that there is nothing.
  @discardableResult
  public func restore(into store: CookieStore) async throws(SecretStoreError) -> Int? {
    try enter()
    defer { leave() }
    guard let kept = try await read() else { return nil }
    store.restore(kept.map(\.cookie))
    return kept.count
  }

  private func read() async throws(SecretStoreError) -> [(record: CookieRecord, cookie: Cookie)]? {
    guard let secret = try await secrets.readIfPresent(headKey) else { return nil }
    let head = try CookieArchiveHead(secret)
    // A head without pieces was left by a first save that was not finished.
    guard head.pieces > 0 else { return nil }
    var bytes: [UInt8] = []
    for key in pieceKeys[head.place].prefix(head.pieces) {
      guard let piece = try await secrets.readIfPresent(key) else {
        throw SecretStoreError(.damaged, reason: "a piece of the saved cookies is missing")
      }
      bytes += piece.value
    }
    guard bytes.count == head.bytes, CookieArchiveHead.check(bytes) == head.check else {
      throw SecretStoreError(.damaged, reason: "the saved cookies are not those that were saved")
    }
    do {
      let records = try JSONDecoder().decode([CookieRecord].self, from: Data(bytes))
      return try records.map { ($0, try $0.cookie()) }
    } catch {
      throw SecretStoreError(.damaged, reason: "the saved cookies can't be read")
    }
  }

  /// Takes exactly the cookies that are named out of what is kept; for sign-out.
  ///
  /// - Throws: `SecretStoreError`, as ``restore(into:)`` and ``save(_:withSession:)``. What is kept is
  ///   as before then.
  public func remove(_ scopes: [CookieScope]) async throws(SecretStoreError) {
    try enter()
    defer { leave() }
    guard let kept = try await read() else { return }
    let left = kept.filter { kept in !scopes.contains { $0.names(kept.cookie) } }.map(\.record)
    guard left.count < kept.count else { return }
    if left.isEmpty { try await eraseAll() } else { try await write(left) }
  }

  /// Deletes what is kept, also what can't be read.
  ///
  /// - Throws: `SecretStoreError`; some of it may be deleted then, and erasing again does the rest.
  public func erase() async throws(SecretStoreError) {
    try enter()
    defer { leave() }
    try await eraseAll()
  }

  private func eraseAll() async throws(SecretStoreError) {
    guard let head = try await headOrLargest() else { return }
    try await delete(place: head.place, 0..<head.pieces)
    try await delete(place: 1 - head.place, 0..<head.others)
    // Last: as long as it is there, it tells what is left.
    try await secrets.delete(headKey)
  }

  /// The head; one that can't be read stands for as much as there can be.
  private func headOrLargest() async throws(SecretStoreError) -> CookieArchiveHead? {
    guard let secret = try await secrets.readIfPresent(headKey) else { return nil }
    do {
      return try CookieArchiveHead(secret)
    } catch {
      var head = CookieArchiveHead()
      head.pieces = Self.maximumPieces
      head.others = Self.maximumPieces
      return head
    }
  }

  private func write(_ head: CookieArchiveHead) async throws(SecretStoreError) {
    let secret = try Self.encoded { try head.encoded() }
    try await secrets.write(secret, for: headKey, accessibility: accessibility)
  }

  private func delete(place: Int, _ numbers: Range<Int>) async throws(SecretStoreError) {
    for key in pieceKeys[place][numbers] { try await secrets.delete(key) }
  }

  private static func encoded<Value>(
    _ body: () throws -> Value
  ) throws(SecretStoreError) -> Value {
    do {
      return try body()
    } catch {
      throw SecretStoreError(.failed, reason: "the cookies can't be written as text")
    }
  }

  private func enter() throws(SecretStoreError) {
    let isFree = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return !isBusy
    }
    guard isFree else {
      throw SecretStoreError(.unavailable, reason: "the archive is being saved or read")
    }
  }

  private func leave() { isBusy.withLock { $0 = false } }
}

extension CookieArchive: CustomStringConvertible, CustomReflectable {
  /// Where it is not: nothing of what is kept.
  public var description: String { "archive of cookies" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["archive": description]) }
}
