import MaruContract
import MaruSecrets
import MaruSystem
import MaruTesting

/// A mistake that a store can have.
enum StoreFault: String, CaseIterable, Sendable {
  case forgets, losesEmptyValues, cutsAt4096, takesTooLarge, dropsBeforeRefusing, cutsAtNUL
  case keepsTheFirst, keysByAccessibility, givesEmptyForNothing, deletesByOverwriting
  case throwsWhenNothingToDelete, ignoresNamespaces, joinsNames, ignoresCase, cutsNames, keepsFifty
  case deletesByPrefix, deletesEverything, deletesNamesByPrefix
  case tearsValues, deletesFirst, losesOthersWrites, restoresOthersDeletes, goesBack
  case stopsWhenCancelled, forgetsOnReopening, keepsACache
  case callsLockedAbsent, wipesWhenLocked, throwsNothingWhenLocked
  case showsNames, showsValues, showsItself
}

/// Where faulty stores keep their secrets, and whether it is locked.
final class FaultyPlace: Sendable {
  let isLocked = Locked(false)
  let memory = MemorySecretStore()
  /// All keys that were written.
  let keys = Locked<[SecretKey]>([])
}

/// A store in memory with one mistake.
final class FaultyStore: SecretStore {
  private let fault: StoreFault?
  private let place: FaultyPlace
  private let cache = Locked<[SecretKey: Sensitive<[UInt8]>]>([:])
  /// For `goesBack`: what each key had before, and how often was read.
  private let older = Locked<[SecretKey: Sensitive<[UInt8]>]>([:])
  private let reads = Locked(0)
  private var memory: MemorySecretStore { place.memory }
  private let shown: String

  init(_ fault: StoreFault?, _ place: FaultyPlace) {
    self.fault = fault
    self.place = place
    shown = fault == .showsItself ? "FaultyStore, last of kim.planted@example.com" : "FaultyStore"
  }

  /// The key as the mistake has it.
  private func stored(_ key: SecretKey) -> SecretKey {
    let changed: (String, String)
    switch fault {
    case .ignoresNamespaces: changed = ("all", key.name)
    case .joinsNames:
      changed = ("all", String((key.namespace.rawValue + "/" + key.name).prefix(255)))
    case .ignoresCase: changed = (key.namespace.rawValue, key.name.lowercased())
    case .cutsNames: changed = (key.namespace.rawValue, String(key.name.prefix(200)))
    default: return key
    }
    return secretKey(changed.1, in: changed.0)
  }

  private func check() throws(SecretStoreError) {
    guard place.isLocked.withLock({ $0 }), fault != .throwsNothingWhenLocked else { return }
    throw SecretStoreError(
      fault == .callsLockedAbsent ? .notFound : .locked, reason: "expected an unlocked store")
  }

