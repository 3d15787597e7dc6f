#if os(Linux)
  import Foundation
  import MaruContract
  import MaruSecrets

  /// A message bus of a test's own, with a real Secret Service on it, in folders of its own.
  ///
  /// Nothing on the bus starts by itself, and nothing of the user's is read or written.
  final class DesktopSession {
    /// What is missing here; nil if a session can be started.
    static let missing: String? = {
      let absent = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"].filter {
        program(named: $0) == nil
      }
      return absent.isEmpty ? nil : "needs \(absent.joined(separator: " and "))"
    }()

    struct Failure: Error, CustomStringConvertible { let description: String }

    let folder: URL
    private var bus: SpawnedProgram?
    private var service: SpawnedProgram?

    /// Starts a bus without a service.
    init() throws {
      let path = try Self.makeFolder()
      folder = URL(filePath: path, directoryHint: .isDirectory)
      for name in ["home", "data", "cache", "config", "run"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
      // No folders of services: a second service would be started, and be locked.
      try """
      <busconfig><type>session</type><listen>unix:path=\(path)/bus</listen>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/>
      <allow own="*"/></policy></busconfig>
      """.write(to: folder.appending(path: "bus.conf"), atomically: true, encoding: .utf8)
      try startBus()
    }

    deinit {
      stopService()
      stopBus()
      try? FileManager.default.removeItem(at: folder)
    }

    /// The variables of the session, and no other.
    var environment: [String: String] {
      let path = folder.path(percentEncoded: false)
      return [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        "HOME": path + "home", "XDG_DATA_HOME": path + "data", "XDG_CACHE_HOME": path + "cache",
        "XDG_CONFIG_HOME": path + "config", "XDG_RUNTIME_DIR": path + "run",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)bus",
      ]
    }

    func store(limit: Duration = .seconds(30)) -> SecretServiceStore {
      SecretServiceStore(environment: environment, callLimit: limit)
    }

    func startBus() throws {
      let configuration = folder.appending(path: "bus.conf").path(percentEncoded: false)
      let bus = try start(
        "dbus-daemon",
        ["--nofork", "--nopidfile", "--print-address=1", "--config-file=\(configuration)"])
      self.bus = bus
      // It prints its address once it listens.
      if bus.readOutput(onlyFirstLine: true).isEmpty {
        throw Failure(description: "dbus-daemon has not started")
      }
    }

    /// The password that the collection is made with.
    private static let password = "a password of tests"

    /// Starts the service; without the password its collection stays locked.
    func startService(
      password: String? = password, isolation: isolated (any Actor)? = #isolation
    ) async throws {
      let control = folder.appending(path: "run/keyring").path(percentEncoded: false)
      service = try start(
        "gnome-keyring-daemon",
        ["--foreground", "--components=secrets", "--control-directory=\(control)"]
          + (password == nil ? [] : ["--unlock"]), input: password ?? "")
      if let service { ServiceCrashes.watch(service.pid) }
      try await untilItAnswers(isUnlocked: password == Self.password)
    }

    private func start(
      _ name: String, _ arguments: [String], input: String = ""
    ) throws -> SpawnedProgram {
      guard let file = Self.program(named: name) else {
        throw Failure(description: "\(name) is not installed")
      }
      return try SpawnedProgram(
        file.path(percentEncoded: false), arguments, environment: environment,
        input: Array(input.utf8))
    }

    private func untilItAnswers(
      isUnlocked: Bool, isolation: isolated (any Actor)? = #isolation
    ) async throws {
      let key = try SecretKey("probe", in: SecretNamespace("maru.tests.start"))
      for _ in 0..<600 {
        do throws(SecretStoreError) {
          // It answers before it has the collection that new items go to.
          if isUnlocked {
            try await store().write(Sensitive([1]), for: key)
            try await store().delete(key)
          } else {
            _ = try await store().readIfPresent(key)
          }
          return
        } catch {
          if error.code != .unavailable, error.code != .locked || !isUnlocked { return }
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      throw Failure(description: "gnome-keyring-daemon has not started")
    }

    /// Ends the service as the system ends processes: at once.
    func stopService() {
      if let service { ServiceCrashes.leave(service.pid) }
      service = nil
    }

    /// Ends the bus in the same way, and takes its socket's name away.
    func stopBus() {
      bus = nil
      try? FileManager.default.removeItem(at: folder.appending(path: "bus"))
    }

    var hasBus: Bool { bus != nil }

    /// Holds the service, or lets it go on.
    func signalService(_ signal: Int32) { service?.signal(signal) }

    /// What another program prints, run in this session.
    func output(of program: String, _ arguments: [String]) throws -> String {
      try start(program, arguments).readOutput()
    }

    /// A new folder with a short path: a socket's has room for 107 characters.
    ///
    /// In memory where that can be: the service flushes its file at each write, which takes as long as a
    /// disk that others write to.
    static func makeFolder() throws -> String {
      let place = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
      var template = Array("\(place)/maru-desktop-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw Failure(description: "no folder: \(errno)") }
      return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }

    static func program(named name: String) -> URL? {
      let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return folders.split(separator: ":").map { URL(filePath: String($0)).appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
    }
  }
#endif
