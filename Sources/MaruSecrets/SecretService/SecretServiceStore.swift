#if os(Linux)
  public import MaruContract
  internal import MaruSystem

  /// Keeps secrets in the desktop's Secret Service: gnome-keyring, KWallet, KeePassXC and others.
  ///
  /// Values are in the collection that the user has chosen, which is unlocked when the user signs in,
  /// as a rule. It has one lock for all, so any accessibility is taken and none changes anything.
  /// Every program of the user's can read an unlocked collection.
  ///
  /// Nothing here asks the user: what would need a password or a consent throws `locked`. Nothing
  /// starts a bus. Every call ends within its limit; each has a connection and a thread of its own, so
  /// a service that was started anew is simply asked.
  ///
  /// Needs `libdbus-1.so.3`, which is there wherever there is a desktop. Source: Secret Service API
  /// 0.2 of freedesktop.org.
  public struct SecretServiceStore: SecretStore {
    private let address: SessionBusAddress
    private let callLimit: Duration

    /// Makes a store for the session that a program's variables name; asks nothing of it yet.
    ///
    /// - Parameters:
    ///   - environment: the program's variables. `DBUS_SESSION_BUS_ADDRESS` is looked for, and
    ///     `XDG_RUNTIME_DIR`; without them every call throws `unavailable`.
    ///   - callLimit: how long one call may take; longer ones throw `unavailable`. Ten seconds, since
    ///     a bus may have to start the service.
    public init(environment: [String: String], callLimit: Duration = .seconds(10)) {
      address = SessionBusAddress(environment: environment)
      self.callLimit = callLimit
    }

    /// The value of a secret.
    ///
    /// - Throws: `SecretStoreError`: `notFound` if there is none, `locked` while the collection is,
    ///   also if there is none; `unavailable` without a bus, a service, an answer in time or libdbus;
    ///   `denied`, else `failed`.
    public func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
      let (address, limit) = (address, callLimit)
      return try await BlockingWork.value { () throws(SecretStoreError) in
        let talk = try DBusTalk(address, limit: limit)
        return Sensitive(try SecretServiceWork.read(key, from: talk))
      }
    }

    /// Keeps a value in the default collection.
    ///
    /// - Throws: `SecretStoreError`: `tooLarge` before anything is asked, else as ``read(_:)``, and
    ///   never `notFound`.
    public func write(
      _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
    ) async throws(SecretStoreError) {
      try SecretLimits.check(value)
      let (address, limit) = (address, callLimit)
      try await BlockingWork.value { () throws(SecretStoreError) in
        let talk = try DBusTalk(address, limit: limit)
        try SecretServiceWork.write(value.value, for: key, to: talk)
      }
    }

    /// Deletes a secret from every collection that has it.
    ///
    /// - Throws: `SecretStoreError`, as ``read(_:)`` but never `notFound`.
    public func delete(_ key: SecretKey) async throws(SecretStoreError) {
      try await delete(SecretAttributes(key))
    }

    /// Deletes all secrets of a namespace from every collection.
    ///
    /// - Throws: `SecretStoreError`, as ``read(_:)`` but never `notFound`; with `locked` those that
    ///   were not locked are deleted.
    public func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
      try await delete(SecretAttributes(namespace))
    }

    private func delete(_ attributes: SecretAttributes) async throws(SecretStoreError) {
      let (address, limit) = (address, callLimit)
      try await BlockingWork.value { () throws(SecretStoreError) in
        let talk = try DBusTalk(address, limit: limit)
        try SecretServiceWork.delete(attributes, from: talk)
      }
    }
  }
#endif
