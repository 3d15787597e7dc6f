#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP

  /// A whole response.
  struct Answer: Sendable {
    var status: Int
    var headers: HeaderFields
    var bytes: [UInt8]
    var expectedLength: Int?
    var metrics: AttemptMetrics
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  extension CurlTransport {
    /// Reads a response to its end.
    func fetch(
      _ url: RequestURL, _ method: RequestMethod = .get, headers: [(HeaderName, String)] = [],
      body: RequestBody = .none, limits: TransportLimits = .generous, isRepeatable: Bool = true,
      fresh: Bool = false
    ) async throws -> Answer {
      var fields = HeaderFields()
      for (name, value) in headers { try fields.append(value, for: name) }
      let request = TransportRequest(
        method: method, url: url, headers: fields, isRepeatable: isRepeatable,
        needsFreshConnection: fresh)
      return try await perform(request, body: body, limits: limits) { head, body in
        let expected = body.expectedLength
        let bytes = try await body.collect(upTo: 1 << 30)
        return Answer(
          status: head.status, headers: head.headers, bytes: bytes, expectedLength: expected,
          metrics: body.metrics)
      }
    }

    /// Why a response could not be read to its end; nil if it could.
    func failure(
      _ url: RequestURL, _ method: RequestMethod = .get, body: RequestBody = .none,
      limits: TransportLimits = .generous, isRepeatable: Bool = true
    ) async -> TransportFailure? {
      do {
        _ = try await fetch(url, method, body: body, limits: limits, isRepeatable: isRepeatable)
        return nil
      } catch {
        return error as? TransportFailure
      }
    }
  }

  extension TransportLimits {
    /// More than any test takes that is not about limits.
    static let generous = TransportLimits(attempt: .seconds(20), connect: .seconds(10))
  }

  /// Runs a test with a transport that is shut down behind it.
  func withTransport<Value: Sendable>(
    _ settings: CurlTransport.Settings = .init(trust: .system),
    _ body: (CurlTransport) async throws -> Value
  ) async throws -> Value {
    let transport = try CurlTransport(settings)
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
