#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    @Suite struct CurlTLSTests {
      // Made once: it takes a second.
      static let fixtures = Result { try TLSFixtures() }

      private func failure(
        _ leaf: TLSFixtures.Leaf, version: TLSFixtureServer.Version = .any,
        host: String = "127.0.0.1",
        trust: CurlTransport.Trust? = nil
      ) async throws -> TransportFailure? {
        let fixtures = try Self.fixtures.get()
        let server = try fixtures.serve(leaf, version: version)
        defer { server.stop() }
        let trust = trust ?? .certificates(pemFilePath: fixtures.authorityPath)
        return try await withTransport(.init(trust: trust)) { transport in
          await transport.failure(server.url(host: host))
        }
      }

      @Test(
        .timeLimit(.minutes(1)),
        arguments: [
          (.good, nil), (.expired, .tlsExpired), (.notYetValid, .tlsExpired),
          (.otherHost, .tlsHostMismatch), (.selfSigned, .tlsUntrusted),
          (.unknownAuthority, .tlsUntrusted),
        ] as [(TLSFixtures.Leaf, TransportFailure.Kind?)])
      func `bad certificates are told apart`(
        _ leaf: TLSFixtures.Leaf, _ kind: TransportFailure.Kind?
      ) async throws {
        let failure = try await failure(leaf)
        #expect(failure?.kind == kind, "\(failure?.reason ?? "")")
        #expect(failure == nil || failure?.arrival == .impossible)
      }

      @Test(.timeLimit(.minutes(1))) func `a private authority is not trusted by the system`()
        async throws
      {
        let failure = try await failure(.good, trust: .system)
        #expect(failure?.kind == .tlsUntrusted)
      }

      @Test(.timeLimit(.minutes(1)), arguments: TLSFixtureServer.Version.allCases)
      func `TLS 1.2 is the least that is spoken`(_ version: TLSFixtureServer.Version) async throws {
        let failure = try await failure(.good, version: version)
        #expect(failure?.kind == (version == .only1point1 ? .tlsFailed : nil))
      }

      @Test(.timeLimit(.minutes(1))) func `trust that can't be read is no trust`() async throws {
        let failure = try await failure(.good, trust: .certificates(pemFilePath: "/no/such/file"))
        #expect(failure?.kind == .tlsFailed)
        #expect(failure?.arrival == .impossible)
      }

      @Test(.timeLimit(.minutes(1))) func `a server that speaks no TLS is no TLS`() async throws {
        let peer = try BreakingPeer(reading: { _, _ in .nothing }) { _ in
          [.text("HTTP/1.1 200 OK\r\n\r\n"), .act(.hold)]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let failure = await transport.failure(try RequestURL("https://127.0.0.1:\(peer.port)/"))
          #expect(failure?.kind == .tlsFailed)
          #expect(failure?.arrival == .impossible)
        }
      }
    }
  }
#endif
