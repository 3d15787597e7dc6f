/// A server of a stream and the way to it, for one case.
public struct StreamPlace: Sendable {
  /// Makes a stream; nothing is connected before it is read.
  public typealias Open = @Sendable (StreamSourceTerms) async throws -> StreamSource

  let open: Open
  let openConnections: @Sendable () -> Int
  let remove: @Sendable () async -> Void

  /// Makes a place that no other case uses.
  ///
  /// - Parameters:
  ///   - open: makes a stream of the place's server.
  ///   - openConnections: how many connections of streams there are; where each question is a
  ///     connection of its own, how many are being answered.
  ///   - remove: takes the place away, after the case.
  public init(
    open: @escaping Open, openConnections: @escaping @Sendable () -> Int,
    remove: @escaping @Sendable () async -> Void = {}
  ) {
    self.open = open
    self.openConnections = openConnections
    self.remove = remove
  }
}

/// How a stream under test is to behave.
public struct StreamSourceTerms: Sendable, Hashable {
  /// What becomes of events that come faster than they are read.
  public enum Buffer: Sendable, Hashable {
    /// Keeps so many, and then holds the server back.
    case suspend(Int)
    /// Keeps the latest so many.
    case newest(Int)
    /// Keeps the first so many.
    case oldest(Int)
    /// Keeps everything.
    case unbounded
  }
  /// What becomes of events that come faster than they are read. Suspends at 8.
  public var buffer = Buffer.suspend(8)
  /// How long a connection may show no sign of life; nil: for ever.
  public var silence: Duration?
  /// Whether the end of a connection, as its protocol says it, is the end of the stream.
  public var endsWithItsConnection = false
  /// The number of the event that an earlier stream has read last; 0: none.
  public var position = 0

  /// Terms that each property names.
  public init() {}
}

/// A stream under test.
public struct StreamSource: Sendable {
  let makeReader: @Sendable () -> StreamSourceReader
  let droppedEvents: @Sendable () -> Int

  /// Takes a sequence.
  ///
  /// - Parameters:
  ///   - events: the sequence.
  ///   - droppedEvents: how many were dropped until now, as it tells.
  ///   - event: what an element is.
  public init<Events: AsyncSequence & Sendable>(
    _ events: Events, droppedEvents: @escaping @Sendable () -> Int,
    event: @escaping @Sendable (Events.Element) -> StreamSourceEvent
  ) {
    self.droppedEvents = droppedEvents
    makeReader = {
      var iterator = events.makeAsyncIterator()
      return StreamSourceReader { try await iterator.next().map(event) }
    }
  }
}

/// An iterator of a stream under test: letting go of it lets go of the stream's.
final class StreamSourceReader {
  let next: () async throws -> StreamSourceEvent?

  init(next: @escaping () async throws -> StreamSourceEvent?) {
    self.next = next
  }
}

/// What a stream has, so that the cases about it apply.
public struct StreamSourceTraits: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Its server can say that there will be nothing more.
  public static let ends = StreamSourceTraits(rawValue: 1 << 0)
  /// A connection brings many events and has an end of its own.
  public static let staysConnected = StreamSourceTraits(rawValue: 1 << 1)
  /// It gives a connection up that shows no sign of life.
  public static let noticesSilence = StreamSourceTraits(rawValue: 1 << 2)
  /// All of it.
  public static let all: StreamSourceTraits = [.ends, .staysConnected, .noticesSilence]

  var reason: String {
    let names: [(StreamSourceTraits, String)] = [
      (.ends, "its server can't say that it is over"),
      (.staysConnected, "each question is a connection of its own"),
      (.noticesSilence, "it has no limit of silence"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
