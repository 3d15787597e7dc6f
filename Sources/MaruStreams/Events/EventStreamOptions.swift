/// How an event stream behaves.
public struct EventStreamOptions: Sendable {
  /// What becomes of events that come faster than they are read. Suspends at 64: nothing is lost, and
  /// memory is bounded.
  public var buffer = EventBuffer.suspend(64)
  /// How long it waits before it connects again.
  public var reconnect = ReconnectPolicy()
  /// What a clean end of the response means. Reconnects, as the standard says.
  public var whenEnded = CleanEnd.reconnect
  /// How long a connection may be silent before it counts as dead; nil: for ever. 60 seconds: servers
  /// that keep a stream send a comment each 15 to 30.
  public var idle: Duration? = .seconds(60)
  /// How much is held of an event that is not whole.
  public var limits = EventParserLimits()
  /// Where an earlier stream left off, as one of the last run of the app; empty: at the beginning.
  public var lastEventID = ""

  /// What is done next. A test looks on, or plants a mistake, by putting something around it.
  package var decide: Decide = { $0.handle($1) }
  /// Asks a machine what to do about what has happened.
  package typealias Decide =
    @Sendable (inout ConnectionMachine, ConnectionMachine.Event) -> ConnectionMachine.Action

  /// The options that each property names.
  public init() {}
}
