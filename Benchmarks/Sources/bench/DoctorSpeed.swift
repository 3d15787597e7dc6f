import Foundation
import MaruDiagnostics

/// How long reading and diagnosing a capture takes, how that grows, and how much memory it takes.
enum DoctorSpeed {
  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "maru-doctor-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let small = folder.appending(path: "10.har").path()
    let large = folder.appending(path: "100.har").path()
    _ = try CaptureInputs.write(bytes: 10_000_000, to: small)
    let entries = try CaptureInputs.write(bytes: 100_000_000, to: large)
    Report.note("\(entries) entries in 100 MB")
    let short = try (0..<5).map { _ in try diagnose(small) }
    forgetPeak()
    let long = try (0..<3).map { _ in try diagnose(large) }
    let seconds = Measurement.median(long.map(\.seconds))
    Report.result("doctor.seconds-100mb", seconds, "s")
    // A busy machine shows in the first and not in this one.
    Report.result("doctor.cpu-seconds-100mb", Measurement.median(long.map(\.cpu)), "s")
    // 1: time grows as the capture does.
    Report.result(
      "doctor.growth-10-to-100mb",
      Measurement.median(long.map(\.cpu)) / Measurement.median(short.map(\.cpu)) / 10, "x")
    if let peak = XMLParsing.residentPeak() {
      Report.result("doctor.peak-mb", Double(peak) / 1e6, "MB")
    }
  }

  private static func diagnose(_ path: String) throws -> (seconds: Double, cpu: Double) {
    let cpu = Measurement.cpuMicroseconds
    let start = ContinuousClock.now
    let capture = try Capture(contentsOf: path)
    let read = ContinuousClock.now
    let diagnosis = Diagnosis(of: capture)
    let end = ContinuousClock.now
    Report.note(
      "read in \(start.duration(to: read)), diagnosed in \(read.duration(to: end)): \(diagnosis.findings.count) findings"
    )
    return (start.duration(to: end) / .seconds(1), (Measurement.cpuMicroseconds - cpu) / 1e6)
  }

  /// Linux: what other benchmarks took before is not this one's peak.
  private static func forgetPeak() {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    try? file.write(contentsOf: Data("5".utf8))
    try? file.close()
  }
}
