public import MaruContract
internal import MaruSystem

/// Keeps secrets in one encrypted file, for servers and command-line programs.
///
/// The file is encrypted and authenticated as a whole with AES-256-GCM, under a key that lies
/// elsewhere. Any change to it, and any part of an older one in it, is noticed. Any number of tasks
/// and processes may use it at once: a write is done under a lock beside it and takes its place in one
/// step.
///
/// Who has the file and not the key learns how large it is and when it changed. Who has both has all
/// secrets, and so has root. An older copy of the whole file that is put back in its place is noticed
/// by stores that have read a later one, and by nobody after a restart. Names, keys and values are wiped
/// from this store's own memory after each call; values that were read are the caller's, and pages that
/// went to the swap are the system's.
///
/// On Linux it needs OpenSSL's libcrypto 3 or 1.1, which is loaded by its name. There is one lock for
/// all secrets, the key; accessibility changes nothing.
public final class EncryptedFileStore: SecretStore {
  /// What it means that there is no file.
  @nonexhaustive
  public enum MissingFile: Sendable, Hashable {
    /// That nothing was written yet: the first write makes it.
    case startsEmpty
    /// That it can't be reached, as on a disk that is not mounted: every call fails with `unavailable`.
    ///
    /// For programs whose file was made when they were set up.
    case isUnavailable
  }

  /// Where a store is, and what it is for.
  public struct Settings: Sendable, Hashable {
    /// The file's absolute path. Its folder must be there, be this user's or root's, and be writable by
    /// nobody else. Beside the file stand one with `.lock` behind its name, which stays, and during a
    /// write one with `.new`.
    public var path: String
    /// What the store is for, in a word. It is bound to the bytes: a file of another purpose is refused
    /// as one of another key, so that two files under one key can't be exchanged.
    public var purpose: String
    /// What it means that there is no file.
    public var missingFile: MissingFile
    /// How long a write waits for other processes; then it fails with `unavailable`. 30 seconds by
    /// default: a write takes as long as the disk needs, and many may wait.
    public var lockPatience: Duration = .seconds(30)

    /// Says where a store is.
    public init(path: String, purpose: String, missingFile: MissingFile) {
      self.path = path
      self.purpose = purpose
      self.missingFile = missingFile
    }
  }

  private let settings: Settings
  private let key: SecretFileKey
  private let place: SecretFilePlace
  private let disk: SecretFileDisk
  private let turn = Turn()
  /// The highest generation that was read or written; 0 if none was.
  private let seen = Locked<UInt64>(0)

  /// Makes a store; the file is not touched yet.
  ///
  /// - Throws: `SecretStoreError`: `failed` for a path that is not absolute, `unavailable` if the
  ///   system has no library for it.
  public convenience init(_ settings: Settings, key: SecretFileKey) throws(SecretStoreError) {
    try self.init(settings, key: key, disk: SecretFileDisk())
  }

  /// Makes a store whose writes a test can break.
  package init(
    _ settings: Settings, key: SecretFileKey, disk: SecretFileDisk
  ) throws(SecretStoreError) {
    place = try SecretFilePlace(settings.path)
    try SecretCipher.load()
    self.settings = settings
    self.key = key
    self.disk = disk
  }

