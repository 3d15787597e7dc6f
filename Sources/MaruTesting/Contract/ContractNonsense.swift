/// A kind of nonsense that a storm can leave out, where a platform can't survive it.
///
/// Nonsense of every other kind is always sent. See ``TransportContract/storm(_:leavingOut:)``.
public enum ContractNonsense: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The connection is closed after a head's first line and before the empty line that ends the head.
  case unfinishedHead = "a head that breaks off"
  /// A line of a head begins with a carriage return and goes on: for some that is the empty line that
  /// ends the head, for others it is not.
  case halfEmptyLine = "a line of a head that begins as an empty one"
  /// A line of a head begins with a null byte.
  case nullLine = "a line of a head that begins with a null byte"
  /// The answer is said to be of HTTP/2 or HTTP/3, and is not.
  case otherVersion = "a version of HTTP that nobody has agreed on"
  /// Fields stand behind a body in chunks (RFC 9112 §7.1.2), few or many, to their end or not.
  case trailers = "fields behind a body in chunks"

  /// Its name in words.
  public var description: String { rawValue }

  /// Of which kinds an answer is; `isClosed` says that the connection is closed behind it.
  package static func kinds(of answer: String, isClosed: Bool) -> Set<ContractNonsense> {
    NonsenseReading.kinds(of: Array(answer.utf8), isClosed: isClosed)
  }
}

/// What one call of a storm is answered with; follows from the storm's seed and the call's number.
struct NonsenseAnswer {
  private var random: SplitMix64
  private var body: [WireAct] = []
  /// All that is sent. What is sent many times over stands there twice: more makes no other kind.
  private(set) var bytes: [UInt8] = []
  /// Whether the connection is then closed as a server may close it.
  private(set) var isClosed = false

  init(seed: UInt64, call: UInt64) {
    var seeds = SplitMix64(seed: seed)
    random = SplitMix64(seed: seeds.next() &+ call)
    draw()
  }

  /// What the server does.
  var acts: [WireAct] { body }

  /// What it is, as far as it can be left out.
  var kinds: Set<ContractNonsense> { NonsenseReading.kinds(of: bytes, isClosed: isClosed) }

  private static let good = [
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"a\":[1,2,3]}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nno",
    "HTTP/1.1 204 No Content\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\r\n",
    "HTTP/2 200\r\nContent-Length: 2\r\n\r\nhi", "HTTP/1.0 200 OK\r\n\r\nuntil the end",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\u{1f}gz!",
    "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
  ].map { Array($0.utf8) }

  private static let pieces = [
    "\r\n", "\n", "\r", "\0", ":", " ", "\r\n\r\n", "HTTP/1.1 ", "Content-Length: -1\r\n",
    "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
    "ffffffffffffffff\r\n", "0\r\n\r\n", "\u{fffd}", "Content-Encoding: br\r\n",
    "Connection: close\r\n",
  ].map { Array($0.utf8) }

  private static let more = Array("x-more: 1\r\n".utf8)

  private mutating func draw() {
    bytes = Self.good[below(Self.good.count)]
    for _ in 0..<below(5) { spoil() }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = 1 + below(rest.count)
      body.append(.bytes(Array(rest.prefix(count))))
      rest.removeFirst(count)
      if below(4) == 0 { body.append(.act(.pause(.milliseconds(1)))) }
    }
    switch below(24) {
    case 0: body.append(.act(.hold))
    case 1..<6: body.append(.act(.reset))
    case 6..<14: body.append(.act(.end))
    case 14:
      body.append(.repeated(Self.more, times: 20_000))
      bytes += Self.more + Self.more
      isClosed = true
    default:
      body.append(.act(.cut))
      isClosed = true
    }
  }

  private mutating func spoil() {
    guard !bytes.isEmpty else { return }
    let place = below(bytes.count)
    let range = place..<min(bytes.count, place + 1 + below(12))
    switch below(5) {
    case 0: bytes[place] ^= UInt8(1 << below(8))
    case 1: bytes.removeSubrange(range)
    case 2: bytes.insert(contentsOf: bytes[range], at: place)
    case 3: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
    default: bytes.replaceSubrange(range, with: range.map { _ in UInt8(below(256)) })
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
