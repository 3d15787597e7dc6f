/// One event of a `text/event-stream` response (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// What kind of event it is; `message` where the server names none.
  public var type: String
  /// Its lines, joined by line feeds; may be empty.
  public var data: String
  /// The last event id that the stream has named, by this event or an earlier one; empty if none.
  ///
  /// A client that comes back sends it as `Last-Event-ID`, to be told what follows.
  public var id: String

  /// The type of events whose server names none.
  public static let defaultType = "message"

  /// Makes an event.
  public init(type: String = ServerSentEvent.defaultType, data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

extension ServerSentEvent: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The type and how long the data is: what a server streams to a user is not for a log.
  public var description: String { "event of \(data.utf8.count) bytes" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
