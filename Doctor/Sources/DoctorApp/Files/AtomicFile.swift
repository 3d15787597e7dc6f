internal import Foundation

/// Files that are whole or not there.
enum AtomicFile {
  /// Writes beside the place and then moves it there, readable for this user only.
  ///
  /// - Throws: ``ProgramFailure`` if it can't be written; what was there stays then.
  static func write(_ bytes: [UInt8], to path: String) throws(ProgramFailure) {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent()
    let part = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString).part")
    let created = open(
      part.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard created >= 0 else { throw failure(path) }
    let handle = FileHandle(fileDescriptor: created, closeOnDealloc: false)
    do {
      try handle.write(contentsOf: Data(bytes))
      try handle.synchronize()
      try handle.close()
    } catch {
      unlink(part.path(percentEncoded: false))
      throw failure(path)
    }
    guard rename(part.path(percentEncoded: false), url.path(percentEncoded: false)) == 0 else {
      unlink(part.path(percentEncoded: false))
      throw failure(path)
    }
  }

  /// Refuses an output that is one of the inputs, by whatever link.
  ///
  /// - Throws: ``ProgramFailure`` if it is.
  static func refuse(_ output: String, overwriting inputs: [String]) throws(ProgramFailure) {
    guard output != "-" else { return }
    for input in inputs where input != "-" && isSameFile(input, output) {
      throw ProgramFailure("\(output) is the file itself: name another one to write")
    }
  }

  /// Whether two paths lead to one file, by whatever links.
  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    func identity(_ path: String) -> [UInt64]? {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
    guard let first = identity(one), let second = identity(other) else { return false }
    return first == second
  }

  private static func failure(_ path: String) -> ProgramFailure {
    ProgramFailure("\(path) can't be written: \(String(cString: strerror(errno)))")
  }
}
