#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A program that was started, found by the `PATH` of this process; what it prints can be read.
///
/// It gets no descriptor of ours but its own three, so that it keeps no connection of a test open.
/// Whoever starts one calls ``end()``.
final class ChildProgram: Sendable {
  private let pid: pid_t
  /// The reading end of what the program prints, on both of its outputs.
  private let output: Int32
  private let isOver = PeerMonitor(false)

  /// Starts a program; nil if there is none of that name.
  init?(_ arguments: [String]) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]

    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    // Closing one that is not open is no error here.
    for descriptor in 3..<Int32(1024) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // No variable of ours reaches it: nobody's configuration decides what a test sees.
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("LC_ALL=C"), nil]
    defer { free(environment[0]) }
    var pid = pid_t()
    let status = posix_spawnp(&pid, arguments[0], &actions, nil, &words, &environment)
    self.pid = pid
    close(ends[1])
    guard status == 0 else {
      close(output)
      isOver.update { $0 = true }
      return nil
    }
  }

  /// Runs a program to its end; nil if there is none of that name.
  static func run(_ arguments: [String]) -> (status: Int32, output: String)? {
    guard let program = ChildProgram(arguments) else { return nil }
    let output = program.readOutput { _ in false }
    return (program.end(isKilled: false), output)
  }

  /// Reads what it prints until that is as wanted, or the program ends.
  func readOutput(until isWanted: (String) -> Bool) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      if count > 0 { bytes += piece.prefix(count) }
      let text = String(decoding: bytes, as: UTF8.self)
      if count <= 0 || isWanted(text) { return text }
    }
  }

  /// Ends it, so that ``readOutput(until:)`` comes to its end too; ``end(isKilled:)`` must follow.
  func kill() {
    isOver.read { isOver in
      // Once it has been waited for, its number may be another program's.
      guard !isOver else { return }
      _ = signal(SIGKILL)
    }
  }

  private func signal(_ number: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.kill(pid, number)
    #elseif canImport(Glibc)
      Glibc.kill(pid, number)
    #else
      Musl.kill(pid, number)
    #endif
  }

  /// Ends it if it runs, and gives back what the system keeps of it; may be called again.
  ///
  /// - Returns: what `waitpid` says; 0 if it ended well.
  @discardableResult
  func end(isKilled: Bool = true) -> Int32 {
    let isFirst = isOver.update { isOver in
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return 0 }
    if isKilled { _ = signal(SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    close(output)
    return status
  }

  deinit { end() }
}
