/// Decides how many of the bytes that a connection received are one whole, well-formed request.
///
/// The gate stands in front of the HTTP library, which is lenient: the library gets to see a
/// request only when all of it has arrived and every byte that frames it has been checked. What
/// the gate lets through is a strict part of RFC 9112: CRLF line ends, no folding, no space before
/// a colon, one `Host`, one `Content-Length` of digits or exactly `chunked`, hexadecimal chunk
/// sizes, no chunk extensions, no trailers.
public struct RequestGate: Sendable {
  /// What is to be done.
  public enum Step: Hashable, Sendable {
    /// Wait for more; if `sendContinue`, tell the client first that it may send the body.
    case wait(sendContinue: Bool)
    /// So many bytes from the front are one request.
    case pass(bytes: Int)
    /// Refuse the request and end the connection.
    case refuse(Refusal)
  }

  private enum Phase: Sendable {
    case head(searched: Int)
    case length(total: Int)
    case chunks(ChunkScanner, scanned: Int)
  }

  private let limits: RequestLimits
  private var phase = Phase.head(searched: 0)
  /// Whether the refused request is a HEAD, whose refusal has no body either.
  public private(set) var isHead = false

  /// Makes a gate for the requests of one connection.
  public init(limits: RequestLimits) {
    self.limits = limits
  }

  /// Whether the next byte belongs to a head.
  public var isReadingHead: Bool {
    if case .head = phase { true } else { false }
  }

  /// What ``advance(total:bytes:)`` wants to see of the buffer now; empty if only its size.
  ///
  /// - Parameter total: how many bytes there are from the request's first one on.
  public func wanted(of total: Int) -> Range<Int> {
    switch phase {
    // One byte beyond the limit tells that the limit is passed.
    case .head: 0..<min(total, limits.headBytes + 1)
    case .length: 0..<0
    case .chunks(_, let scanned): scanned..<total
    }
  }

  /// Judges the bytes that have arrived.
  ///
  /// - Parameters:
  ///   - total: how many bytes there are from the request's first one on.
  ///   - bytes: those in ``wanted(of:)``.
  public mutating func advance(total: Int, bytes: Span<UInt8>) -> Step {
    switch phase {
    case .head(let searched):
      return advanceHead(total: total, bytes: bytes, searched: searched)
    case .length(let needed):
      guard total >= needed else { return .wait(sendContinue: false) }
      return pass(needed)
    case .chunks(var scanner, let scanned):
      switch scanner.scan(bytes) {
      case .incomplete:
        phase = .chunks(scanner, scanned: scanned + bytes.count)
        return .wait(sendContinue: false)
      case .complete(let length):
        return pass(scanned + length)
      case .refused(let refusal):
        return .refuse(refusal)
      }
    }
  }

  private mutating func pass(_ bytes: Int) -> Step {
    phase = .head(searched: 0)
    return .pass(bytes: bytes)
  }

  private mutating func advanceHead(total: Int, bytes: Span<UInt8>, searched: Int) -> Step {
    switch HeadEnd.find(in: bytes, from: searched) {
    case .missing(let next):
      guard total <= limits.headBytes else { return .refuse(.headTooLarge) }
      phase = .head(searched: next)
      return .wait(sendContinue: false)
    case .broken:
      return .refuse(.malformed("a line does not end in CR LF"))
    case .found(let length):
      guard length <= limits.headBytes else { return .refuse(.headTooLarge) }
      let inspection = HeadInspection(bytes.extracting(0..<length), limits: limits)
      isHead = inspection.isHead
      if let refusal = inspection.refusal { return .refuse(refusal) }
      return enterBody(inspection, headLength: length, total: total)
    }
  }

  private mutating func enterBody(
    _ head: HeadInspection, headLength: Int, total: Int
  ) -> Step {
    switch head.framing {
    case .none:
      return pass(headLength)
    case .length(let length):
      guard total < headLength + length else { return pass(headLength + length) }
      phase = .length(total: headLength + length)
    case .chunked:
      phase = .chunks(ChunkScanner(limit: limits.bodyBytes), scanned: headLength)
    }
    // RFC 9110 §10.1.1: not if some of the body is there already.
    return .wait(sendContinue: head.expectsContinue && total == headLength)
  }

  /// Whether the caller should ask again at once: the phase changed and bytes are left to see.
  public func hasMoreToSee(of total: Int) -> Bool {
    if case .chunks(_, let scanned) = phase { scanned < total } else { false }
  }
}
