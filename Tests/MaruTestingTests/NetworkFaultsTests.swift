import MaruTesting
import Testing

@Suite struct NetworkFaultsTests {
  @Test func `what is not named goes well`() {
    #expect(NetworkFaults() == .none)
    var faults = NetworkFaults.none
    faults.stall = 7
    faults.latency = 1...2
    #expect(NetworkFaults(stall: 7, latency: 1...2) == faults)
  }
}
