public import struct Foundation.Date

/// Which keys some hosts may have, and until when that is insisted on.
public struct PinRule: Hashable, Sendable {
  /// Which hosts a rule is for.
  public enum Hosts: Hashable, Sendable {
    /// This one.
    case exactly(String)
    /// This one and all below it.
    case domain(String)

    var name: String {
      switch self {
      case .exactly(let name), .domain(let name): name
      }
    }
  }

  /// What is done about a key that is not pinned.
  public enum Mode: Hashable, Sendable {
    /// The connection is refused.
    case enforcing
    /// It is reported and the connection goes on: for trying pins out.
    case reportOnly
  }

  /// Which hosts it is for.
  public let hosts: Hosts
  /// The keys, of the server, of its issuers, and at least one in reserve.
  public let pins: Set<PublicKeyPin>
  /// When it ends: an app that nobody updates any more must not be locked out for ever.
  public let expires: Date
  /// What is done about another key.
  public let mode: Mode

  /// Makes a rule.
  ///
  /// To change keys, ship an app with the old and the new pin, change the key once enough people
  /// have it, and drop the old pin later.
  ///
  /// - Throws: ``PinProblem`` if there are fewer than two different pins, or no host.
  public init(
    for hosts: Hosts, pins: [PublicKeyPin], until expires: Date, mode: Mode
  ) throws(PinProblem) {
    let name = hosts.name.lowercased()
    let isName = name.utf8.allSatisfy {
      $0 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: ".")
    }
    guard isName, !name.isEmpty, name.first != ".", name.last != "." else { throw .notAHost }
    self.pins = Set(pins)
    guard self.pins.count >= 2 else { throw .noBackup }
    self.hosts = if case .exactly = hosts { .exactly(name) } else { .domain(name) }
    self.expires = expires
    self.mode = mode
  }

  /// How exactly it names a host; nil if it does not.
  func closeness(to host: String) -> Int? {
    switch hosts {
    case .exactly(let name): host == name ? .max : nil
    case .domain(let name): host == name || host.hasSuffix("." + name) ? name.utf8.count : nil
    }
  }
}
