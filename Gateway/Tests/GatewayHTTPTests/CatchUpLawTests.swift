import Foundation
import GatewayHTTP
import MaruTesting
import Testing

/// A stream that catches up with a table while others write, and a feed that publishes behind them.
struct HandoverWorld {
  /// What could be done wrong, so that the law is seen to notice.
  enum Mistake: CaseIterable {
    case horizonIsAskedLate, followsBlindly, takesEverything, ticketIsTakenLate, forgetsTheHorizon
  }

  private enum Step {
    case ticket, opening, horizon, page, follow, following
  }

  private var random: SplitMix64
  private let mistake: Mistake?
  /// Whether each change, by its place from 1, is the stream's user's.
  private var table: [Bool] = []
  private var hasTicket = false
  private var fed = 0
  private var batches: [(place: Int, mine: [Int])] = []
  private var published = Int64.min
  private var step = Step.ticket
  private var start = 0
  private var isNew = true
  private var horizon: Int64 = 0
  private var catchUp = CatchUp(behind: 0)
  private(set) var got: [Int] = []

  init(seed: UInt64, mistake: Mistake?) {
    random = SplitMix64(seed: seed)
    self.mistake = mistake
    if mistake == .ticketIsTakenLate { step = .opening }
  }

  var expected: [Int] { table.indices.map { $0 + 1 }.filter { table[$0 - 1] && $0 > start } }

  /// Some life in a random order; then nobody writes any more, and everything comes to rest.
  mutating func live() -> Bool {
    for _ in 0..<Int.random(in: 5...60, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: table.append(Bool.random(using: &random))
      case 1: feed()
      case 2: deliver()
      default: streamStep()
      }
    }
    for _ in 0..<500 {
      feed()
      deliver()
      streamStep()
      if step == .following, fed == table.count, batches.isEmpty { return true }
    }
    return false
  }

  private mutating func feed() {
    let page = fed..<min(table.count, fed + 3)
    guard let last = page.last else { return }
    batches.append((last + 1, hasTicket ? page.map { $0 + 1 }.filter { table[$0 - 1] } : []))
    fed = last + 1
  }

  private mutating func deliver() {
    guard !batches.isEmpty else { return }
    let batch = batches.removeFirst()
    published = Int64(batch.place)
    guard step == .following else { return }
    for place in batch.mine where catchUp.takes(Int64(place)) || mistake == .takesEverything {
      got.append(place)
    }
  }

  private mutating func streamStep() {
    switch step {
    case .ticket:
      hasTicket = true
      step = mistake != .ticketIsTakenLate ? .opening : isNew ? .follow : .horizon
    case .opening:
      isNew = Bool.random(using: &random)
      start = isNew ? table.count : Int.random(in: 0...table.count, using: &random)
      catchUp = CatchUp(behind: Int64(start))
      step = mistake == .ticketIsTakenLate ? .ticket : isNew ? .follow : .horizon
    case .horizon:
      if mistake != .horizonIsAskedLate { horizon = Int64(table.count) }
      step = .page
    case .page where mistake == .horizonIsAskedLate && horizon < 0:
      // The second half of a reading whose horizon is asked for behind it.
      read(isSplit: true)
    case .page: read(isSplit: false)
    case .follow:
      let may = catchUp.mayFollow(published: published)
      step = may || mistake == .followsBlindly ? .following : .horizon
    case .following: break
    }
  }

  private var pending: (last: Int?, isWhole: Bool) = (nil, true)

  private mutating func read(isSplit: Bool) {
    if !isSplit {
      let page = table.indices.map { $0 + 1 }.filter { table[$0 - 1] && $0 > catchUp.place }
        .prefix(2)
      got += page
      pending = (page.last, page.count < 2)
      if mistake == .horizonIsAskedLate {
        horizon = -1
        return
      }
    } else {
      horizon = Int64(table.count)
    }
    catchUp.read(
      horizon: mistake == .forgetsTheHorizon ? 0 : horizon, last: pending.last.map(Int64.init),
      isWhole: pending.isWhole)
    step = pending.isWhole ? .follow : .horizon
  }
}

@Suite struct CatchUpLawTests {
  private static func breaks(_ seed: UInt64, _ mistake: HandoverWorld.Mistake?) -> Bool {
    var world = HandoverWorld(seed: seed, mistake: mistake)
    let rests = world.live()
    return !rests || world.got != world.expected
  }

  @Test func `a stream gets everything once and in order, whoever writes meanwhile`() {
    for seed in 0..<seedCount {
      #expect(!Self.breaks(seed, nil), "seed \(seed)")
    }
  }

  @Test(arguments: HandoverWorld.Mistake.allCases)
  func `each mistake that could be made is noticed`(_ mistake: HandoverWorld.Mistake) {
    #expect((0..<seedCount).contains { Self.breaks($0, mistake) })
  }
}

@Suite struct StreamPatienceTests {
  private let terms = StreamTerms(
    heartbeat: [58, 10, 10], heartbeatInterval: .seconds(10), maximumQueuedBytes: 1000)

  @Test func `a silent stream gets a heartbeat, a busy one none`() {
    var patience = StreamPatience(terms, now: .zero)
    #expect(patience.look(queued: 0, total: 0, at: .seconds(9)) == .nothing)
    #expect(patience.look(queued: 0, total: 0, at: .seconds(10)) == .sendHeartbeat)
    patience.sentSlowly(at: .seconds(10))
    #expect(patience.look(queued: 0, total: 3, at: .seconds(19)) == .nothing)
    #expect(patience.sent(queued: 0, at: .seconds(19)) == .nothing)
    #expect(patience.look(queued: 0, total: 9, at: .seconds(28)) == .nothing)
  }

  @Test func `a client for whom too much waits is let go`() {
    var patience = StreamPatience(terms, now: .zero)
    #expect(patience.sent(queued: 1000, at: .zero) == .nothing)
    #expect(patience.sent(queued: 1001, at: .zero) == .letGo)
    #expect(patience.hasRoom(queued: 500))
    #expect(!patience.hasRoom(queued: 501))
  }

  @Test func `a client that takes nothing is let go after two heartbeats, a slow one is not`() {
    var patience = StreamPatience(terms, now: .zero)
    for second in 1...20 {
      patience.sentSlowly(at: .seconds(second))
      #expect(patience.look(queued: 100, total: 100, at: .seconds(second)) == .nothing)
    }
    #expect(patience.look(queued: 100, total: 100, at: .seconds(21)) == .letGo)
    var slow = StreamPatience(terms, now: .zero)
    for second in 1...100 {
      slow.sentSlowly(at: .seconds(second))
      // As much comes as goes.
      #expect(slow.look(queued: 100, total: 100 + second, at: .seconds(second)) == .nothing)
    }
  }
}
