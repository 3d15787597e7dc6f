internal import MaruContract
internal import MaruSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder's path and a file's name, and a thread to use them on.
struct SecretFilePlace: Sendable {
  let folder: String
  let name: String

  /// Takes apart an absolute path.
  ///
  /// - Throws: `failed` for any other: what a relative one means changes with the process's folder.
  init(_ path: String) throws(SecretStoreError) {
    let bytes = path.utf8
    guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0),
      let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    else { throw SecretStoreError(.failed, reason: "expected an absolute path, found another") }
    name = String(path[bytes.index(after: slash)...])
    folder = slash == bytes.startIndex ? "/" : String(path[..<slash])
    // What stands beside the file has its name and up to 5 more bytes, and may have 255.
    guard !["", ".", ".."].contains(name), name.utf8.count <= 250 else {
      throw SecretStoreError(.failed, reason: "expected the path of a file, found another")
    }
  }

  /// Opens the folder, and looks at who can write in it.
  func openFolder() throws(SecretStoreError) -> PrivateFolder {
    do throws(PrivateFolder.Failure) {
      return try PrivateFolder.open(folder)
    } catch {
      throw SecretStoreError(error, what: "the file's folder")
    }
  }

  /// Runs work that waits for a disk or a lock on a thread of its own; cancelling does not end it.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (SecretFilePlace) throws(SecretStoreError) -> Value
  ) async throws(SecretStoreError) -> Value {
    let result = Locked<Result<Value, SecretStoreError>?>(nil)
    await BlockingWork.run {
      let found = Result { () throws(SecretStoreError) in try work(self) }
      result.withLock { $0 = found }
    }
    guard let found = result.withLock({ $0 }) else {
      preconditionFailure("work that has returned has a result")
    }
    return try found.get()
  }
}

extension SecretStoreError {
  /// What a folder or file said no to, without its name.
  init(_ failure: PrivateFolder.Failure, what: String) {
    switch failure {
    case .system(let failure): self.init(failure, what: what)
    case .insecure(let reason):
      self.init(
        .insecure,
        reason: "expected \(what) to be this user's and closed to others, found \(reason.rawValue)")
    }
  }

  private init(_ failure: SystemFile.Failure, what: String) {
    let (code, found): (Code, String) =
      switch failure.number {
      case ENOSPC, EDQUOT, EFBIG: (.full, "that the disk, or the user's share of it, is full")
      case EACCES, EPERM, EROFS: (.denied, "that it is not permitted")
      case ENOENT, ENOTDIR: (.unavailable, "none")
      case EMFILE, ENFILE, ENOMEM: (.unavailable, "that the system has no more open files to give")
      default: (.failed, "that the file system has failed")
      }
    self.init(code, reason: "expected \(what), found \(found)", systemCode: Int(failure.number))
  }
}
