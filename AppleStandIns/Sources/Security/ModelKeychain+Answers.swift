internal import Foundation

// The rules: what each of the four calls does, and when it refuses.
extension ModelKeychain {
  func answer(_ call: Call, wantsResult: Bool) throws(ModelRefusal) -> AnyObject? {
    let query = try ModelQuery(call.query)
    try checkGroup(of: query)
    switch call.action {
    case .add: return try add(query)
    case .copyMatching: return try copyMatching(query, wantsResult: wantsResult)
    case .update:
      try update(query, call.changes)
      return nil
    case .delete:
      try delete(query)
      return nil
    }
  }

  /// TN3137: a Mac's login keychain is meant unless the data-protection keychain is asked for, or an
  /// item that is synchronized, which only that one has.
  private func isForLoginKeychain(_ query: ModelQuery) -> Bool {
    device.isMac && !query.wantsDataProtection && query.attributes["sync"] != .flag(true)
  }

  /// A program without an entitlement has no group at all, and gets errSecMissingEntitlement for
  /// whatever it asks of the data-protection keychain.
  private func checkGroup(of query: ModelQuery) throws(ModelRefusal) {
    if isForLoginKeychain(query) { return }
    try checkGroup(query.attributes["agrp"])
  }

  private func checkGroup(_ group: ModelValue?) throws(ModelRefusal) {
    let groups = device.accessGroups
    guard !groups.isEmpty else { throw ModelRefusal(errSecMissingEntitlement) }
    guard let group = group?.text, !groups.contains(group) else { return }
    throw ModelRefusal(errSecMissingEntitlement)
  }

  /// An item can be opened, and sealed, while the key of its accessibility is in memory.
  private func checkKey(_ item: ModelItem) throws(ModelRefusal) {
    guard !item.isInLoginKeychain, let accessibility = item.attributes["pdmn"]?.text else {
      return
    }
    let isThere =
      switch device.lock {
      case .unlocked: true
      case .lockedAgain: accessibility.hasPrefix("c")
      case .neverUnlocked: false
      }
    guard isThere else { throw ModelRefusal(errSecInteractionNotAllowed) }
    // Documented: nothing can be stored so without a passcode; the status is assumed.
    if accessibility == "akpu", !device.hasPasscode { throw ModelRefusal(errSecNotAvailable) }
  }

  private func key(of item: ModelItem) -> [ModelValue?] {
    let names = ModelQuery.primaryKey[item.itemClass] ?? []
    return [.flag(item.isInLoginKeychain), .text(item.itemClass)]
      + names.map { item.attributes[$0] }
  }

  private func matches(_ item: ModelItem, _ query: ModelQuery) -> Bool {
    guard item.itemClass == query.itemClass, item.isInLoginKeychain == isForLoginKeychain(query)
    else { return false }
    var wanted = query.attributes
    if item.isInLoginKeychain {
      // It knows neither, and takes no notice of them (assumed).
      wanted["agrp"] = nil
      wanted["pdmn"] = nil
    } else {
      // Items of other groups can't be seen.
      guard device.accessGroups.contains(where: { item.attributes["agrp"] == .text($0) }) else {
        return false
      }
      // Documented: items that are synchronized are only found if the query says so.
      if wanted["sync"] == nil { wanted["sync"] = .flag(false) }
    }
    if wanted["sync"] == .either { wanted["sync"] = nil }
    // The accessibility filters like any other attribute.
    return wanted.allSatisfy { item.attributes[$0.key] == $0.value }
  }

