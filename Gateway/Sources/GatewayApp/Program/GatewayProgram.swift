internal import Foundation
internal import GatewayServer

/// The command `gateway`.
public enum GatewayProgram {
  /// Runs until a signal stops it.
  ///
  /// - Parameter arguments: without the program's name.
  public static func run(
    arguments: [String], environment: [String: String]
  ) -> ExitCode {
    TerminationSignals.block()
    do throws(ProgramFailure) {
      var settings = try Settings(arguments: arguments, environment: environment)
      if settings.showsHelp {
        print(Settings.help, terminator: "")
        return .finished
      }
      // The database and the keys are this user's only.
      umask(0o077)
      if settings.command == .migrate {
        try MigrateCommand(settings).run()
        return .finished
      }
      try fitConnections(&settings)
      let stop = Latch()
      TerminationSignals.wait(first: stop)
      let gateway = try RunningGateway(settings)
      try tellReady(gateway, settings)
      _ = stop.wait(atMost: nil)
      return gateway.stop() ? .finished : .cutShort
    } catch {
      FileHandle.standardError.write(Data("gateway: \(error)\n".utf8))
      return error.code
    }
  }

  /// Takes as many descriptors as the system allows, since each connection needs one.
  ///
  /// - Throws: ``ProgramFailure`` with `.usage` if they are too few: a server without a descriptor
  ///   left cannot even refuse a connection.
  private static func fitConnections(_ settings: inout Settings) throws(ProgramFailure) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 1 << 20)
    setrlimit(resource, &limit)
    // For those who are told 503, the database, the log and the loops.
    let reserve = 512
    let most = Int(limit.rlim_cur) - reserve
    guard settings.maximumConnections > most else { return }
    guard settings.maximumConnections == Settings().maximumConnections, most > 0 else {
      throw ProgramFailure(
        .usage,
        "--max-connections \(settings.maximumConnections) needs \(reserve) descriptors more than "
          + "that, and the system allows \(limit.rlim_cur) in all; see 'ulimit -Hn'")
    }
    // Nobody has asked for the default.
    settings.maximumConnections = most
  }

  private static func tellReady(
    _ gateway: RunningGateway, _ settings: Settings
  ) throws(ProgramFailure) {
    let line = "listening on \(gateway.address)\n"
    if settings.printsPort { FileHandle.standardOutput.write(Data(line.utf8)) }
    guard let path = settings.readyPath else { return }
    do {
      // Atomically: whoever waits for the file must not read half of it.
      try Data(line.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw ProgramFailure(.outputFailed, "cannot write the ready file '\(path)'")
    }
  }
}
