#if os(Linux)
  import Glibc

  /// A program that a test runs: it gets no descriptor of ours but its own three, so that it keeps
  /// nothing of another test's open.
  final class SpawnedProgram {
    struct Failure: Error { let status: Int32 }

    private(set) var pid: pid_t
    private let output: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: the program's file.
    ///   - environment: its variables, and no other.
    ///   - input: what it reads; little enough for a pipe.
    init(
      _ path: String, _ arguments: [String], environment: [String: String], input: [UInt8] = []
    ) throws {
      var toIt: [Int32] = [-1, -1]
      var fromIt: [Int32] = [-1, -1]
      guard pipe(&toIt) == 0, pipe(&fromIt) == 0 else { throw Failure(status: errno) }
      for end in toIt + fromIt { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, toIt[0], 0)
      posix_spawn_file_actions_adddup2(&actions, fromIt[1], 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      // Closing one that is not open is no error here.
      for descriptor in 3..<Int32(1024) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }

      var words = ([path] + arguments).map { strdup($0) } + [nil]
      var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in words + variables { free(text) } }
      var pid = pid_t()
      let status = posix_spawn(&pid, path, &actions, nil, &words, &variables)
      close(toIt[0])
      close(fromIt[1])
      self.pid = pid
      output = fromIt[0]
      _ = input.withUnsafeBytes { write(toIt[1], $0.baseAddress, $0.count) }
      close(toIt[1])
      guard status == 0 else {
        self.pid = 0
        throw Failure(status: status)
      }
    }

    /// Reads what it prints: up to the first line's end, or all until it ends.
    func readOutput(onlyFirstLine: Bool = false) -> String {
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      while true {
        let count = read(output, &byte, 1)
        if count < 0 && errno == EINTR { continue }
        guard count == 1 else { break }
        bytes.append(byte)
        if onlyFirstLine, byte == UInt8(ascii: "\n") { break }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends a signal, unless it was waited for.
    func signal(_ number: Int32) {
      if pid > 0 { _ = kill(pid, number) }
    }

    /// Waits for its end; what `waitpid` says, 0 if it ended well.
    @discardableResult func end() -> Int32 {
      guard pid > 0 else { return 0 }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      pid = 0
      return status
    }

    deinit {
      signal(SIGKILL)
      end()
      close(output)
    }
  }
#endif
