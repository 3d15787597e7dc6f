internal import Foundation
internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP
internal import MaruStreams

/// `/v1/events`: what happens to a user's todos and categories, as it happens.
struct EventEndpoint: Sendable {
  private static let pageSize = 100
  /// About what is sent at once of what was there before.
  private static let pieceBytes = 16 * 1024

  let reader: any StoreReader
  let streams: OpenStreams
  let terms: StreamTerms
  /// How long a client waits before it comes back.
  let retry: Duration
  /// How many changes are sent again at most.
  let maximumReplay: Int
  let surroundings: Surroundings
  let log: JSONLog

  /// Why a client has to read its lists again.
  private enum Gap: String {
    case unknown
    case tooOld = "too-old"
  }

  private struct Opening {
    let bytes: [UInt8]
    let place: Int64
    /// Whether there may be something behind the place already.
    let mustRead: Bool
  }

  func open(_ call: Call) async throws -> Response {
    // Before the table is looked at: from here on the feed publishes for this user.
    let ticket = try streams.take(for: call.user)
    let opening = try await opening(call)
    let follows = call.request.target.query?["follow"] != "false"
    var response = Response(status: 200)
    response.setKnown(EventSerializer.mediaType, for: .contentType)
    response.setKnown("no-store", for: .cacheControl)
    // For proxies that keep what they are given until it is much.
    response.setKnown("no", for: "X-Accel-Buffering")
    let requestID = call.request.id
    response.stream = ResponseStream(
      channel: call.user.userID, terms: terms,
      begin: { sender in
        ticket.opened(sender)
        await begin(opening, user: ticket.user.userID, follows: follows, sender)
      }, farewell: farewell,
      onEnd: { end in note(end, of: requestID, open: ticket.close()) })
    return response
  }

  // MARK: - Beginning

  private func opening(_ call: Call) async throws -> Opening {
    let last = try await reader.lastChange()
    switch ResumePoint(call.request.fields.values(of: "Last-Event-ID"), last: last) {
    case .now:
      // An id without data: nobody sees an event, but whoever is cut off before the first one comes
      // back with it, and has missed nothing.
      return Opening(bytes: retryBytes + Self.id(last), place: last, mustRead: false)
    case .behind(let place):
      let count = try await reader.countChanges(
        of: call.user.userID, after: place, atMost: maximumReplay + 1)
      guard count <= maximumReplay else { return try reset(.tooOld, last) }
      return Opening(bytes: retryBytes, place: place, mustRead: true)
    case .unknown:
      return try reset(.unknown, last)
    }
  }

  /// What a client gets that cannot be given all that it has missed: it reads its lists, and goes on.
  private func reset(_ gap: Gap, _ last: Int64) throws -> Opening {
    let event = try EventSerializer.bytes(
      type: "reset", data: #"{"reason":"\#(gap.rawValue)"}"#, id: String(last))
    return Opening(bytes: retryBytes + event, place: last, mustRead: false)
  }

  private func begin(
    _ opening: Opening, user: String, follows: Bool, _ sender: any StreamSender
  ) async {
    guard await sender.send(opening.bytes) else { return }
    var catchUp = CatchUp(behind: opening.place)
    var mustRead = opening.mustRead
    while true {
      do {
        if mustRead, try await !replay(user, &catchUp, to: sender) { return }
      } catch {
        log.write(
          .error, "changes cannot be read",
          [("error", .text(String(describing: type(of: error))))])
        return sender.end(.failed)
      }
      guard follows else { return sender.end(.complete) }
      guard case .isBehind = await sender.follow(behind: catchUp.place) else { return }
      mustRead = true
    }
  }

  /// Sends everything that the table has for a user.
  ///
  /// - Returns: false if the stream is over.
  private func replay(
    _ user: String, _ catchUp: inout CatchUp, to sender: any StreamSender
  ) async throws -> Bool {
    while true {
      let horizon = try await reader.lastChange()
      let changes = try await reader.changes(
        of: user, after: catchUp.place, limit: Self.pageSize)
      var piece: [UInt8] = []
      for change in changes {
        piece += ChangeEvent.bytes(of: change)
        guard piece.count >= Self.pieceBytes || change == changes.last else { continue }
        guard await sender.send(piece) else { return false }
        piece = []
      }
      let isWhole = changes.count < Self.pageSize
      catchUp.read(horizon: horizon, last: changes.last?.sequence, isWhole: isWhole)
      if isWhole { return true }
    }
  }

  // MARK: - Ending

  private func farewell(_ reason: StreamEnd.Reason) -> [UInt8] {
    switch reason {
    case .complete, .left: []
    case .slow: Self.comment("too slow: come back with the last id")
    case .unauthorized: Self.comment("the access token is good no longer: come back with another")
    case .failed: Self.comment("something went wrong: come back with the last id")
    case .stopping: laterBytes + Self.comment("the gateway is stopping: come back with the last id")
    }
  }

  private func note(_ end: StreamEnd, of requestID: RequestID, open: Int) {
    log.write(
      end.reason == .failed ? .error : .info, "stream ended",
      [
        ("requestID", .text(requestID.rawValue)), ("reason", .text(end.reason.rawValue)),
        ("milliseconds", .decimal(end.duration / .milliseconds(1))),
        ("events", .integer(end.publications)), ("bytes", .integer(end.bytes)),
        ("openStreams", .integer(open)),
      ])
  }

  // MARK: - Bytes

  private var retryBytes: [UInt8] { EventSerializer.retry(retry) }

  /// All clients are told to come back at once: each at another moment.
  private var laterBytes: [UInt8] {
    var random = surroundings.random
    return EventSerializer.retry(retry * Double.random(in: 1...3, using: &random))
  }

  private static func id(_ place: Int64) -> [UInt8] { Array("id: \(place)\n\n".utf8) }
  private static func comment(_ text: String) -> [UInt8] { Array(": \(text)\n\n".utf8) }
}
