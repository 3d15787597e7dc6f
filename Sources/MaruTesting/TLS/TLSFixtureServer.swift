public import MaruHTTP
internal import MaruSystem

/// A TLS server on a loopback port of its own, run by the `openssl` command.
public final class TLSFixtureServer: Sendable {
  /// What a server speaks.
  public enum Version: Sendable, Hashable, CaseIterable {
    /// What both sides can, as the command comes.
    case any
    /// TLS 1.1 only, which RFC 8996 forbids to use.
    case only1point1
    /// TLS 1.2 only.
    case only1point2
    /// TLS 1.3 only.
    case only1point3

    var arguments: [String] {
      switch self {
      case .any: []
      // The library refuses the old versions' signatures at its usual level of security.
      case .only1point1: ["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"]
      case .only1point2: ["-tls1_2"]
      case .only1point3: ["-tls1_3"]
      }
    }
  }

  /// The port that it listens on.
  public let port: Int
  private let program: ChildProgram
  private let drain: SystemThread?
  private let isOver = PeerMonitor(false)
  /// Its files are there as long as the server is.
  private let fixtures: TLSFixtures

  init(_ arguments: [String], keeping fixtures: TLSFixtures) throws(TLSFixtureFailure) {
    guard let program = ChildProgram(arguments) else {
      throw TLSFixtureFailure.missing(arguments[0])
    }
    self.program = program
    self.fixtures = fixtures
    // The command prints "ACCEPT 127.0.0.1:41234" once it listens.
    let output = program.readOutput { Self.port(in: $0) != nil }
    guard let port = Self.port(in: output) else {
      program.end()
      throw TLSFixtureFailure(
        description: "'openssl s_server' told no port (OpenSSL 1.1.1 or later does): \(output)")
    }
    self.port = port
    // It prints on about every connection, and would wait if nobody read that.
    drain = SystemThread.start { _ = program.readOutput { _ in false } }
  }

  private static func port(in output: String) -> Int? {
    for line in output.split(separator: "\n").dropLast(output.hasSuffix("\n") ? 0 : 1)
    where line.hasPrefix("ACCEPT") {
      return line.split(separator: ":").last.flatMap { Int($0) }
    }
    return nil
  }

  /// The address of its page.
  ///
  /// - Parameter host: 127.0.0.1 or `localhost`.
  public func url(host: String = "127.0.0.1") -> RequestURL {
    RequestURL(origin: Origin(scheme: .https, host: host, port: port), target: "/")
  }

  /// Ends the server; returns once it is gone. May be called again.
  public func stop() {
    let isFirst = isOver.update { isOver in
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return }
    program.kill()
    drain?.join()
    program.end()
  }

  deinit { stop() }
}
