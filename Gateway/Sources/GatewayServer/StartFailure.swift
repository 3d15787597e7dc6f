/// Why a server did not start.
public enum StartFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program listens there.
  case addressInUse(host: String, port: UInt16)
  /// The host is no numeric address of this machine, or the port is one the user must not take.
  case cannotBind(host: String, port: UInt16, errno: Int32)
  /// The system has no memory, thread or descriptor left.
  case outOfMemory

  /// What went wrong, in a sentence.
  public var description: String {
    switch self {
    case .addressInUse(let host, let port):
      "port \(port) on \(host) is busy: another program listens there"
    case .cannotBind(let host, let port, let errno):
      "cannot listen on \(host) port \(port): \(systemMessage(errno))"
    case .outOfMemory:
      "the system has no memory, thread or descriptor left"
    }
  }
}
