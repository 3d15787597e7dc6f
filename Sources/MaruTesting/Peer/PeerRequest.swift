public import MaruHTTP

/// A request as a scripted server has seen it.
public struct PeerRequest: Sendable, Hashable {
  /// Which connection it came on, from 0 in the order in which they were accepted.
  public var connection: Int
  /// Which request of its connection it is, from 0.
  public var number: Int
  /// The method; empty if nothing was read.
  public var method: String
  /// What stands between method and version in the request line; empty if nothing was read.
  public var target: String
  /// The header lines as they came, without their line ends; bytes that are no UTF-8 are replaced.
  public var lines: [String]
  /// The body, or its beginning if it is longer than the server keeps.
  public var body: [UInt8]
  /// How many bytes of the body were read.
  public var bodyLength: Int
  /// Whether the body was read to its end.
  public var isBodyWhole: Bool

  /// Makes a request that has no body yet.
  public init(
    connection: Int, number: Int, method: String = "", target: String = "", lines: [String] = []
  ) {
    self.connection = connection
    self.number = number
    self.method = method
    self.target = target
    self.lines = lines
    body = []
    bodyLength = 0
    isBodyWhole = false
  }

  /// The values of a field, in the order of the message, without the spaces around them.
  public func values(of name: HeaderName) -> [String] {
    lines.compactMap { line in
      guard let colon = line.firstIndex(of: ":"), HeaderName(String(line[..<colon])) == name else {
        return nil
      }
      let value = line[line.index(after: colon)...]
      let start = value.firstIndex { $0 != " " && $0 != "\t" } ?? value.endIndex
      let end = value.lastIndex { $0 != " " && $0 != "\t" }.map(value.index(after:)) ?? start
      return String(value[start..<end])
    }
  }
}
