internal import Foundation
internal import MaruDiagnostics

/// A capture that was named on the command line.
struct CaptureFile {
  /// What it was named.
  let name: String
  let capture: Capture

  /// Reads a file, or the standard input for a dash.
  ///
  /// - Throws: ``ProgramFailure`` with the file's name, the line and the column.
  init(_ name: String, _ surroundings: Surroundings) throws(ProgramFailure) {
    let isInput = name == "-"
    self.name = isInput ? "standard input" : name
    let patience = Patience("reading \(self.name)", say: surroundings.say)
    defer { patience.end() }
    let input = isInput ? try Self.input(surroundings) : nil
    do throws(CaptureRefusal) {
      if let input {
        capture = try Capture(input)
      } else {
        capture = try Capture(contentsOf: name)
      }
    } catch {
      throw ProgramFailure("\(self.name): \(Self.reason(error, isInput ? nil : name))")
    }
  }

  private static func input(_ surroundings: Surroundings) throws(ProgramFailure) -> [UInt8] {
    do {
      return try surroundings.readInput()
    } catch {
      throw ProgramFailure("the standard input can't be read")
    }
  }

  private static func reason(_ refusal: CaptureRefusal, _ path: String?) -> String {
    guard refusal.problem == .unreadable, let path else { return refusal.description }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return "there is no such file"
    }
    return isFolder.boolValue ? "this is a folder" : "the file can't be read"
  }
}