  func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    if fault == .wipesWhenLocked, place.isLocked.withLock({ $0 }) {
      try await memory.delete(stored(key))
    }
    try check()
    if fault == .stopsWhenCancelled, Task.isCancelled {
      throw SecretStoreError(.failed, reason: "cancelled")
    }
    if fault == .keepsACache, let value = cache.withLock({ $0[key] }) { return value }
    do throws(SecretStoreError) {
      let value = try await memory.read(stored(key))
      if fault == .losesEmptyValues, value.value.isEmpty {
        throw SecretStoreError(.notFound, reason: "expected a secret, found none")
      }
      cache.withLock { $0[key] = value }
      if fault == .goesBack, let old = older.withLock({ $0[stored(key)] }) {
        let count = reads.withLock { count in
          count += 1
          return count
        }
        if count % 4 == 0 { return old }
      }
      return value
    } catch {
      if fault == .givesEmptyForNothing { return Sensitive([]) }
      if fault == .showsNames { throw SecretStoreError(error.code, reason: "no \(key.name)") }
      throw error
    }
  }

  func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try check()
    var bytes = value.value
    if fault == .showsValues, bytes.count > SecretLimits.maximumBytes {
      throw SecretStoreError(.tooLarge, reason: "\(bytes.prefix(20))")
    }
    if fault == .dropsBeforeRefusing { try await memory.delete(key) }
    if fault == .takesTooLarge { bytes = Array(bytes.prefix(SecretLimits.maximumBytes)) }
    try SecretLimits.check(Sensitive(bytes))
    let stored = stored(key)
    switch fault {
    case .forgets: return
    case .cutsAt4096: bytes = Array(bytes.prefix(4_096))
    case .cutsAtNUL: bytes = Array(bytes.prefix { $0 != 0 })
    case .keepsTheFirst: if (try? await memory.read(stored)) != nil { return }
    case .keysByAccessibility:
      // The read finds what was written first.
      if accessibility != .afterFirstUnlockThisDeviceOnly,
        (try? await memory.read(stored)) != nil
      {
        return
      }
    case .keepsFifty: if place.keys.withLock({ Set($0).count }) >= 50 { return }
    case .tearsValues:
      try await memory.write(Sensitive(Array(bytes.prefix(1))), for: stored)
      await Task.yield()
    case .deletesFirst:
      try await memory.delete(stored)
      await Task.yield()
    case .losesOthersWrites: return await rewrite(stored, bytes)
    case .goesBack:
      let old = try await memory.readIfPresent(stored)
      older.withLock { $0[stored] = old }
    case .stopsWhenCancelled:
      if Task.isCancelled { throw SecretStoreError(.failed, reason: "cancelled") }
    default: break
    }
    try await memory.write(Sensitive(bytes), for: stored)
    place.keys.withLock { $0.append(stored) }
    cache.withLock { $0[key] = Sensitive(bytes) }
  }

  /// Reads all, and writes all, with others in between.
  private func rewrite(_ key: SecretKey, _ bytes: [UInt8]) async {
    var all: [SecretKey: Sensitive<[UInt8]>] = [key: Sensitive(bytes)]
    for other in place.keys.withLock({ Set($0) }) where other != key {
      all[other] = try? await memory.readIfPresent(other)
    }
    for _ in 0..<5 { await Task.yield() }
    for (other, value) in all { try? await memory.write(value, for: other) }
    place.keys.withLock { $0.append(key) }
  }

  func delete(_ key: SecretKey) async throws(SecretStoreError) {
    try check()
    cache.withLock { $0[key] = nil }
    switch fault {
    case .deletesByOverwriting: try await memory.write(Sensitive([]), for: stored(key))
    case .throwsWhenNothingToDelete:
      _ = try await memory.read(key)
      try await memory.delete(key)
    case .deletesNamesByPrefix:
      for other in place.keys.withLock({ $0 })
      where other.namespace == key.namespace && other.name.hasPrefix(key.name) {
        try await memory.delete(other)
      }
    case .keysByAccessibility: return
    default: try await memory.delete(stored(key))
    }
  }

  func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    try check()
    cache.withLock { $0 = [:] }
    let before = place.keys.withLock { Set($0) }
    var kept: [SecretKey: Sensitive<[UInt8]>] = [:]
    if fault == .restoresOthersDeletes {
      for key in before where key.namespace != namespace {
        kept[key] = try await memory.readIfPresent(key)
      }
      for _ in 0..<5 { await Task.yield() }
      for key in place.keys.withLock({ Set($0) }) { try await memory.delete(key) }
      for (key, value) in kept { try await memory.write(value, for: key) }
      return
    }
    for key in before {
      let isMeant =
        switch fault {
        case .deletesByPrefix: key.namespace.rawValue.hasPrefix(namespace.rawValue)
        case .deletesEverything: true
        default: key.namespace == namespace
        }
      if isMeant { try await memory.delete(key) }
    }
    try await memory.deleteAll(in: namespace)
  }
}

extension FaultyStore: CustomStringConvertible, CustomReflectable {
  var description: String { shown }
  var customMirror: Mirror { Mirror(self, children: []) }
}
