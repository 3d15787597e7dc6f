internal import Foundation
internal import MaruContract
internal import MaruHTTP

/// What stands beside a partial file: of what it is, so that it is never continued with another
/// resource's bytes, another version's or another account's.
struct PartialRecord: Codable, Sendable {
  var format = 1
  /// Whose call to which address, as a number that tells nothing of it.
  var call: String
  /// Where the bytes came from, if the call was redirected.
  var source: String
  /// Whose bytes they are; nil if that is not known across calls, so that they die with theirs.
  var owner: String?
  /// Which run of the machine wrote them, if it tells.
  var boot: String?
  var state: PartialState

  static let maximumBytes = 4_096

  func encoded() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

  init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(PartialRecord.self, from: Data(bytes)),
      record.format == 1
    else { return nil }
    self = record
  }

  init(call: String, source: String, owner: String?, boot: String?, state: PartialState) {
    self.call = call
    self.source = source
    self.owner = owner
    self.boot = boot
    self.state = state
  }
}

/// Numbers that stand for texts which are not to be written to a disk.
///
/// FNV-1a, twice with different starts. It keeps chance apart, not an attacker: who can write the
/// record can write the file as well.
enum Fingerprint {
  static func of(_ texts: [String]) -> String {
    [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142].map { (start: UInt64) in
      var hash = start
      for text in texts {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
      }
      return String(hash, radix: 16)
    }.joined(separator: "-")
  }

  /// The address that the bytes come from. Behind a redirect the query is left out: it carries a
  /// signature that is new each time.
  static func of(_ url: RequestURL, isRedirected: Bool) -> String {
    of([isRedirected ? String(url.string.prefix { $0 != "?" }) : url.string])
  }
}
