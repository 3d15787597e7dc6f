#if os(Linux)
  import MaruContract
  import MaruHTTP
  import MaruURLSession

  /// Time of the machine, for waiting on real sockets.
  struct RealClock: MonotonicClock {
    private static let start = ContinuousClock.now

    func now() -> MonotonicInstant {
      MonotonicInstant(nanoseconds: 0).advanced(by: ContinuousClock.now - Self.start)
    }

    func sleep(until deadline: MonotonicInstant) async throws {
      try await Task.sleep(for: now().duration(to: deadline))
    }
  }

  /// A whole response.
  struct Answer: Sendable {
    var status: Int
    var headers: HeaderFields
    var bytes: [UInt8]
    var metrics: AttemptMetrics
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  extension URLSessionTransport {
    /// Reads a response to its end.
    func fetch(
      _ url: RequestURL, _ method: RequestMethod = .get, headers: [(HeaderName, String)] = [],
      body: RequestBody = .none, limits: TransportLimits = TransportLimits(attempt: .seconds(20)),
      isRepeatable: Bool? = nil
    ) async throws -> Answer {
      var fields = HeaderFields()
      for (name, value) in headers { try fields.append(value, for: name) }
      let request = TransportRequest(
        method: method, url: url, headers: fields,
        isRepeatable: isRepeatable ?? method.isIdempotent)
      return try await perform(request, body: body, limits: limits) { head, body in
        let bytes = try await body.collect(upTo: 1 << 30)
        return Answer(
          status: head.status, headers: head.headers, bytes: bytes, metrics: body.metrics)
      }
    }

    /// Why a response could not be read to its end; nil if it could.
    func failure(
      _ url: RequestURL, _ method: RequestMethod = .get, body: RequestBody = .none,
      limits: TransportLimits = TransportLimits(attempt: .seconds(20))
    ) async -> TransportFailure? {
      do {
        _ = try await fetch(url, method, body: body, limits: limits)
        return nil
      } catch {
        return error as? TransportFailure
      }
    }
  }

  /// Runs a test with a transport that is shut down behind it.
  func withTransport<Value: Sendable>(
    _ settings: URLSessionTransport.Settings = .init(),
    _ body: (URLSessionTransport) async throws -> Value
  ) async throws -> Value {
    let transport = try URLSessionTransport(settings, clock: RealClock())
    do {
      let value = try await body(transport)
      await transport.shutdown(.finishing)
      return value
    } catch {
      await transport.shutdown(.cancelling)
      throw error
    }
  }
#endif
