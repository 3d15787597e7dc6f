import Foundation

/// How many worlds laws are tried in: `MARU_SEEDS`.
let seedCount = ProcessInfo.processInfo.environment["MARU_SEEDS"].flatMap { UInt64($0) } ?? 2_000
