internal import Foundation
internal import GatewayHTTP
internal import GatewayStore

/// Publishes each change once it is committed, in the order of commits.
///
/// It reads the table of changes and hears nothing from those who write but that it is time to look:
/// so nothing is published that a crash could take back, and nothing in another order than it has.
struct EventFeed: Sendable {
  private static let pageSize = 200

  let reader: any StoreReader
  let streams: OpenStreams
  /// Hands out publications, and up to which place everything is handed out.
  let publish: @Sendable ([Publication], Int64) -> Void
  let log: JSONLog

  /// Publishes what is behind a place each time it is poked, until the task is cancelled.
  func run(from start: Int64, pokes: AsyncStream<Void>) async {
    var place = start
    var hasFailed = false
    for await _ in pokes {
      do {
        try await publishAll(behind: &place)
        hasFailed = false
      } catch {
        // The next poke tries again, from the same place. Told once, not with each heartbeat.
        if !hasFailed {
          log.write(
            .error, "changes cannot be read",
            [("error", .text(String(describing: Swift.type(of: error))))])
        }
        hasFailed = true
      }
    }
  }

  private func publishAll(behind place: inout Int64) async throws {
    while true {
      let changes = try await reader.changes(after: place, limit: Self.pageSize)
      guard let last = changes.last else { return }
      // Whoever opens a stream has taken a ticket before it asks how far the table goes: one that is
      // not seen here will read this very change.
      let publications = changes.filter { streams.hasStreams(of: $0.userID) }.map {
        Publication(
          channel: $0.userID, place: $0.change.sequence, bytes: ChangeEvent.bytes(of: $0.change))
      }
      publish(publications, last.change.sequence)
      place = last.change.sequence
      if changes.count < Self.pageSize { return }
    }
  }
}

/// A store that says when something was committed.
struct AnnouncedStore: Store {
  private struct Writer: StoreWriter {
    let writer: any StoreWriter
    let onCommit: @Sendable () -> Void

    func transact<Result: Sendable>(
      _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
      let result = try await writer.transact(body)
      onCommit()
      return result
    }
  }

  let writer: any StoreWriter
  let reader: any StoreReader

  init(_ store: any Store, onCommit: @escaping @Sendable () -> Void) {
    writer = Writer(writer: store.writer, onCommit: onCommit)
    reader = store.reader
  }
}
