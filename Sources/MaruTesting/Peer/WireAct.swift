/// One thing that a breaking server does with a connection's bytes.
///
/// What a fake transport can play too is a ``ServerAct``; the rest exists on a wire only.
public enum WireAct: Sendable, Hashable {
  /// Does what HTTP/1.1 calls the act.
  case act(ServerAct)
  /// Sends bytes as they are, whatever HTTP says about them.
  case bytes([UInt8])
  /// Sends the same bytes so many times, never held whole.
  case repeated([UInt8], times: Int)
  /// Sends bytes one at a time, with a pause after each.
  case drip([UInt8], every: Duration)
  /// Sends bytes again and again, with a pause after each time, until the client leaves.
  case endless([UInt8], every: Duration)
  /// Waits until the gate lets one act pass, or until the client leaves.
  case waits(PeerGate)

  /// Sends a text's UTF-8 as it is.
  public static func text(_ text: String) -> WireAct { .bytes(Array(text.utf8)) }
}

/// What a breaking server reads of a request before it plays its script.
public enum PeerReading: Sendable, Hashable {
  /// Head and body.
  case request
  /// The head; the body stays where it is.
  case head
  /// Nothing: the script is played as soon as there is a connection, and the connection ends with
  /// it.
  case nothing
}
