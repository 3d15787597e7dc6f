import Foundation

/// What a piece of work cost.
struct Cost {
  var perSecond: Double
  var cpuMicroseconds: Double
}

/// Times work; nothing else is asserted here.
enum Measurement {
  /// User and system time of the process so far, in microseconds.
  static var cpuMicroseconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) * 1e6 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
  }

  /// Runs `work` so many times, so many at once.
  static func run(
    _ count: Int, inFlight: Int, _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> Cost {
    let cpu = cpuMicroseconds
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<inFlight {
        group.addTask { for _ in 0..<count / inFlight { try await work() } }
      }
      try await group.waitForAll()
    }
    let done = Double(count / inFlight * inFlight)
    return Cost(
      perSecond: done / (start.duration(to: .now) / .seconds(1)),
      cpuMicroseconds: (cpuMicroseconds - cpu) / done)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// Results on standard output, a line each; all else on standard error.
enum Report {
  static func result(_ name: String, _ value: Double, _ unit: String) {
    let text = String(format: value < 10 ? "%.3f" : value < 1000 ? "%.2f" : "%.0f", value)
    print("\(name)\t\(text)\t\(unit)")
    fflush(nil)
  }

  static func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
