import Foundation
import MaruContract
import MaruSystem
import Testing

@Suite struct PinTests {
  private static func pin(_ byte: UInt8) -> PublicKeyPin {
    do {
      return try PublicKeyPin(sha256: [UInt8](repeating: byte, count: 32))
    } catch {
      fatalError("32 bytes are a pin")
    }
  }
  private static let (one, two, other) = (pin(1), pin(2), pin(3))
  private struct Today: WallClock {
    let date: Date
    func now() -> Date { date }
  }

  private static let end = Date(timeIntervalSince1970: 1_000_000)

  private static func rule(
    _ hosts: PinRule.Hosts, _ pins: [PublicKeyPin] = [one, two], _ mode: PinRule.Mode = .enforcing
  ) throws -> PinRule { try PinRule(for: hosts, pins: pins, until: end, mode: mode) }

  struct Row: Sendable, CustomStringConvertible {
    var description: String
    var host = "api.example.com"
    var keys: [PublicKeyPin]
    var secondsLeft = 1.0
    var isReleased = false
    var decision: PinPolicy.Decision
  }

  static let rows = [
    Row(description: "the server's key", keys: [one], decision: .accepted),
    Row(description: "the reserve", keys: [two], decision: .accepted),
    Row(description: "an issuer's key", keys: [other, two], decision: .accepted),
    Row(description: "another key", keys: [other], decision: .refused),
    Row(description: "no key", keys: [], decision: .refused),
    Row(description: "in capitals", host: "API.Example.COM", keys: [other], decision: .refused),
    Row(description: "with a dot", host: "api.example.com.", keys: [other], decision: .refused),
    Row(description: "at the end", keys: [other], secondsLeft: 0, decision: .expired),
    Row(description: "a second before", keys: [other], secondsLeft: 1, decision: .refused),
    Row(description: "released", keys: [other], isReleased: true, decision: .released),
    Row(description: "below one", host: "a.api.example.com", keys: [other], decision: .notPinned),
    Row(description: "beside one", host: "xapi.example.com", keys: [other], decision: .notPinned),
    Row(description: "a domain", host: "example.org", keys: [other], decision: .refused),
    Row(description: "below it", host: "a.b.example.org", keys: [other], decision: .refused),
    Row(description: "alike", host: "badexample.org", keys: [other], decision: .notPinned),
    Row(description: "closer", host: "x.try.example.org", keys: [other], decision: .reported),
    Row(description: "closer, good", host: "x.try.example.org", keys: [two], decision: .accepted),
    Row(description: "closest", host: "in.try.example.org", keys: [one], decision: .refused),
  ]

  @Test(arguments: rows)
  func `a server is decided about by its keys, the date and the closest rule`(
    _ row: Row
  ) throws {
    let rules = [
      try Self.rule(.domain("example.org")), try Self.rule(.exactly("api.example.com")),
      try Self.rule(.domain("try.example.org"), [Self.one, Self.two], .reportOnly),
      try Self.rule(.exactly("in.try.example.org"), [Self.two, Self.other]),
    ]
    for rules in [rules, rules.reversed()] {
      let decision = PinPolicy.decide(
        rules, host: row.host, keys: row.keys, now: Self.end - row.secondsLeft,
        isReleased: row.isReleased)
      #expect(decision == row.decision)
    }
  }

  @Test func `one pin alone is refused, the same one twice too`() {
    for pins in [[], [Self.one], [Self.one, Self.one]] {
      #expect(throws: PinProblem.noBackup) { try Self.rule(.exactly("example.com"), pins) }
    }
  }

  @Test(arguments: [
    "", ".", "https://example.com", "example.com:443", "a/b", "*.example.com", "x.",
  ])
  func `what is no host's name can't be pinned`(_ name: String) {
    #expect(throws: PinProblem.notAHost) { try Self.rule(.exactly(name)) }
    #expect(throws: PinProblem.notAHost) { try Self.rule(.domain(name)) }
  }

  @Test(arguments: ["", "AAAA", "not base64", String(repeating: "A", count: 44)])
  func `what is no SHA-256 is no pin`(_ text: String) {
    #expect(throws: PinProblem.notAHash) { try PublicKeyPin(base64: text) }
  }

  @Test func `a pin is spelt in one way`() throws {
    let pin = try PublicKeyPin(base64: Self.one.base64)
    #expect(pin == Self.one)
    #expect(pin.base64 == "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")
  }

  @Test func `two rules for the same hosts are refused`() throws {
    let rule = try Self.rule(.exactly("example.com"))
    let again = try Self.rule(.exactly("Example.com"), [Self.two, Self.other])
    #expect(throws: PinProblem.saidTwice) {
      try PinPolicy([rule, again], wallClock: Today(date: Self.end)) {
        false
      } report: { _ in
      }
    }
  }

  @Test func `what is not pinned is reported, and nothing else`() throws {
    let (reports, isReleased) = (Locked<[PinPolicy.Report]>([]), Locked(false))
    let rule = try Self.rule(.exactly("example.com"))
    let policy = try PinPolicy([rule], wallClock: Today(date: Self.end - 10)) {
      isReleased.withLock { $0 }
    } report: { report in
      reports.withLock { $0.append(report) }
    }
    #expect(policy.decide(host: "example.com", keys: [Self.two]) == .accepted)
    #expect(policy.decide(host: "example.net", keys: [Self.other]) == .notPinned)
    #expect(reports.withLock { $0.isEmpty })
    #expect(policy.decide(host: "example.com", keys: [Self.other]) == .refused)
    #expect(reports.withLock { $0.map(\.keys) } == [[Self.other]])
    #expect(policy.rule(for: "example.com") != nil)
    isReleased.withLock { $0 = true }
    #expect(policy.decide(host: "example.com", keys: [Self.other]) == .released)
    #expect(policy.rule(for: "example.com") == nil)
    #expect(reports.withLock { $0.count } == 1)
  }
}