  private func add(_ query: ModelQuery) throws(ModelRefusal) -> AnyObject? {
    guard query.limit == nil, query.matchesOtherThanLimit == 0 else {
      throw ModelRefusal(errSecParam)
    }
    // "Any" is for searches (assumed).
    guard query.attributes["sync"] != .either else { throw ModelRefusal(errSecParam) }
    var item = ModelItem(
      isInLoginKeychain: isForLoginKeychain(query), itemClass: query.itemClass,
      attributes: query.attributes, data: query.data)
    if item.isInLoginKeychain {
      item.attributes["agrp"] = nil
      item.attributes["pdmn"] = nil
    } else {
      // Documented: the first group, while unlocked, and not synchronized, if nothing is said.
      item.attributes["agrp"] =
        query.attributes["agrp"] ?? device.accessGroups.first.map { .text($0) }
      item.attributes["pdmn"] = query.attributes["pdmn"] ?? .text("ak")
    }
    item.attributes["sync"] = query.attributes["sync"] ?? .flag(false)
    try checkKey(item)
    let key = key(of: item)
    guard !items.contains(where: { self.key(of: $0) == key }) else {
      throw ModelRefusal(errSecDuplicateItem)
    }
    items.append(item)
    return query.returns.isEmpty ? nil : value(of: item, query.returns)
  }

  private func copyMatching(
    _ query: ModelQuery, wantsResult: Bool
  ) throws(ModelRefusal) -> AnyObject? {
    guard query.returns.isEmpty || wantsResult else { throw ModelRefusal(errSecParam) }
    // Documented: one, if no limit is said.
    let limit = query.limit ?? 1
    let found = items.filter { matches($0, query) }.prefix(limit)
    guard !found.isEmpty else { throw ModelRefusal(errSecItemNotFound) }
    if query.returns.contains("r_Data") { for item in found { try checkKey(item) } }
    guard !query.returns.isEmpty else { return nil }
    let values = found.map { value(of: $0, query.returns) }
    return limit == 1 ? values[0] : values as NSArray
  }

  private func update(
    _ query: ModelQuery, _ changes: [String: Any]
  ) throws(ModelRefusal) {
    guard query.returns.isEmpty, query.limit == nil, query.matchesOtherThanLimit == 0 else {
      throw ModelRefusal(errSecParam)
    }
    var new: [String: ModelValue] = [:]
    var data: Data?
    for (key, value) in changes {
      if key == "v_Data" {
        guard let bytes = value as? Data else { throw ModelRefusal(errSecParam) }
        data = bytes
      } else {
        let known = ModelQuery.attributes[query.itemClass] ?? []
        new[key] = try ModelQuery.attribute(key, value, of: known)
      }
    }
    if let group = new["agrp"] { try checkGroup(group) }
    var changed = items
    let places = items.indices.filter { matches(items[$0], query) }
    guard !places.isEmpty else { throw ModelRefusal(errSecItemNotFound) }
    for place in places {
      try checkKey(changed[place])
      changed[place].attributes.merge(new) { $1 }
      if let data { changed[place].data = data }
      try checkKey(changed[place])
    }
    let keys = changed.map(key)
    guard Set(keys).count == keys.count else { throw ModelRefusal(errSecDuplicateItem) }
    items = changed
  }

  private func delete(_ query: ModelQuery) throws(ModelRefusal) {
    let places = items.indices.filter { matches(items[$0], query) }
    if isForLoginKeychain(query) {
      // One item with each call unless all are asked for, as those found who tried.
      guard let first = places.first else { throw ModelRefusal(errSecItemNotFound) }
      let gone = query.limit == .max ? Set(places) : [first]
      items = items.indices.filter { !gone.contains($0) }.map { items[$0] }
      return
    }
    guard query.limit == nil, query.matchesOtherThanLimit == 0 else {
      throw ModelRefusal(errSecParam)
    }
    // All that match, whether they could be opened or not.
    guard !places.isEmpty else { throw ModelRefusal(errSecItemNotFound) }
    items.removeAll { matches($0, query) }
  }

  private func value(of item: ModelItem, _ returns: Set<String>) -> AnyObject {
    if returns == ["r_Data"] { return (item.data ?? Data()) as NSData }
    var all = item.attributes.mapValues(\.object)
    all["class"] = item.itemClass
    if returns.contains("r_Data") { all["v_Data"] = item.data ?? Data() }
    return all as NSDictionary
  }
}
