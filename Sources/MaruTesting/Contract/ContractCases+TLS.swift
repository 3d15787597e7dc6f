internal import MaruContract
internal import MaruHTTP

extension ContractDefinition {
  /// Whom a transport believes to be the server.
  static let tls: [ContractDefinition] = [
    .init(
      "a good certificate of a trusted authority is accepted", ["FAIL-5", "NET-1"], needs: .tls
    ) { bench in
      let (server, trust) = try tlsServer(bench, .good)
      let transport = try await bench.transport(trust)
      for host in ["127.0.0.1", "localhost"] {
        let call = await bench.call(transport, TransportRequest(.get, server.url(host: host)))
        let answer = try bench.value(call, "a page of \(host)")
        try bench.equal(answer.head.status, 200, "status")
        try bench.expect(!answer.body.isEmpty, "a page", found: "an empty body")
      }
    },
    refused(
      "an authority that the system does not know is not trusted", .good, .tlsUntrusted, by: .system
    ),
    refused("a certificate that signed itself is not trusted", .selfSigned, .tlsUntrusted),
    refused("a certificate of another authority is not trusted", .unknownAuthority, .tlsUntrusted),
    refused("an expired certificate is told as such", .expired, .tlsExpired),
    refused("a certificate that is not valid yet is told as such", .notYetValid, .tlsExpired),
    refused("a certificate for another host is told as such", .otherHost, .tlsHostMismatch),
    refused("TLS 1.1 is not spoken", .good, .tlsFailed, version: .only1point1),
    .init("a server that speaks no TLS is told as such", ["FAIL-5"], needs: .tls) { bench in
      let peer = try bench.peer(reading: .nothing) { _ in [.text("SSH-2.0-OpenSSH_9.2\r\n")] }
      let transport = try await bench.transport()
      let call = await bench.call(transport, TransportRequest(.post, secure(peer)))
      try bench.failure(call, .tlsFailed, arrival: .impossible)
    },
    .init("a connection that ends while TLS is agreed is told", ["FAIL-5"], needs: .tls) { bench in
      for ending in [ServerAct.cut, .reset] {
        let peer = try bench.peer(reading: .nothing) { _ in [.act(ending)] }
        let transport = try await bench.transport()
        let call = await bench.call(transport, TransportRequest(.post, secure(peer)))
        // Libraries call it each of these; what a caller needs is that nothing has arrived.
        try bench.failure(
          call, .tlsFailed, .connectionLost, .unreachable, arrival: .impossible)
      }
    },
    .init("a server that does not agree on TLS in time is told", ["RETRY-3"], needs: .tls) {
      bench in
      let peer = try bench.peer(reading: .nothing) { _ in [.act(.hold)] }
      let transport = try await bench.transport()
      let limits = TransportLimits(attempt: .seconds(30), connect: .milliseconds(100))
      let call = try await bench.soon {
        await bench.call(transport, TransportRequest(.post, secure(peer)), limits: limits)
      }
      try bench.failure(call, .timedOut, arrival: .impossible)
      try await bench.until("the connection is closed") { peer.connectionsOpen == 0 }
    },
    .init("cancelling while TLS is agreed ends the call", ["FAIL-2"], needs: .tls) { bench in
      let peer = try bench.peer(reading: .nothing) { _ in [.act(.hold)] }
      let transport = try await bench.transport()
      let task = bench.start {
        await bench.call(transport, TransportRequest(.post, secure(peer)))
      }
      try await bench.until("there is a connection") { peer.connectionsAccepted == 1 }
      task.cancel()
      try bench.cancelled(await task.value)
      try await bench.until("the connection is closed") { peer.connectionsOpen == 0 }
    },
  ]

  /// A case about a server that must not be spoken to.
  private static func refused(
    _ name: String, _ leaf: TLSFixtures.Leaf, _ kind: TransportFailure.Kind,
    by trust: ContractTrust? = nil, version: TLSFixtureServer.Version = .any
  ) -> ContractDefinition {
    ContractDefinition(name, ["FAIL-5"], needs: .tls) { bench in
      let (server, authorities) = try tlsServer(bench, leaf, version)
      let transport = try await bench.transport(trust ?? authorities)
      let call = await bench.call(transport, TransportRequest(.post, server.url()))
      try bench.failure(call, kind, arrival: .impossible)
    }
  }

  private static func tlsServer(
    _ bench: ContractBench, _ leaf: TLSFixtures.Leaf, _ version: TLSFixtureServer.Version = .any
  ) throws -> (TLSFixtureServer, ContractTrust) {
    guard let certificates = bench.contract.certificates else {
      throw ContractFinding(expected: "certificates", found: "none")
    }
    let server = try certificates.serve(leaf, version: version)
    bench.keep(server)
    return (server, .authorities(path: certificates.authorityPath))
  }

  /// The address of a server of bytes, as if it spoke TLS.
  private static func secure(_ peer: BreakingPeer) -> RequestURL {
    RequestURL(origin: Origin(scheme: .https, host: "127.0.0.1", port: peer.port), target: "/")
  }
}
