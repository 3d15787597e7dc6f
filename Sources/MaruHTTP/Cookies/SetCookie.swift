public import struct Foundation.Date

/// What one `Set-Cookie` field says, read as browsers read it (RFC 6265bis §5.6).
///
/// Reading is by bytes and forgives everything but controls, emptiness and size. Whether a jar takes
/// it in is ``CookieJar``'s to say. Its description shows no value.
public struct SetCookie: Sendable, Hashable {
  /// The name; empty if there is none.
  public private(set) var name = ""
  /// The value, which nothing prints.
  public private(set) var value = CookieValue("")
  /// The moment in the last `Expires` that could be read.
  public private(set) var expires: Date?
  /// The seconds in the last `Max-Age` that could be read; it comes before ``expires``.
  public private(set) var maximumAge: Int?
  /// The last `Domain`, in small letters and without a dot in front; nil: for the sending host alone.
  public private(set) var domain: String?
  /// The last `Path`; nil: the default of the request's address.
  public private(set) var path: String?
  /// Whether there is a `Secure`.
  public private(set) var isSecure = false
  /// Whether there is an `HttpOnly`.
  public private(set) var isHTTPOnly = false
  /// The last `SameSite`; nil if it names none that there is, or there is none.
  public private(set) var sameSite: SameSite?
  /// What was passed over, for those who ask why a cookie does not do what its server meant.
  public private(set) var notes: Set<Note> = []

  /// Something in a `Set-Cookie` that has no effect, or another than it looks.
  public enum Note: String, Sendable, Hashable, CaseIterable {
    /// It has no `=`, so that all of it is a value without a name.
    case noName
    /// An attribute's value has more than 1024 bytes: passed over.
    case attributeTooLong
    /// An `Expires` names no moment: passed over.
    case expiresUnreadable
    /// A `Max-Age` is no number: passed over.
    case maximumAgeUnreadable
    /// A `Path` does not begin with a slash: the default takes its place.
    case pathUnreadable
    /// A `SameSite` names none that there is.
    case sameSiteUnknown
    /// An attribute is not known: passed over.
    case attributeUnknown
    /// An attribute stands there twice: the last counts.
    case attributeRepeated
  }

  /// Reads a field's value.
  ///
  /// Several in one text, joined with commas, can't be told apart: ask
  /// ``HeaderFields/values(of:)`` for each.
  /// - Throws: ``CookieRefusal`` for a control character, neither name nor value, or more than 4096
  ///   bytes of both.
  public init(_ field: String) throws(CookieRefusal) {
    let bytes = Array(field.utf8)
    guard !CookieText.hasControl(bytes) else { throw .controlCharacter }
    let pieces = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let pair = pieces[0]
    let (name, value): (ArraySlice<UInt8>, ArraySlice<UInt8>)
    if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
      (name, value) = (pair[..<equals], pair[(equals + 1)...])
    } else {
      (name, value) = ([], pair)
      notes.insert(.noName)
    }
    let (bareName, bareValue) = (CookieText.trimmed(name), CookieText.trimmed(value))
    guard !(bareName.isEmpty && bareValue.isEmpty) else { throw .empty }
    guard bareName.count + bareValue.count <= Cookie.maximumBytes else { throw .tooLarge }
    self.name = CookieText.string(bareName)
    self.value = CookieValue(CookieText.string(bareValue))
    var seen: Set<[UInt8]> = []
    for piece in pieces.dropFirst() { read(piece, &seen) }
  }

  private mutating func read(_ piece: ArraySlice<UInt8>, _ seen: inout Set<[UInt8]>) {
    let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
    let name = CookieText.folded(CookieText.trimmed(piece[..<equals]))
    let value = CookieText.trimmed(piece[equals...].dropFirst())
    guard !name.isEmpty || !value.isEmpty else { return }
    guard value.count <= Self.maximumAttributeBytes else {
      notes.insert(.attributeTooLong)
      return
    }
    let text = String(decoding: name, as: UTF8.self)
    switch text {
    case "expires": readExpires(value)
    case "max-age": readMaximumAge(value)
    case "domain": readDomain(value)
    case "path": readPath(value)
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": readSameSite(value)
    default:
      notes.insert(.attributeUnknown)
      return
    }
    if !seen.insert(name).inserted { notes.insert(.attributeRepeated) }
  }

  /// RFC 6265bis §5.6.
  private static let maximumAttributeBytes = 1_024

  /// RFC 6265bis §5.6.1.
  private mutating func readExpires(_ value: ArraySlice<UInt8>) {
    guard let date = CookieDate.parse(bytes: value) else {
      notes.insert(.expiresUnreadable)
      return
    }
    expires = date
  }

  /// RFC 6265bis §5.6.2: digits, with a minus in front or not.
  private mutating func readMaximumAge(_ value: ArraySlice<UInt8>) {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative ? value.dropFirst() : value
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
      notes.insert(.maximumAgeUnreadable)
      return
    }
    // A number too large for any clock is as good as the largest.
    let age = Int(CookieText.string(digits)) ?? Int.max
    maximumAge = isNegative ? -age : age
  }

  /// RFC 6265bis §5.6.3. An empty one takes an earlier one back.
  private mutating func readDomain(_ value: ArraySlice<UInt8>) {
    let name = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
    domain = name.isEmpty ? nil : CookieText.string(CookieText.folded(name))
  }

  /// RFC 6265bis §5.6.4.
  private mutating func readPath(_ value: ArraySlice<UInt8>) {
    let isPath = value.first == UInt8(ascii: "/")
    if !isPath { notes.insert(.pathUnreadable) }
    path = isPath ? CookieText.string(value) : nil
  }

  /// RFC 6265bis §5.6.7: the last one counts, also one that names nothing.
  private mutating func readSameSite(_ value: ArraySlice<UInt8>) {
    sameSite = SameSite(rawValue: CookieText.string(CookieText.folded(value)))
    if sameSite == nil { notes.insert(.sameSiteUnknown) }
  }
}

extension SetCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name and the flags; never the value, the domain or the path.
  public var description: String {
    "Set-Cookie \(CookieText.shown(name))"
      + (isSecure ? ", Secure" : "") + (isHTTPOnly ? ", HttpOnly" : "")
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}
