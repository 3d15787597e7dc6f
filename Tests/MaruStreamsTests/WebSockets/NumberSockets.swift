import Foundation
import MaruContract
import MaruHTTP
import MaruStreams
import MaruSystem
import MaruTesting

/// A server of numbered events over a fake WebSocket, in a world.
struct NumberSockets: Sendable {
  /// The code by which this server says that there will be nothing more.
  static let over = WebSocketCloseCode(rawValue: 4_204)

  let world: SimulatedWorld
  let sockets: FakeWebSockets

  /// - Parameter script: asked at the handshake; the events go out when the first message has named
  ///   the same position.
  init(_ world: SimulatedWorld, _ script: @escaping StreamSourceContract.Script) {
    self.world = world
    sockets = FakeWebSockets(clock: world.clock) { request in
      let position = request.url.string.split(separator: "=").last.flatMap { Int($0) } ?? 0
      let acts = script(position)
      switch acts.first {
      case .refuse(let status, let wait): return .refuse(status: status, retryAfter: wait)
      case .hold: return .ignore
      default: break
      }
      return .listen { message in
        guard message == .text("after \(position)") else { return [.close(.policyViolation)] }
        return acts.map(Self.act)
      }
    }
  }

  private static func act(_ act: StreamAct) -> WebSocketAct {
    switch act {
    case .event(let number): .send(.text(text(of: number)))
    case .alive: .send(.text("beat"))
    case .pause(let duration): .pause(duration)
    case .lose: .lose
    case .end: .close(.normal)
    case .hold: .hold
    case .over: .close(over)
    case .refuse: .close(.internalError)
    }
  }

  private static func text(of number: Int) -> String {
    let item = NumberEvents.Item(number: number, text: StreamSourceEvent(number: number).text)
    let bytes = (try? JSONEncoder().encode(item)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What the client is told of this server.
  static func source(credentials: (any CredentialProvider)? = nil) -> WebSocketSource {
    var source = WebSocketSource(
      to: { position in
        let number = position.isEmpty ? "0" : position
        return WebSocketRequest(
          try RequestURL("https://api.example.com/v1/numbers?after=\(number)"))
      }, credentials: credentials
    ) { message in
      guard case .text(let text) = message, text != "beat" else { return nil }
      let item = try JSONDecoder().decode(NumberEvents.Item.self, from: Data(text.utf8))
      return ServerSentEvent(type: "number", data: item.text, id: "\(item.number)")
    } resume: { position in
      .text("after \(position.isEmpty ? "0" : position)")
    }
    source.overCodes = [over]
    return source
  }

  func stream(
    _ options: EventStreamOptions, credentials: (any CredentialProvider)? = nil,
    keepAlive: WebSocketKeepAlive = WebSocketKeepAlive()
  ) -> EventStream<StreamSourceEvent> {
    var source = Self.source(credentials: credentials)
    source.keepAlive = keepAlive
    return OnlyTime(world: world).events(
      over: sockets, from: source, as: NumberEvents.kinds, options: options)
  }

  /// The server as a place of the contract's.
  func place(baseDelay: Duration) -> StreamPlace {
    StreamPlace(
      open: { terms in
        var options = EventStreamOptions(terms)
        options.reconnect.baseDelay = baseDelay
        options.reconnect.maximumDelay = baseDelay * 4
        let keepAlive = terms.silence.map {
          WebSocketKeepAlive(pingAfter: $0 / 2, pongWithin: $0 / 2)
        }
        return StreamSource(stream(options, keepAlive: keepAlive ?? WebSocketKeepAlive()))
      }, openConnections: { sockets.openCount })
  }
}

/// What a stream over WebSocket needs of a client: time and chance.
struct OnlyTime: CallSending {
  let world: SimulatedWorld

  var timeAndChance: TimeAndChance {
    TimeAndChance(clock: world.clock, random: world.random, executor: world)
  }

  func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, context: CallContext
  ) async throws -> CallResponse<Value> {
    throw CallError(.unsupported, at: .preparation, reason: "no calls here")
  }

  func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, unlessStill version: EntityTag, context: CallContext
  ) async throws -> CallResponse<Value>? {
    throw CallError(.unsupported, at: .preparation, reason: "no calls here")
  }
}
