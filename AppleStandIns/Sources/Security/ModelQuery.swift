internal import Foundation

/// A dictionary as the keychain reads it: sorted into attributes, switches and a value.
struct ModelQuery {
  var itemClass = ""
  var attributes: [String: ModelValue] = [:]
  var data: Data?
  var limit: Int?
  var matchesOtherThanLimit = 0
  var returns: Set<String> = []
  var wantsDataProtection = false

  /// The attributes that items of a class have.
  static let attributes: [String: Set<String>] = {
    let common: Set<String> = ["agrp", "pdmn", "sync", "labl", "desc", "icmt", "acct"]
    return [
      "genp": common.union(["svce", "gena"]),
      "inet": common.union(["srvr", "sdmn", "ptcl", "atyp", "port", "path"]),
    ]
  }()

  /// What makes an item of a class one that is there already (the documentation of
  /// errSecDuplicateItem). The accessibility is in neither.
  static let primaryKey = [
    "genp": ["acct", "svce", "agrp", "sync"],
    "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "agrp", "sync"],
  ]

  private static let accessibilities: Set<String> = ["ak", "aku", "ck", "cku", "akpu"]

  init(_ dictionary: [String: Any]) throws(ModelRefusal) {
    guard let name = dictionary["class"] as? String else { throw ModelRefusal(errSecParam) }
    guard let known = Self.attributes[name] else {
      let isBeyondModel = ["cert", "keys", "idnt"].contains(name)
      throw ModelRefusal(isBeyondModel ? errSecUnimplemented : errSecNoSuchClass)
    }
    itemClass = name
    for (key, value) in dictionary where key != "class" {
      switch key {
      case "nleg": wantsDataProtection = try Self.flag(value)
      case "v_Data":
        guard let bytes = value as? Data else { throw ModelRefusal(errSecParam) }
        data = bytes
      case "m_Limit": limit = try Self.limit(value)
      case "r_Data", "r_Attributes": if try Self.flag(value) { returns.insert(key) }
      case _ where key.hasPrefix("m_"): matchesOtherThanLimit += 1
      case _ where key.count == 4:
        attributes[key] = try Self.attribute(key, value, of: known)
      default: throw ModelRefusal(errSecParam)
      }
    }
  }

  /// Checks one attribute of a query or of an update.
  static func attribute(
    _ key: String, _ value: Any, of known: Set<String>
  ) throws(ModelRefusal) -> ModelValue {
    guard known.contains(key) else { throw ModelRefusal(errSecNoSuchAttr) }
    switch key {
    case "sync": return value as? String == "syna" ? .either : .flag(try flag(value))
    case "port":
      guard let number = value as? NSNumber else { throw ModelRefusal(errSecParam) }
      return .number(number.intValue)
    case "gena":
      guard let bytes = value as? Data else { throw ModelRefusal(errSecParam) }
      return .bytes(bytes)
    default:
      guard let text = value as? String, key != "pdmn" || accessibilities.contains(text) else {
        throw ModelRefusal(errSecParam)
      }
      return .text(text)
    }
  }

  private static func flag(_ value: Any) throws(ModelRefusal) -> Bool {
    guard let number = value as? NSNumber else { throw ModelRefusal(errSecParam) }
    return number.boolValue
  }

  private static func limit(_ value: Any) throws(ModelRefusal) -> Int {
    switch value as? String {
    case "m_LimitOne": return 1
    case "m_LimitAll": return .max
    default:
      guard let number = value as? NSNumber else { throw ModelRefusal(errSecParam) }
      return number.intValue
    }
  }
}
