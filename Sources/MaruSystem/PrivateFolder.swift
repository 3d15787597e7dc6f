#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An open folder that nobody but this process's user can change, and plain files in it.
///
/// All names are looked up in the folder that was opened and checked, also if its path is another's by
/// then. No link is followed, neither in place of the folder nor in that of a file. Every call can
/// block for as long as the disk takes.
package final class PrivateFolder: Sendable {
  /// Why a folder or a file of it can't be used.
  package enum Failure: Error, Hashable {
    /// The system said no.
    case system(SystemFile.Failure)
    /// Others can read or change it, or it is not what it should be.
    case insecure(Reason)
  }

  /// What is wrong with who can get at it.
  package enum Reason: String, Sendable, Hashable {
    case link = "a link"
    case otherOwner = "one of another user"
    case open = "one that others can get at"
    case noFile = "something that is no plain file"
  }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a folder that belongs to this user or to root, and that no other can write to.
  ///
  /// The folders above it are believed.
  package static func open(_ path: String) throws(Failure) -> PrivateFolder {
    #if canImport(Darwin)
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
      let descriptor = Darwin.open(path, flags)
    #elseif canImport(Glibc)
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
      let descriptor = Glibc.open(path, flags)
    #else
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
      let descriptor = Musl.open(path, flags)
    #endif
    guard descriptor >= 0 else {
      let number = errno
      // open(2): with O_DIRECTORY, a link is "not a folder" to some systems and a loop to others.
      let isLink = SystemFile.kind(of: path) == .other && (number == ELOOP || number == ENOTDIR)
      throw isLink ? .insecure(.link) : .system(SystemFile.Failure(number: number))
    }
    let folder = PrivateFolder(descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw last }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .insecure(.otherOwner) }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .insecure(.open) }
    return folder
  }

  /// Reads a file of this user's that nobody else can get at; nil if there is none.
  package func read(_ name: String, upTo limit: Int) throws(Failure) -> [UInt8]? {
    let descriptor = openat(
      self.descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw Self.last
    }
    let file = SystemFile(descriptor: descriptor, path: name)
    return try withExtendedLifetime(file) { () throws(Failure) in
      try Self.check(descriptor)
      do throws(SystemFile.Failure) {
        guard try file.size <= limit else { throw SystemFile.Failure.tooLarge }
        return try file.readAll()
      } catch {
        throw .system(error)
      }
    }
  }

  /// Makes a file that only this user can get at; there must be none of the name.
  package func create(_ name: String) throws(Failure) -> SystemFile {
    let descriptor = openat(
      self.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      S_IRUSR | S_IWUSR)
    guard descriptor >= 0 else { throw Self.last }
    let file = SystemFile(descriptor: descriptor, path: name)
    // The process's mask can take from the mode that was asked for.
    guard fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 else { throw Self.last }
    return file
  }

  /// Gives a file another name in one step; one that has the name is replaced.
  package func rename(_ name: String, to other: String) throws(Failure) {
    guard renameat(descriptor, name, descriptor, other) == 0 else { throw Self.last }
  }

  /// Takes a name away; nothing happens if there is none.
  package func remove(_ name: String) throws(Failure) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw Self.last }
  }

  /// Returns once the disk has the folder's names, where the file system can say so.
  package func sync() { fsync(descriptor) }

  /// Keeps out whoever else locks the same name, in this process and in others, until what it gives
  /// is let go.
  ///
  /// - Parameters:
  ///   - name: a file that stays; it is made if there is none.
  ///   - patience: how long the pauses between tries are together, at most.
  /// - Returns: nil if others had it all the time.
  package func lock(_ name: String, patience: Duration) throws(Failure) -> SystemFile? {
    var waited = Duration.zero
    var pause = Duration.milliseconds(1)
    while true {
      if let file = try tryLock(name) { return file }
      guard waited < patience else { return nil }
      var time = timespec(tv_sec: 0, tv_nsec: Int(pause.components.attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
      waited += pause
      pause = min(pause * 2, .milliseconds(16))
    }
  }

  private func tryLock(_ name: String) throws(Failure) -> SystemFile? {
    let descriptor = openat(
      self.descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
      S_IRUSR | S_IWUSR)
    guard descriptor >= 0 else { throw Self.last }
    let file = SystemFile(descriptor: descriptor, path: name)
    try Self.check(descriptor)
    // The mask of the process that made it may have taken what its next user needs.
    guard fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 else { throw Self.last }
    // flock(2): the lock belongs to what was opened, so two calls of one process exclude each other,
    // and SystemFile lets it go although a child process may have a copy of the descriptor.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK || errno == EINTR { return nil }
      throw Self.last
    }
    var ours = stat()
    var named = stat()
    guard fstat(descriptor, &ours) == 0 else { throw Self.last }
    // Somebody may have taken the file away, and another made it anew.
    guard fstatat(self.descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
      named.st_ino == ours.st_ino, named.st_dev == ours.st_dev
    else { return nil }
    return file
  }

  private static func check(_ descriptor: Int32) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw last }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .insecure(.noFile) }
    guard status.st_uid == geteuid() else { throw .insecure(.otherOwner) }
    guard status.st_mode & (S_IRWXG | S_IRWXO) == 0 else { throw .insecure(.open) }
  }

  private static var last: Failure {
    errno == ELOOP ? .insecure(.link) : .system(SystemFile.Failure(number: errno))
  }
}
