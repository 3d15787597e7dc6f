import MaruContract
import MaruSecrets

/// A Secret Service in memory that behaves as the specification lets services behave.
final class ModelSecretService: SecretServiceTalk {
  struct Item {
    var attributes: SecretAttributes
    var value: [UInt8]
  }

  /// Items by their paths, which begin with the collection's.
  var items: [String: Item] = [:]
  var locked: Set<String> = []
  var chosen: String? = "/collection/login"
  /// Whether what is locked is left out of a search, as some services do.
  var hidesLocked = false
  /// Whether it wants to ask the user before it makes or deletes anything.
  var asks = false
  /// Done before the next call of a kind; an error is what the call ends with.
  var before: [(call: String, act: (ModelSecretService) throws(SecretServiceProblem) -> Void)] = []
  private(set) var calls: [String] = []
  private var nextNumber = 1

  private func begin(_ call: String) throws(SecretServiceProblem) {
    calls.append(call)
    guard let index = before.firstIndex(where: { $0.call == call }) else { return }
    try before.remove(at: index).act(self)
  }

  private func isLocked(path: String) -> Bool { locked.contains { path.hasPrefix($0 + "/") } }

  func search(_ attributes: SecretAttributes) throws(SecretServiceProblem) -> SecretServiceMatches {
    try begin("search")
    var matches = SecretServiceMatches()
    for (path, item) in items {
      guard item.attributes.namespace == attributes.namespace,
        attributes.name == nil || attributes.name == item.attributes.name
      else { continue }
      if !isLocked(path: path) {
        matches.unlocked.append(path)
      } else if !hidesLocked {
        matches.locked.append(path)
      }
    }
    return matches
  }

  func defaultCollection() throws(SecretServiceProblem) -> String? {
    try begin("default")
    return chosen
  }

  func isLocked(_ collection: String) throws(SecretServiceProblem) -> Bool {
    try begin("lock")
    return locked.contains(collection)
  }

  func read(_ item: String) throws(SecretServiceProblem) -> [UInt8] {
    try begin("read")
    if isLocked(path: item) { throw .isLocked }
    guard let found = items[item] else { throw .noSuchObject }
    return found.value
  }

  func create(
    _ attributes: SecretAttributes, value: [UInt8], in collection: String
  ) throws(SecretServiceProblem) -> Bool {
    try begin("create")
    if locked.contains(collection) { throw .isLocked }
    if asks { return false }
    let same = items.first {
      $0.key.hasPrefix(collection + "/") && $0.value.attributes == attributes
    }
    items[same?.key ?? "\(collection)/\(nextNumber)"] = Item(attributes: attributes, value: value)
    nextNumber += 1
    return true
  }

  func delete(_ item: String) throws(SecretServiceProblem) -> Bool {
    try begin("delete")
    if isLocked(path: item) { throw .isLocked }
    if asks { return false }
    guard items.removeValue(forKey: item) != nil else { throw .noSuchObject }
    return true
  }
}

extension SecretServiceProblem {
  static let isLocked = SecretServiceProblem("org.freedesktop.Secret.Error.IsLocked")
  static let noSuchObject = SecretServiceProblem("org.freedesktop.Secret.Error.NoSuchObject")
  static let noReply = SecretServiceProblem("org.freedesktop.DBus.Error.NoReply")
}
