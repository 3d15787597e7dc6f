import Foundation

/// Python's readers, where they are at hand.
enum Python {
  static func has(_ module: String) -> Bool { (try? run("import \(module)")) == "" }

  /// What a script says on either stream.
  static func run(_ script: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self) + (process.terminationStatus == 0 ? "" : "failed")
  }
}
