public import MaruContract
internal import MaruHTTP

/// How a server's events become an app's: a value for each kind that the app knows, and something for
/// those that it does not.
///
/// ```swift
/// let changes = EventKinds<TodoEvent>(unknown: { .unknown($0.type) })
///   .kind("todo.added", Todo.self) { .added($0) }
///   .kind("todo.removed", TodoID.self) { .removed($0) }
/// ```
///
/// What to make of an unknown kind has no default: a server adds kinds long before an app knows them,
/// and an app that has only dropped them can't tell that it missed something.
public struct EventKinds<Event: Sendable>: Sendable {
  /// Makes an event of what came.
  public typealias Reading = @Sendable (ServerSentEvent) throws -> Event

  private var readings: [String: Reading] = [:]
  private let unknown: @Sendable (ServerSentEvent) -> Event
  private let undecodable: (@Sendable (ServerSentEvent) -> Event)?

  /// Makes a table without kinds.
  ///
  /// - Parameters:
  ///   - unknown: what an event of another kind becomes.
  ///   - undecodable: what an event of a known kind becomes whose data can't be read; nil: it ends the
  ///     stream with the code `undecodable`, since what follows may build on it.
  public init(
    unknown: @escaping @Sendable (ServerSentEvent) -> Event,
    undecodable: (@Sendable (ServerSentEvent) -> Event)? = nil
  ) {
    self.unknown = unknown
    self.undecodable = undecodable
  }

  /// The table with a kind more, whose data is JSON unless another decoder is given.
  public func kind<Value: Decodable & Sendable>(
    _ type: String, _ value: Value.Type, by decoder: some BodyDecoder = JSONBodyDecoder.standard,
    make: @escaping @Sendable (Value) -> Event
  ) -> EventKinds {
    // Events are in UTF-8, whatever their data say of themselves (WHATWG HTML §9.2.5).
    kind(type) { make(try decoder.decode(Value.self, from: Array($0.data.utf8), sentAs: .text)) }
  }

  /// The table with a kind more, read by hand: for events that need their id or plain text.
  public func kind(_ type: String, read: @escaping Reading) -> EventKinds {
    var table = self
    table.readings[type] = read
    return table
  }

  /// The app's event for what came.
  ///
  /// - Throws: `CallError` with the code `undecodable`.
  public func event(of raw: ServerSentEvent) throws(CallError) -> Event {
    guard let reading = readings[raw.type] else { return unknown(raw) }
    do {
      return try reading(raw)
    } catch {
      if let undecodable { return undecodable(raw) }
      throw CallError(
        .undecodable, at: .decoding, reason: "an event of a known kind can't be read", cause: error)
    }
  }
}

extension EventKinds where Event == ServerSentEvent {
  /// Every event as it came.
  public static var raw: EventKinds { EventKinds(unknown: { $0 }) }
}
