#if os(Linux)
  internal import CMaruDBus
  internal import MaruContract

  /// A conversation with the Secret Service over a connection of its own to the bus.
  ///
  /// The session has no encryption of its own: the bus is a socket between programs of one user, each
  /// of which may ask the service for the same secrets.
  final class DBusTalk: SecretServiceTalk {
    private let bus: OpaquePointer
    private var hasSession = false

    init(_ address: SessionBusAddress, limit: Duration) throws(SecretStoreError) {
      guard let address = address.text else {
        throw SecretStoreError(
          .unavailable, reason: "expected the address of a session bus, found none")
      }
      if let missing = maru_dbus_load() {
        throw SecretStoreError(
          .unavailable,
          reason: "expected libdbus (Debian's libdbus-1-3): \(String(cString: missing))")
      }
      var error = MaruBusError()
      guard let bus = maru_bus_open(address, limit.milliseconds, &error) else {
        throw error.problem.error
      }
      self.bus = bus
    }

    deinit { maru_bus_close(bus) }

    private func check(
      _ body: (inout MaruBusError) -> Bool
    ) throws(SecretServiceProblem) {
      var error = MaruBusError()
      if !body(&error) { throw error.problem }
    }

    /// Opens the session in which values are read and written; searching and deleting need none.
    private func openSession() throws(SecretServiceProblem) {
      guard !hasSession else { return }
      try check { error in maru_secrets_open_session(bus, &error) }
      hasSession = true
    }

    func search(
      _ attributes: SecretAttributes
    ) throws(SecretServiceProblem) -> SecretServiceMatches {
      var matches = SecretServiceMatches()
      let list = attributes.list
      try check { error in
        withUnsafeMutablePointer(to: &matches) { matches in
          maru_secrets_search(
            bus, list,
            { path, isLocked, context in
              let matches = context.assumingMemoryBound(to: SecretServiceMatches.self)
              if isLocked {
                matches.pointee.locked.append(String(cString: path))
              } else {
                matches.pointee.unlocked.append(String(cString: path))
              }
            }, matches, &error)
        }
      }
      return matches
    }

    func defaultCollection() throws(SecretServiceProblem) -> String? {
      var path = MaruBusPath()
      try check { error in maru_secrets_default_collection(bus, &path, &error) }
      let text = withUnsafeBytes(of: &path.text) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return text == "/" ? nil : text
    }

    func isLocked(_ collection: String) throws(SecretServiceProblem) -> Bool {
      var isLocked = false
      try check { error in maru_secrets_is_locked(bus, collection, &isLocked, &error) }
      return isLocked
    }

    func read(_ item: String) throws(SecretServiceProblem) -> [UInt8] {
      try openSession()
      var value: [UInt8] = []
      try check { error in
        withUnsafeMutablePointer(to: &value) { value in
          maru_secrets_read(
            bus, item,
            { bytes, count, context in
              let value = context.assumingMemoryBound(to: [UInt8].self)
              value.pointee = Array(UnsafeBufferPointer(start: bytes, count: count))
            }, value, &error)
        }
      }
      return value
    }

    func create(
      _ attributes: SecretAttributes, value: [UInt8], in collection: String
    ) throws(SecretServiceProblem) -> Bool {
      try openSession()
      var wouldAsk = false
      let list = attributes.list
      try check { error in
        maru_secrets_create(
          bus, collection, attributes.namespace.rawValue, list, value, value.count,
          &wouldAsk, &error)
      }
      return !wouldAsk
    }

    func delete(_ item: String) throws(SecretServiceProblem) -> Bool {
      var wouldAsk = false
      try check { error in maru_secrets_delete(bus, item, &wouldAsk, &error) }
      return !wouldAsk
    }
  }

  extension SecretAttributes {
    /// As C takes them: a zero behind each text, and one more at the end.
    fileprivate var list: [CChar] { pairs.flatMap { [$0.0, $0.1] }.flatMap(\.utf8CString) + [0] }
  }

  extension MaruBusError {
    fileprivate var problem: SecretServiceProblem {
      var copy = self
      return withUnsafeBytes(of: &copy.name) { bytes in
        SecretServiceProblem(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
  }

  extension Duration {
    /// At least one, and at most what C takes.
    fileprivate var milliseconds: Int32 {
      let (seconds, attoseconds) = components
      guard seconds >= 0, seconds < 1_000_000 else { return seconds < 0 ? 1 : .max }
      return max(1, Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }
  }
#endif
