#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that is open for this process alone, and what can be done to names in a folder.
///
/// Every call can block for as long as the disk takes.
public final class SystemFile: Sendable {
  /// What the system said no to, as its own number.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The system's number (errno).
    public let number: Int32

    /// Wraps a number of the system's; for tests.
    public init(number: Int32) {
      self.number = number
    }

    /// The disk, or the user's share of it, has no room left.
    public static let full = Failure(number: ENOSPC)
    /// Something else went wrong with the disk.
    public static let broken = Failure(number: EIO)
    /// The file is larger than it may be.
    package static let tooLarge = Failure(number: EFBIG)
    /// There is a file of that name.
    public static let exists = Failure(number: EEXIST)

    /// What it means, without any name.
    public var description: String {
      switch number {
      case ENOSPC, EDQUOT: "the disk is full"
      case EFBIG: "the file is larger than the disk or the user may have"
      case EACCES, EPERM, EROFS: "the folder can't be written to"
      case ENOENT, ENOTDIR: "there is no such folder"
      case EEXIST: "there is a file of that name"
      case EISDIR, ENOTEMPTY: "there is a folder of that name"
      case EWOULDBLOCK: "another download is writing the same file"
      case ENAMETOOLONG: "the name is too long"
      case ELOOP: "the file's place is taken by a link"
      case EMFILE, ENFILE: "too many files are open"
      default: "the file system failed, number \(number)"
      }
    }
  }

  /// What a name stands for.
  public enum Kind: Hashable, Sendable {
    /// There is nothing of this name.
    case nothing
    /// A plain file.
    case file
    /// A folder.
    case folder
    /// A device, a pipe, a socket or the like.
    case other
  }

  private let descriptor: Int32
  private let path: String

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    // The lock belongs to what was opened, not to this number: a child process that is being started
    // has a copy of it until it runs its program, and closing alone would leave the file locked so long.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Opens a file, or makes one that only its user can read, and keeps every other process and
  /// download out for as long as it is open.
  ///
  /// - Throws: ``Failure``; EWOULDBLOCK if another has it.
  public static func openAlone(_ path: String) throws(Failure) -> SystemFile {
    while true {
      // No link is followed: whoever can write in the folder must not choose what is overwritten.
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR)
      guard descriptor >= 0 else { throw last }
      let file = SystemFile(descriptor: descriptor, path: path)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw last }
      var ours = stat()
      var named = stat()
      guard fstat(descriptor, &ours) == 0 else { throw last }
      guard ours.st_mode & S_IFMT == S_IFREG else { throw Failure(number: EISDIR) }
      // Between opening and locking, its last owner may have given it its final name.
      guard lstat(path, &named) == 0, named.st_ino == ours.st_ino, named.st_dev == ours.st_dev
      else { continue }
      guard ours.st_nlink > 1 else { return file }
      // It has its final name already, beside this one: only this one goes.
      guard unlink(path) == 0 else { throw last }
    }
  }

  /// How many bytes it has.
  public var size: Int {
    get throws(Failure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Self.last }
      return Int(status.st_size)
    }
  }

  /// Cuts it, or fills it with zeros, to so many bytes.
  public func truncate(to size: Int) throws(Failure) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.last }
  }

  /// All of its bytes.
  func readAll() throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: try size)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { all in
        let rest = UnsafeMutableRawBufferPointer(rebasing: all[done...])
        return pread(descriptor, rest.baseAddress, rest.count, off_t(done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.last
      }
      // Somebody has cut it meanwhile.
      if count == 0 { return Array(bytes.prefix(done)) }
      done += count
    }
    return bytes
  }

  /// Writes bytes at an offset; the system's cache takes them, not the disk.
  public func write(_ bytes: [UInt8], at offset: Int) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[done...])
        return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.last
      }
      done += count
    }
  }

  /// Returns once the disk has it. Takes as long as the disk needs.
  public func sync() throws(Failure) {
    #if canImport(Darwin)
      // On Apple's systems fsync leaves the bytes in the drive's own cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw Self.last }
  }

  /// What a name stands for; a link is ``Kind/other``.
  public static func kind(of path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .nothing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether there certainly is nothing of this name: false also where that can't be told.
  public static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  /// Gives a file another name in one step; one that has the name is replaced.
  public static func rename(_ path: String, to other: String) throws(Failure) {
    #if canImport(Darwin)
      let status = Darwin.rename(path, other)
    #elseif canImport(Glibc)
      let status = Glibc.rename(path, other)
    #else
      let status = Musl.rename(path, other)
    #endif
    guard status == 0 else { throw last }
  }

  /// Gives a file another name in one step, unless something has that name.
  ///
  /// Where the file system has no hard links, it looks first and renames then.
  public static func renameIfFree(_ path: String, to other: String) throws(Failure) {
    if link(path, other) == 0 {
      unlink(path)
      return
    }
    guard errno == EPERM || errno == ENOTSUP || errno == EOPNOTSUPP || errno == EMLINK else {
      throw last
    }
    guard kind(of: other) == .nothing else { throw .exists }
    try rename(path, to: other)
  }

  /// Takes a name away; nothing happens if there is none.
  public static func remove(_ path: String) throws(Failure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw last }
  }

  /// Returns once the disk has the folder's names, where the file system can say so.
  public static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Reads a short file; nil if it is not there, not plain, or longer than `limit`.
  public static func read(_ path: String, upTo limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = SystemFile(descriptor: descriptor, path: path)
    // It is closed with its last use, which is no earlier than here.
    return withExtendedLifetime(file) {
      guard let size = try? file.size, size <= limit else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, size, 0) }
      return count == size ? bytes : nil
    }
  }

  /// Reads the beginning of what has no size, as the files of `/proc`; nil if it can't be read.
  static func readStream(_ path: String, upTo limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = SystemFile(descriptor: descriptor, path: path)
    return withExtendedLifetime(file) {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, limit, 0) }
      return count > 0 ? Array(bytes.prefix(count)) : nil
    }
  }

  /// Writes a short file that only its user can read.
  public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
    guard descriptor >= 0 else { throw last }
    try SystemFile(descriptor: descriptor, path: path).write(bytes, at: 0)
  }

  private static var last: Failure { Failure(number: errno) }
}
