/// How high a target stands: it may import what stands lower, and no sibling.
enum Floor: Int {
  /// Words: contract, HTTP's rules, XML, the system.
  case words
  /// Parts: each does one thing, and can be deleted without breaking another.
  case parts
  /// Compositions: the only place where a real clock, store or transport is named.
  case compositions
}

/// The floors as data. A target that does not exist yet may be listed.
enum Floors {
  static let targets: [String: Floor] = [
    "MaruHTTP": .words,
    "MaruContract": .words,
    "MaruSystem": .words,
    "MaruXML": .words,
    "MaruCore": .parts,
    "MaruCurl": .parts,
    "MaruURLSession": .parts,
    "MaruStreams": .parts,
    "MaruSecrets": .parts,
    "MaruXMLBodies": .parts,
    "MaruIdentity": .parts,
    "MaruDeviceIntegrity": .parts,
    "MaruAppAttest": .parts,
    "MaruAgentGuard": .parts,
    "MaruSync": .parts,
    "MaruDiagnostics": .parts,
    "MaruTesting": .parts,
    "Maru": .compositions,
  ]

  /// The one import inside the lowest floor: messages are made of HTTP's words.
  static let insideTheLowest = ["MaruContract": Set(["MaruHTTP"])]

  /// What no library may import: a test framework would ship with the app, and
  /// `Synchronization.Mutex` is invisible to the thread sanitizer.
  static let neverImported: Set<String> = ["Testing", "XCTest", "Synchronization"]

  /// C shims, which hold no Swift.
  static let shims: Set<String> = ["CMaruCurl", "CMaruCrypto", "CMaruDBus"]

  /// Modules that belong to one part: of the system, and the shims.
  static let ownedModules: [String: Set<String>] = [
    "FoundationNetworking": ["MaruURLSession", "Maru"],
    "CMaruCurl": ["MaruCurl"],
    "CMaruCrypto": ["MaruSecrets"],
    "CMaruDBus": ["MaruSecrets"],
  ]

  /// Which of our modules a target may import; nil if it has no entry.
  static func allowedImports(of target: String) -> Set<String>? {
    guard let floor = targets[target] else { return nil }
    let lower = targets.filter { $0.value.rawValue < floor.rawValue }.map(\.key)
    return Set(lower).union(insideTheLowest[target] ?? [])
  }
}
