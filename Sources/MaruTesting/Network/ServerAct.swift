public import MaruHTTP

/// One thing that a scripted server does with a connection, after it has read a request.
///
/// The fake transport plays acts in simulated time; the breaking peer plays the same acts on a
/// socket. A script that ends without ``end``, ``cut``, ``reset`` or ``hold`` ends whole.
public enum ServerAct: Sendable, Hashable {
  /// Answers with a head. Without a `Content-Length` the body is framed by chunks.
  case head(status: Int, fields: HeaderFields)
  /// Sends a piece of the body.
  case body([UInt8])
  /// Sends a piece of the body of so many bytes, all `x`, never held whole.
  case fill(Int)
  /// Does nothing for a while.
  case pause(Duration)
  /// Ends the response as HTTP says.
  case end
  /// Closes the connection, whatever is missing.
  case cut
  /// Resets the connection.
  case reset
  /// Keeps the connection open and sends nothing, until the client leaves.
  case hold
}

extension ServerAct {
  /// A whole response in one piece, with its length.
  public static func response(
    _ status: Int, _ fields: [(HeaderName, String)] = [], body: [UInt8] = []
  ) -> [ServerAct] {
    var headers = HeaderFields()
    // These are scripts in a test's source: a value that can't be sent is left out and seen there.
    for (name, value) in fields { try? headers.append(value, for: name) }
    if status != 204 && status != 304 { try? headers.append("\(body.count)", for: .contentLength) }
    return [.head(status: status, fields: headers)] + (body.isEmpty ? [] : [.body(body)]) + [.end]
  }
}
