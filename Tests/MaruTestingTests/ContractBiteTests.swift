import MaruContract
import MaruTesting
import Testing

/// Each planted bug is found by the case that is about it.
@Suite struct ContractBiteTests {
  static let bites: [(PlantedBug, String)] = [
    (.followsRedirects, "redirects are returned, not followed"),
    (.sendsAgainOnDeadConnections, "a GET whose kept connection dies is sent once"),
    (.sendsAgainOnDeadConnections, "a POST whose new connection dies is sent once"),
    (
      .reportsCancelAsFailure, "cancelling in the middle of a body ends the call and its connection"
    ),
    (.acceptsHalfHeads, "half a head is no response"),
    (.acceptsHalfHeads, "a head without its empty line is no response"),
    (.leaksConnections, "cancelling before the first byte ends the call and its connection"),
    (.leaksConnections, "what the receiver throws comes out, and the transfer is over"),
    (.readsAhead, "a reader that stops holds back a server that would send 1 GB"),
    (.foldsCookies, "cookies that are set are not folded into one"),
    (.keepsCookies, "cookies are neither kept nor sent"),
    (.acceptsCutBodies, "a body cut short of its length is a lost connection"),
    (.acceptsCutBodies, "a connection lost in the middle of a body is told"),
    (.takesFirstLength, "two lengths that differ are malformed"),
    (.returnsInterim, "interim responses are passed over, with their fields"),
    (.ignoresIdleLimit, "a body that stops is told"),
    (.ignoresFirstByteLimit, "a response that does not begin in time is told"),
    (.ignoresAttemptLimit, "an attempt whose body drips ends at its limit"),
    (.acceptsShortStreams, "a stream shorter than its length fails the call"),
    (.sendsWhenCancelled, "a call of a cancelled task sends nothing"),
    (.neverLooksBeforeReuse, "bytes behind a response are no answer to the next request"),
    (.shutsDownTooEarly, "shutdown lets running calls finish if it is to"),
    (.worksAfterShutdown, "a call after shutdown is refused and sends nothing"),
    (.callsRefusedPossible, "a port that refuses is unreachable, and nothing has arrived"),
    (.goesAnywhere, "plain http goes to this machine only"),
    (.hasNoHeadLimit, "a head of 10,000 fields is too large"),
    (.inventsCredentials, "a 401 is returned, and no credential is invented"),
    (.losesRepeatedFields, "repeated fields come through in their order"),
    (.opensStreamsTwice, "a stream arrives whole, with its length if that is known"),
    (.swallowsReceiverErrors, "what the receiver throws comes out, and the transfer is over"),
  ]

  @Test(arguments: bites)
  func `a planted bug is found`(bug: PlantedBug, name: String) async throws {
    let promise = try #require(ContractNaiveTests.contract([bug]).case(named: name))
    await #expect(throws: ContractViolation.self) { try await promise.run() }
  }

  @Test func `a transport that believes the environment's proxies is found`() async {
    // In a process of its own: the environment belongs to all of one.
    await #expect(processExitsWith: .success) {
      TransportContract.nameDeadProxy()
      let name = "the environment's proxies are not used"
      for bugs in [[], [PlantedBug.usesProxies]] as [Set<PlantedBug>] {
        let contract = TransportContract(
          environment: ContractEnvironment(clock: RealClock()), traits: [.wire, .deadProxy]
        ) { _ in NaiveTransport(bugs) }
        let promise = try #require(contract.case(named: name))
        if bugs.isEmpty {
          try await promise.run()
        } else {
          await #expect(throws: ContractViolation.self) { try await promise.run() }
        }
      }
    }
  }

  @Test func `every planted bug has a case that finds it`() {
    #expect(Set(Self.bites.map(\.0)).union([.usesProxies]) == Set(PlantedBug.allCases))
  }
}
