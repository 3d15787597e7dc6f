#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What requests are counted by when nobody has signed in yet.
///
/// One IPv4 address, or the first half of an IPv6 address: the other half is the client's to choose.
package struct ClientAddress: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Reads a numeric address; nil if it is none.
  package init?(_ text: String) {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    let all = withUnsafeBytes(of: six) { Array($0) }
    // RFC 4291 §2.5.5.2: an IPv4 client of a socket for both.
    let isMapped = all.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
    bytes = Array(isMapped ? all.suffix(4) : all.prefix(8))
  }
}
