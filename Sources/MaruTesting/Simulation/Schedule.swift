/// What happens in a world otherwise than at random: which ready job runs when, which draws are as
/// the seed has them, and how large a scenario is.
///
/// It has a text, so that a failed test can print it and a later run can take it:
/// `jobs=57:3,61:1/draws=12,40-44/size=4`. What is left out is as the seed says.
public struct Schedule: Hashable, Sendable {
  /// At which step which ready job runs, counted from the oldest, which is 0; at all other steps the
  /// oldest runs. Nil: the seed draws.
  public var jobs: [Int: Int]?
  /// Which draws of ``SimulatedWorld/random`` are as the seed has them, in their order from 0; all
  /// others are calm: the least of a range, and nothing happens. Nil: all are the seed's.
  public var draws: Set<Int>?
  /// What ``SimulatedWorld/size(_:)`` gives at most. Nil: the greatest of its range.
  public var size: Int?

  /// Everything as the seed says, but for what is given.
  public init(jobs: [Int: Int]? = nil, draws: Set<Int>? = nil, size: Int? = nil) {
    self.jobs = jobs
    self.draws = draws
    self.size = size
  }

  /// How many choices it makes: jobs that run out of their turn, and draws.
  public var choices: Int { (jobs?.count ?? 0) + (draws?.count ?? 0) }
}

extension Schedule: LosslessStringConvertible {
  /// Its text; `seeded` if everything is as the seed says.
  public var description: String {
    var parts: [String] = []
    if let jobs {
      let pairs = jobs.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
      parts.append("jobs=" + pairs.joined(separator: ","))
    }
    if let draws { parts.append("draws=" + Self.ranges(of: draws)) }
    if let size { parts.append("size=\(size)") }
    return parts.isEmpty ? "seeded" : parts.joined(separator: "/")
  }

  /// Reads a text; nil if it is not one.
  public init?(_ description: String) {
    self.init()
    guard description != "seeded" else { return }
    for part in description.split(separator: "/", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let values = part[part.index(after: equals)...].split(separator: ",")
      switch part[..<equals] {
      case "jobs" where jobs == nil:
        guard let read = Self.jobs(values) else { return nil }
        jobs = read
      case "draws" where draws == nil:
        guard let read = Self.draws(values) else { return nil }
        draws = read
      case "size" where size == nil:
        guard values.count == 1, let read = Self.number(values[0]) else { return nil }
        size = read
      default: return nil
      }
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard let number = Int(text), number >= 0 else { return nil }
    return number
  }

  private static func jobs(_ values: [Substring]) -> [Int: Int]? {
    var jobs: [Int: Int] = [:]
    for value in values {
      let pair = value.split(separator: ":", omittingEmptySubsequences: false).map(number)
      guard pair.count == 2, let step = pair[0], let index = pair[1] else { return nil }
      jobs[step] = index
    }
    return jobs
  }

  private static func draws(_ values: [Substring]) -> Set<Int>? {
    var draws: Set<Int> = []
    for value in values {
      let ends = value.split(separator: "-", omittingEmptySubsequences: false).map(number)
      guard let first = ends[0], let last = ends.count == 1 ? first : ends[1], ends.count <= 2,
        // A range of a mistyped text must not fill the memory.
        first <= last, last - first < 1_000_000
      else { return nil }
      draws.formUnion(first...last)
    }
    return draws
  }

  private static func ranges(of draws: Set<Int>) -> String {
    var ranges: [ClosedRange<Int>] = []
    for draw in draws.sorted() {
      if let last = ranges.last, last.upperBound + 1 == draw {
        ranges[ranges.count - 1] = last.lowerBound...draw
      } else {
        ranges.append(draw...draw)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
