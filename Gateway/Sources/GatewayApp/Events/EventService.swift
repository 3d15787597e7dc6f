internal import Foundation
internal import GatewayHTTP
internal import GatewayServer
internal import GatewayStore
internal import MaruStreams
internal import MaruSystem

/// What keeps the event streams going: hears of commits, publishes changes, looks after tokens.
final class EventService: Sendable {
  let streams: OpenStreams
  private let heartbeat: Duration
  private let pokes: AsyncStream<Void>
  private let poke: AsyncStream<Void>.Continuation
  private let pulses: AsyncStream<Void>
  private let pulse: AsyncStream<Void>.Continuation
  private let uptime: @Sendable () -> Duration
  private let lastPulse = Locked(Duration.zero)
  private let tasks = Locked<[Task<Void, Never>]>([])

  init(_ settings: Settings, uptime: @escaping @Sendable () -> Duration) {
    self.uptime = uptime
    streams = OpenStreams(perUser: settings.streamsPerUser, most: settings.maximumStreams)
    heartbeat = .seconds(settings.heartbeatSeconds)
    // One that waits is as good as many: whoever looks sees everything.
    (pokes, poke) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (pulses, pulse) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { end() }

  /// The store, through which each commit is heard of.
  func hearing(_ store: any Store) -> any Store {
    AnnouncedStore(store) { [poke] in poke.yield() }
  }

  func endpoint(
    _ settings: Settings, reader: any StoreReader, log: JSONLog, surroundings: Surroundings
  ) -> EventEndpoint {
    EventEndpoint(
      reader: reader, streams: streams,
      terms: StreamTerms(
        heartbeat: EventSerializer.heartbeat, heartbeatInterval: heartbeat,
        maximumQueuedBytes: settings.streamQueueBytes),
      retry: .milliseconds(settings.retryMilliseconds), maximumReplay: settings.maximumReplay,
      surroundings: surroundings, log: log)
  }

  /// Time has passed: looks after the tokens if it is time for a heartbeat.
  func swept() {
    let now = uptime()
    let isDue = lastPulse.withLock { last in
      guard now - last >= heartbeat else { return false }
      last = now
      return true
    }
    if isDue { pulse.yield() }
  }

  /// Begins to publish what is behind a place, until ``end()``.
  func begin(
    from place: Int64, on server: Server, reader: any StoreReader, log: JSONLog,
    now: @escaping @Sendable () -> Date
  ) {
    let feed = EventFeed(
      reader: reader, streams: streams,
      publish: { publications, place in server.publish(publications, upTo: place) }, log: log)
    let watch = TokenWatch(reader: reader, streams: streams, now: now)
    let running = [
      Task(executorPreference: server.executor) { [pokes] in
        await feed.run(from: place, pokes: pokes)
      },
      Task(executorPreference: server.executor) { [poke, pulses] in
        for await _ in pulses {
          await watch.look()
          // What another process has written into the same database is seen by this; our own commits
          // say so themselves.
          poke.yield()
        }
      },
    ]
    tasks.withLock { $0 += running }
  }

  /// Ends what ``begin(from:on:reader:log:now:)`` has begun; before the server stops.
  func end() {
    poke.finish()
    pulse.finish()
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }
}
