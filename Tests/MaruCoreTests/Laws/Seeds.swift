import Foundation
import MaruTesting

/// The worlds that this program is told to try the laws in.
let seeds = LawSeeds(environment: ProcessInfo.processInfo.environment)
