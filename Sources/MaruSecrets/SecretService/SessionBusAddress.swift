/// Where a user's message bus listens.
///
/// Only sockets of this machine are taken: other kinds of address name a host to connect to or a
/// program to start, and `autolaunch:` starts a bus that nobody else is on.
package struct SessionBusAddress: Hashable, Sendable {
  /// The addresses that are taken, in the form that libdbus reads; nil if there is none.
  package let text: String?

  /// Takes an address, or several with semicolons between (D-Bus specification, Server Addresses).
  package init(_ text: String) {
    let taken = text.split(separator: ";").filter { address in
      ["unix:path=", "unix:abstract="].contains { address.hasPrefix($0) }
        && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
    self.text = taken.isEmpty ? nil : taken.joined(separator: ";")
  }

  /// The address that a session's variables name: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in
  /// `XDG_RUNTIME_DIR`.
  package init(environment: [String: String]) {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
      self.init(address)
    } else if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
      self.init("unix:path=" + Self.escaped(folder + "/bus"))
    } else {
      self.init("")
    }
  }

  /// A path as it is written in an address.
  package static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "-_/.\\".utf8.contains(byte)
      guard !isPlain else { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
