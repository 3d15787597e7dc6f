/// What a message says about being kept (RFC 9111 §5.2).
public struct CacheControl: Hashable, Sendable {
  /// Nothing of it may be kept.
  public var noStore = false
  /// It may be kept, but must be asked about before it is used.
  public var noCache = false
  /// It must not be used once it is stale.
  public var mustRevalidate = false
  /// How many seconds it stays fresh; nil if it does not say.
  public var maximumAge: Int?
  /// Whether `max-age` was there twice or could not be read: then it counts as stale
  /// (RFC 9111 §4.2.1).
  public var hasBrokenAge = false

  /// Nothing is said.
  public init() {}

  /// Reads the field's values, joined or apart; what is not known is passed over.
  public init(_ values: [String]) {
    for directive in values.flatMap({ Self.split($0) }) {
      let parts = directive.split(separator: "=", maxSplits: 1)
      guard let name = parts.first else { continue }
      switch FieldSyntax.trimmed(name).lowercased() {
      case "no-store": noStore = true
      // With field names, only those need asking about; asking about all of it is safe.
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age": readAge(parts.count > 1 ? parts[1] : "")
      default: break
      }
    }
  }

  private mutating func readAge(_ text: Substring) {
    let digits = FieldSyntax.trimmed(text).filter { $0 != "\"" }
    let isNumber =
      !digits.isEmpty
      && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, maximumAge == nil else {
      hasBrokenAge = true
      return
    }
    // RFC 9111 §1.2.2: what is too large counts as 2³¹.
    maximumAge = min(Int(digits) ?? 1 << 31, 1 << 31)
  }

  /// Splits at commas that stand outside quotes.
  private static func split(_ value: String) -> [Substring] {
    var isQuoted = false
    return value.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }.map { FieldSyntax.trimmed($0) }
  }
}
