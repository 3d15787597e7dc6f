#if os(Linux)
  import Foundation
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruSystem
  import MaruTesting
  import Testing

  extension CurlWireTests {
    /// Pins against servers with real certificates.
    @Suite struct CurlPinTests {
      struct Today: WallClock { func now() -> Date { Date() } }

      /// A key that nobody has.
      static let reserve = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      static let other = "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA="

      private let reports = Locked<[PinPolicy.Report]>([])
      private let isReleased = Locked(false)

      private func policy(
        _ pins: [String], for hosts: PinRule.Hosts = .exactly("127.0.0.1"),
        until expires: Date = .distantFuture, _ mode: PinRule.Mode = .enforcing
      ) throws -> PinPolicy {
        let (reports, isReleased) = (reports, isReleased)
        let rule = try PinRule(
          for: hosts, pins: try pins.map { try PublicKeyPin(base64: $0) }, until: expires,
          mode: mode)
        return try PinPolicy([rule], wallClock: Today()) {
          isReleased.withLock { $0 }
        } report: { report in
          reports.withLock { $0.append(report) }
        }
      }

      /// Calls a server with a good certificate, and gives how each call failed.
      private func failures(
        _ pins: PinPolicy, _ fixtures: TLSFixtures, between: () -> Void = {}
      ) async throws -> [TransportFailure?] {
        let server = try fixtures.serve(.good)
        defer { server.stop() }
        let transport = try CurlTransport(
          .init(trust: .certificates(pemFilePath: fixtures.authorityPath)), pins: pins)
        let first = await transport.failure(server.url())
        between()
        let second = await transport.failure(server.url())
        await transport.shutdown(.finishing)
        return [first, second]
      }

      /// The pin of a certificate's key, by OpenSSL.
      private func pin(_ fixtures: TLSFixtures, _ leaf: TLSFixtures.Leaf) throws -> String {
        try pin(of: fixtures.certificatePath(leaf))
      }

      private func pin(of certificatePath: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
          "-c",
          "openssl x509 -pubkey -noout -in \"$0\" | openssl pkey -pubin -outform der "
            + "| openssl dgst -sha256 -binary | base64",
          certificatePath,
        ]
        process.standardOutput = output
        try process.run()
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").joined()
      }

      @Test(.timeLimit(.minutes(1))) func `a server whose key is pinned is spoken to`()
        async throws
      {
        let fixtures = try CurlTLSTests.fixtures.get()
        let policy = try policy([Self.reserve, try pin(fixtures, .good)])
        #expect(try await failures(policy, fixtures) == [nil, nil])
        #expect(reports.withLock { $0.isEmpty })
      }

      @Test(.timeLimit(.minutes(1))) func `another key is told as such, and nothing is sent`()
        async throws
      {
        let fixtures = try CurlTLSTests.fixtures.get()
        let failures = try await failures(try policy([Self.reserve, Self.other]), fixtures)
        #expect(failures.map { $0?.kind } == [.tlsPinMismatch, .tlsPinMismatch])
        #expect(failures.map { $0?.arrival } == [.impossible, .impossible])
        #expect(reports.withLock { $0.map(\.decision) } == [.refused, .refused])
      }

      @Test(.timeLimit(.minutes(1))) func `the authority's own key does not count`()
        async throws
      {
        let fixtures = try CurlTLSTests.fixtures.get()
        let policy = try policy([Self.reserve, try pin(of: fixtures.authorityPath)])
        #expect(try await failures(policy, fixtures).map { $0?.kind }.first == .tlsPinMismatch)
      }

      @Test(.timeLimit(.minutes(1))) func `report only reports, and the call goes on`()
        async throws
      {
        let fixtures = try CurlTLSTests.fixtures.get()
        let policy = try policy([Self.reserve, Self.other], .reportOnly)
        #expect(try await failures(policy, fixtures) == [nil, nil])
        #expect(reports.withLock { $0.first?.decision } == .reported)
        #expect(reports.withLock { $0.first?.host } == "127.0.0.1")
      }

      @Test(.timeLimit(.minutes(1))) func `after its end a rule is off`() async throws {
        let fixtures = try CurlTLSTests.fixtures.get()
        let policy = try policy([Self.reserve, Self.other], until: Date(timeIntervalSinceNow: -1))
        #expect(try await failures(policy, fixtures) == [nil, nil])
      }

      @Test(.timeLimit(.minutes(1))) func `another host's rule is none`() async throws {
        let fixtures = try CurlTLSTests.fixtures.get()
        let policy = try policy([Self.reserve, Self.other], for: .domain("example.com"))
        #expect(try await failures(policy, fixtures) == [nil, nil])
      }

      @Test(.timeLimit(.minutes(1)), arguments: [true, false])
      func `the emergency exit opens and closes for the next request`(_ isOpenFirst: Bool)
        async throws
      {
        let fixtures = try CurlTLSTests.fixtures.get()
        let policy = try policy([Self.reserve, Self.other])
        isReleased.withLock { $0 = isOpenFirst }
        let failures = try await failures(policy, fixtures) {
          isReleased.withLock { $0 = !isOpenFirst }
        }
        let kinds = failures.map { $0?.kind }
        #expect(kinds == (isOpenFirst ? [nil, .tlsPinMismatch] : [.tlsPinMismatch, nil]))
      }

      @Test(.timeLimit(.minutes(1))) func `pins do not make up for a bad certificate`()
        async throws
      {
        let fixtures = try CurlTLSTests.fixtures.get()
        let server = try fixtures.serve(.expired)
        defer { server.stop() }
        let transport = try CurlTransport(
          .init(trust: .certificates(pemFilePath: fixtures.authorityPath)),
          pins: try policy([Self.reserve, try pin(fixtures, .expired)]))
        #expect(await transport.failure(server.url())?.kind == .tlsExpired)
        await transport.shutdown(.finishing)
      }
    }
  }
#endif