  /// The value of a secret.
  ///
  /// - Throws: `SecretStoreError`: `notFound`; `damaged`, `wrongKey`, `insecure`, `denied` or
  ///   `unavailable` about the file; `failed` if a later version of this library wrote it.
  public func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    // Without the lock: what is opened is one whole file or the next.
    let value = try await place.run { [self] (place) throws(SecretStoreError) in
      try load(from: place.openFolder()).value(of: key)
    }
    guard let value else {
      throw SecretStoreError(.notFound, reason: "expected a secret, found none")
    }
    return value
  }

  /// Keeps a value; any accessibility is taken, and none changes anything.
  ///
  /// - Throws: `SecretStoreError`: `tooLarge`; `full`, also if all secrets together would be more than
  ///   16 MiB; `unavailable` if others write for longer than ``Settings/lockPatience``; and what
  ///   ``read(_:)`` throws about the file, which is never overwritten then.
  public func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try SecretLimits.check(value)
    try await change { $0.setting(value, for: key) }
  }

  /// Deletes a secret.
  ///
  /// - Throws: as ``write(_:for:accessibility:)`` does.
  public func delete(_ key: SecretKey) async throws(SecretStoreError) {
    try await change { $0.deleting(key) }
  }

  /// Deletes all secrets of a namespace, in one step.
  ///
  /// - Throws: as ``write(_:for:accessibility:)`` does; then none is deleted.
  public func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    try await change { $0.deletingAll(in: namespace) }
  }

  // MARK: The file

  /// Reads, changes and writes the file, unless `edit` says that nothing is to change.
  private func change(
    _ edit: @escaping @Sendable (SecretRecords) -> SecretRecords?
  ) async throws(SecretStoreError) {
    // Within this process they come in turn, so that one of them waits for other processes.
    await turn.take()
    let result = await Result.of { () async throws(SecretStoreError) in
      try await place.run { [self] (place) throws(SecretStoreError) in
        try changeAlone(in: place.openFolder(), edit)
      }
    }
    await turn.give()
    try result.get()
  }

  private func changeAlone(
    in folder: PrivateFolder, _ edit: (SecretRecords) -> SecretRecords?
  ) throws(SecretStoreError) {
    let lock: SystemFile?
    do throws(PrivateFolder.Failure) {
      lock = try folder.lock(place.name + ".lock", patience: settings.lockPatience)
    } catch {
      throw SecretStoreError(error, what: "the file's lock")
    }
    guard let lock else {
      throw SecretStoreError(
        .unavailable, reason: "expected the file's lock, found that others have it")
    }
    // It is let go when it is no longer used, which is no earlier than at the end.
    try withExtendedLifetime(lock) { () throws(SecretStoreError) in
      guard let records = edit(try load(from: folder)) else { return }
      let salt = try SecretCipher.freshBytes().withBytes { Array($0) }
      let bytes = try SecretFileFormat.seal(
        records, key: key.bytes, purpose: settings.purpose, salt: salt)
      guard bytes.count <= SecretFileFormat.maximumBytes else {
        throw SecretStoreError(
          .full,
          reason: "expected at most \(SecretFileFormat.maximumBytes) bytes of secrets, found more")
      }
      do throws(SecretFileDisk.Stop) {
        try disk.replace(place.name, by: bytes, in: folder)
      } catch {
        switch error {
        case .failed(let failure): throw SecretStoreError(failure, what: "to write the file")
        case .died: throw SecretStoreError(.failed, reason: "expected to go on, found a test's end")
        }
      }
      see(records.generation)
    }
  }

  private func load(from folder: PrivateFolder) throws(SecretStoreError) -> SecretRecords {
    // Before it is opened: a later one may be seen meanwhile.
    let last = seen.withLock { $0 }
    let bytes: [UInt8]?
    do throws(PrivateFolder.Failure) {
      bytes = try folder.read(place.name, upTo: SecretFileFormat.maximumBytes)
    } catch .system(.tooLarge) {
      throw SecretStoreError(.damaged, reason: "expected a file of secrets, found a larger one")
    } catch {
      throw SecretStoreError(error, what: "the file")
    }
    guard let bytes else {
      guard last == 0 else {
        throw SecretStoreError(.damaged, reason: "expected the file that was here, found none")
      }
      guard settings.missingFile == .startsEmpty else {
        throw SecretStoreError(.unavailable, reason: "expected the file, found none")
      }
      return SecretRecords()
    }
    let records = try SecretFileFormat.open(bytes, key: key.bytes, purpose: settings.purpose)
    guard records.generation >= last else {
      throw SecretStoreError(
        .damaged, reason: "expected generation \(last) or later, found \(records.generation)")
    }
    see(records.generation)
    return records
  }

  private func see(_ generation: UInt64) {
    seen.withLock { $0 = max($0, generation) }
  }
}

extension EncryptedFileStore: CustomStringConvertible, CustomReflectable {
  /// What kind of store it is, and nothing of where it is or what it holds.
  public var description: String { "EncryptedFileStore" }
  /// A mirror without children: `dump` finds nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Result where Failure == SecretStoreError {
  fileprivate static func of(
    _ body: () async throws(SecretStoreError) -> Success
  ) async -> Self {
    do throws(SecretStoreError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
