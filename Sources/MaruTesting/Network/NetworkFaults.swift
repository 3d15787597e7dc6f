/// How often a fake network fails, in percent of the requests; each fault is drawn by itself.
public struct NetworkFaults: Sendable, Hashable {
  /// There is no connection.
  public var unreachable = 0
  /// The connection ends before the server has the request.
  public var dropBeforeSend = 0
  /// The server does its work, and the answer is lost.
  public var dropAfterWork = 0
  /// Nothing more comes, until a limit ends it.
  public var stall = 0
  /// The connection is reset within the body.
  public var resetInBody = 0
  /// Bodies come in pieces of any size.
  public var split = 0
  /// How long a request and an answer are on their way, in milliseconds each.
  public var latency: ClosedRange<Int> = 0...0

  /// A network on which everything that is not named goes well and takes no time.
  public init(
    unreachable: Int = 0, dropBeforeSend: Int = 0, dropAfterWork: Int = 0, stall: Int = 0,
    resetInBody: Int = 0, split: Int = 0, latency: ClosedRange<Int> = 0...0
  ) {
    self.unreachable = unreachable
    self.dropBeforeSend = dropBeforeSend
    self.dropAfterWork = dropAfterWork
    self.stall = stall
    self.resetInBody = resetInBody
    self.split = split
    self.latency = latency
  }

  /// A network that never fails and takes no time.
  public static let none = NetworkFaults()

  /// A bad day: a bit of everything.
  public static let rough = NetworkFaults(
    unreachable: 6, dropBeforeSend: 4, dropAfterWork: 6, stall: 4, resetInBody: 5, split: 30,
    latency: 0...40)

  /// What happens to one request.
  enum Fault: Sendable, Hashable {
    case none, unreachable, dropBeforeSend, dropAfterWork, stall, resetInBody
  }

  func draw(from random: SeededRandom) -> Fault {
    let rates: [(Fault, Int)] = [
      (.unreachable, unreachable), (.dropBeforeSend, dropBeforeSend),
      (.dropAfterWork, dropAfterWork), (.stall, stall), (.resetInBody, resetInBody),
    ]
    guard rates.contains(where: { $0.1 > 0 }) else { return .none }
    // From the top: the least that can be drawn, which is what a calm world draws, is no fault.
    var roll = 101 - random.integer(in: 1...100)
    for (fault, percent) in rates {
      if roll <= percent { return fault }
      roll -= percent
    }
    return .none
  }
}
