import MaruContract
import Testing

@Suite struct `A monotonic instant` {
  @Test func `moves by a duration and tells it again`() {
    let start = MonotonicInstant(nanoseconds: 5)
    let later = start.advanced(by: .milliseconds(2))
    #expect(later.nanoseconds == 2_000_005)
    #expect(start.duration(to: later) == .milliseconds(2))
    #expect(later.duration(to: start) == .milliseconds(-2))
    #expect(start < later && later > start)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(10_000_000_000), .nanoseconds(Int64.max)])
  func `stops at the last moment that can be told`(duration: Duration) {
    let one = MonotonicInstant(nanoseconds: 1)
    #expect(one.advanced(by: duration).nanoseconds == .max)
    #expect(MonotonicInstant(nanoseconds: .max).advanced(by: duration).nanoseconds == .max)
  }

  @Test func `stops at the first moment that can be told`() {
    let start = MonotonicInstant(nanoseconds: -2)
    #expect(start.advanced(by: .seconds(Int64.min)).nanoseconds == .min)
    #expect(start.advanced(by: .nanoseconds(Int64.min)).nanoseconds == .min)
  }

  @Test func `is as far from another as can be without overflow`() {
    let first = MonotonicInstant(nanoseconds: .min)
    let last = MonotonicInstant(nanoseconds: .max)
    #expect(first.duration(to: last) == Duration.nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(last.duration(to: first) < .zero)
  }

  static let counted: [(Duration, Int64)] = [
    (.seconds(1), 1_000_000_000), (.nanoseconds(-1), -1), (.zero, 0), (.seconds(Int64.max), .max),
    (.seconds(Int64.min), .min), (.nanoseconds(Int64.max), .max),
    (.milliseconds(-1500), -1_500_000_000),
    (Duration(secondsComponent: 0, attosecondsComponent: 999), 0),
  ]

  @Test(arguments: counted)
  func `counts a duration in whole nanoseconds`(duration: Duration, nanoseconds: Int64) {
    #expect(duration.wholeNanoseconds == nanoseconds)
  }

  private struct Fixed: RandomSource {
    var bits: UInt64
    func next() -> UInt64 { bits }
  }

  @Test func `is jittered between nothing and the limit`() {
    for limit in [Duration.zero, .nanoseconds(1), .seconds(30), .seconds(Int64.max)] {
      #expect(Fixed(bits: 0).duration(upTo: limit) == .zero)
      let most = Fixed(bits: .max).duration(upTo: limit)
      #expect(most == .nanoseconds(limit.wholeNanoseconds))
    }
    #expect(Fixed(bits: .max).duration(upTo: .seconds(-1)) == .zero)
    #expect(Fixed(bits: 1 << 63).duration(upTo: .seconds(2)) == .seconds(1))
  }
}
