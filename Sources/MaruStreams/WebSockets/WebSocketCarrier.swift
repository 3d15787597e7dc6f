internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// Brings events by WebSocket messages: does what ``WebSocketLiveness`` and ``WebSocketEnding`` decide.
struct WebSocketCarrier<Event: Sendable>: EventCarrier {
  private let sockets: any WebSocketConnecting
  private let source: WebSocketSource
  private let kinds: EventKinds<Event>
  private let clock: any MonotonicClock
  private let signOut: SignOutWatch?

  init(
    sockets: any WebSocketConnecting, source: WebSocketSource, kinds: EventKinds<Event>,
    clock: any MonotonicClock
  ) {
    self.sockets = sockets
    self.source = source
    self.kinds = kinds
    self.clock = clock
    signOut = source.credentials.map(SignOutWatch.init)
  }

  func connect(_ connection: EventConnection<Event>) async throws -> OpeningEnd {
    let credential = try await source.credentials?.needed()
    let first = try await attempt(connection, credential)
    guard case .refusesCredential(let error) = first.ending, let credential,
      let provider = source.credentials
    else { return try Self.end(first.ending) }
    await provider.invalidate(credential)
    // One that was good for a while has run out. The stream comes back, and waits before it does.
    guard !first.hasHeard else {
      throw CallError(.connectionLost, at: .attempt, reason: "the credential has run out")
    }
    let other = try await provider.needed()
    guard other != credential else { throw error }
    return try Self.end(try await attempt(connection, other).ending)
  }

  private static func end(_ ending: WebSocketEnding) throws -> OpeningEnd {
    switch ending {
    case .isOver: return .noContent
    case .ended: return .ended
    case .refusesCredential(let error), .failed(let error): throw error
    }
  }

  // MARK: One connection

  private func attempt(
    _ connection: EventConnection<Event>, _ credential: Credential?
  ) async throws -> (ending: WebSocketEnding, hasHeard: Bool) {
    let position = connection.lastEventID
    let (request, greeting) = try opening(at: position, credential)
    let talk = WebSocketTalk(source.keepAlive, clock: clock)
    do {
      // Each of them ends at once when it is cancelled, so that none outlives the group.
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await sockets.connect(request) { socket in
            talk.opened(socket)
            connection.opened()
            if let greeting { try await socket.send(greeting) }
            while true { try await take(try await socket.receive(), talk, connection) }
          }
        }
        group.addTask { try await talk.watch() }
        if let signOut, let credential {
          group.addTask { try await signOut.wait(for: credential) }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
      return (.ended, talk.hasHeard)
    } catch let failure as WebSocketFailure {
      return (WebSocketEnding(failure, overCodes: source.overCodes), talk.hasHeard)
    }
  }

  private func opening(
    at position: String, _ credential: Credential?
  ) throws -> (WebSocketRequest, WebSocketMessage?) {
    do {
      var request = try source.request(position)
      if let credential {
        try request.headers.set(credential.authorization.value, for: .authorization)
      }
      return (request, try source.resume(position))
    } catch let error as CallError {
      throw error
    } catch {
      throw CallError(
        .configuration, at: .preparation, reason: "no handshake can be made", cause: error)
    }
  }

  private func take(
    _ message: WebSocketMessage, _ talk: WebSocketTalk, _ connection: EventConnection<Event>
  ) async throws {
    talk.heard()
    let raw: ServerSentEvent?
    do {
      raw = try source.unwrap(message)
    } catch let error as CallError {
      throw error
    } catch {
      throw CallError(
        .undecodable, at: .decoding, reason: "a message can't be read", cause: error)
    }
    guard let raw else { return }
    let event = try kinds.event(of: raw)
    try await talk.heldUp {
      try await connection.deliver(
        event, id: raw.id.isEmpty ? connection.lastEventID : raw.id)
    }
  }
}

extension CredentialProvider {
  /// The credential to send, with what keeps it away in the words of a call.
  fileprivate func needed() async throws -> Credential {
    do {
      if let ready = readyCredential() { return ready }
      if let credential = try await credential() { return credential }
    } catch let error as CallError {
      throw error
    } catch is CredentialRefused {
      throw CallError(.credentialRefused, at: .authorization, reason: "the session has ended")
    } catch {
      // A provider that was cancelled with this task is no failure of its own.
      try Task.checkCancellation()
      throw CallError(
        .credentialUnavailable, at: .authorization, reason: "the provider failed", cause: error)
    }
    throw CallError(.notAuthenticated, at: .authorization, reason: "nobody is signed in")
  }
}
