import Foundation

/// The program as it was built beside the tests.
enum MaruProgram {
  private final class Marker {}

  static let url: URL = {
    // On Linux the tests' bundle is a program of its own; on macOS it lies inside a bundle.
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    return folder.appending(path: "maru")
  }()
}
