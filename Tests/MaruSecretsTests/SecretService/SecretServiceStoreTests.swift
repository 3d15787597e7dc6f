#if os(Linux)
  import Foundation
  import MaruContract
  import MaruSecrets
  import Testing

  extension SecretServiceStore {
    fileprivate func code(of key: SecretKey) async -> SecretStoreError.Code? {
      do throws(SecretStoreError) {
        _ = try await read(key)
        return nil
      } catch {
        return error.code
      }
    }

    fileprivate func codeOfWriting(_ bytes: [UInt8], for key: SecretKey) async
      -> SecretStoreError.Code?
    {
      do throws(SecretStoreError) {
        try await write(Sensitive(bytes), for: key)
        return nil
      } catch {
        return error.code
      }
    }

    fileprivate func codeOfDeleting(_ key: SecretKey) async -> SecretStoreError.Code? {
      do throws(SecretStoreError) {
        try await delete(key)
        return nil
      } catch {
        return error.code
      }
    }
  }

  private func key(_ name: String, in namespace: String = "maru.tests") throws -> SecretKey {
    try SecretKey(name, in: SecretNamespace(namespace))
  }

  /// Against gnome-keyring, on a bus of each test's own.
  @Suite(
    .enabled(
      if: DesktopSession.missing == nil, "needs dbus-daemon, dbus-send and gnome-keyring-daemon"),
    .serialized, .outlivesServiceCrashes)
  struct `The desktop's Secret Service` {
    @Test func `keeps bytes of every kind, changes them and lets them go`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      let store = session.store()
      let values: [[UInt8]] = [
        [], [0], Array(0...255), Array(repeating: 7, count: SecretLimits.maximumBytes),
      ]
      for (index, value) in values.enumerated() {
        try await store.write(Sensitive(value), for: key("a\(index)"))
        try await store.write(Sensitive(value.reversed()), for: key("one"))
        #expect(try await store.read(key("a\(index)")).value == value)
        #expect(try await store.read(key("one")).value == value.reversed())
      }
      let large = [UInt8](repeating: 1, count: SecretLimits.maximumBytes + 1)
      #expect(try await store.codeOfWriting(large, for: key("one")) == .tooLarge)
      try await store.write(Sensitive([1]), for: key("a0", in: "maru.tests.other"))
      try await store.delete(key("one"))
      try await store.delete(key("one"))
      #expect(try await store.code(of: key("one")) == .notFound)
      #expect(try await store.code(of: key("a0")) == nil)
      try await store.deleteAll(in: key("one").namespace)
      try await store.deleteAll(in: key("one").namespace)
      for index in values.indices {
        #expect(try await store.code(of: key("a\(index)")) == .notFound)
      }
      #expect(try await store.code(of: key("a0", in: "maru.tests.other")) == nil)
    }

    @Test func `has what was written also after it was killed`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      try await session.store().write(Sensitive([4, 2]), for: key("a"))
      session.stopService()
      #expect(try await session.store(limit: .seconds(5)).code(of: key("a")) == .unavailable)
      try await session.startService()
      #expect(try await session.store().read(key("a")).value == [4, 2])
    }

    @Test func `says that it is locked, and never that there is nothing`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      let store = session.store()
      try await store.write(Sensitive([1]), for: key("a"))
      session.stopService()
      try await session.startService(password: nil)
      for name in ["a", "never written"].map({ $0.replacing(" ", with: "-") }) {
        #expect(try await store.code(of: key(name)) == .locked)
        #expect(try await store.codeOfWriting([2], for: key(name)) == .locked)
        #expect(try await store.codeOfDeleting(key(name)) == .locked)
      }
      await #expect(throws: SecretStoreError(.locked, reason: "")) {
        try await store.deleteAll(in: key("a").namespace)
      }
      // The wrong password unlocks nothing.
      session.stopService()
      try await session.startService(password: "another")
      #expect(try await store.code(of: key("a")) == .locked)
      session.stopService()
      try await session.startService()
      #expect(try await store.read(key("a")).value == [1])
      #expect(try await store.code(of: key("never-written")) == .notFound)
    }

    @Test func `that does not answer is not available, and is asked again later`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      try await session.store().write(Sensitive([1]), for: key("a"))
      session.signalService(SIGSTOP)
      let impatient = session.store(limit: .milliseconds(200))
      #expect(try await impatient.code(of: key("a")) == .unavailable)
      #expect(try await impatient.codeOfWriting([2], for: key("b")) == .unavailable)
      #expect(try await impatient.codeOfDeleting(key("b")) == .unavailable)
      session.signalService(SIGCONT)
      #expect(try await session.store().read(key("a")).value == [1])
    }

    @Test func `whose bus ends is not available, and the program goes on`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      let store = session.store(limit: .seconds(5))
      try await store.write(Sensitive([1]), for: key("a"))
      session.stopBus()
      #expect(try await store.code(of: key("a")) == .unavailable)
      session.stopService()
      try session.startBus()
      try await session.startService()
      #expect(try await store.read(key("a")).value == [1])
    }

    @Test func `is asked by many at once, and killed in the middle`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      let store = session.store(limit: .seconds(20))
      try await store.write(Sensitive([0, 0]), for: key("a"))
      let codes = try await withThrowingTaskGroup(of: SecretStoreError.Code?.self) { group in
        for number in 1...40 {
          let key = try key("a")
          group.addTask { await store.codeOfWriting([UInt8(number), UInt8(number)], for: key) }
        }
        var codes: [SecretStoreError.Code?] = []
        for try await code in group {
          codes.append(code)
          // The rest finds nobody, or half a conversation.
          if codes.count == 10 { session.stopService() }
        }
        return codes
      }
      #expect(codes.count == 40)
      #expect(codes.filter { $0 == nil }.count >= 10)
      #expect(codes.allSatisfy { $0 == nil || $0 == .unavailable })
      try await session.startService()
      let value = try await store.read(key("a")).value
      #expect(value.count == 2 && value[0] == value[1])
      #expect(value != [0, 0])
    }

    @Test func `shows another program our items by their attributes, and no value`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      try await session.store().write(Sensitive(Array("planted".utf8)), for: key("a"))
      let search = [
        "--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets",
        "org.freedesktop.Secret.Service.SearchItems",
        "dict:string:string:xdg:schema,maru.Secret,namespace,maru.tests,name,a",
      ]
      let found = try session.output(of: "dbus-send", search)
      #expect(found.contains("/org/freedesktop/secrets/collection/login/"))
      #expect(!found.contains("planted"))
      let other = search.dropLast() + ["dict:string:string:xdg:schema,maru.Secret,name,b"]
      let nothing = try session.output(of: "dbus-send", Array(other))
      #expect(!nothing.contains("/collection/login/"))
    }

    @Test func `serves two processes, and each value is whole`() async throws {
      let session = try DesktopSession()
      try await session.startService()
      let store = session.store()
      let child = try ChildWriter(session)
      var seen: Set<UInt8> = []
      for round in 0..<25 {
        try await store.write(
          Sensitive([UInt8](repeating: 1, count: 500 + round)), for: key("shared"))
        let value = try await store.read(key("shared")).value
        #expect(Set(value).count == 1)
        seen.formUnion(value)
      }
      // Read to its end, so that it never waits for a reader.
      _ = child.program.readOutput()
      #expect(child.program.end() == 0)
      try await store.delete(key("shared"))
      #expect(try await store.code(of: key("shared")) == .notFound)
      // Written by the child at its end, under a key of its own.
      #expect(try await store.read(key("child")).value == Array("written".utf8))
      #expect(seen.isSubset(of: [1, 2]))
    }

    @Test(.enabled(if: ChildWriter.session != nil, "is for children of the test above"))
    func `does as a child what its parent wants`() async throws {
      let environment = try #require(ChildWriter.session)
      let store = SecretServiceStore(environment: environment)
      for round in 0..<25 {
        try await store.write(
          Sensitive([UInt8](repeating: 2, count: 900 - round)), for: key("shared"))
        #expect(try await Set(store.read(key("shared")).value).count == 1)
      }
      try await store.write(Sensitive(Array("written".utf8)), for: key("child"))
    }
  }

  /// A process of its own that writes, too: this very program, told to run the one test above.
  private struct ChildWriter {
    private static let mark = "MARU_CHILD_DESKTOP"
    /// The session's variables, if this process is such a child.
    static let session: [String: String]? = {
      let environment = ProcessInfo.processInfo.environment
      return environment[mark].map { ["DBUS_SESSION_BUS_ADDRESS": $0] }
    }()

    let program: SpawnedProgram

    init(_ session: DesktopSession) throws {
      let address = session.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
      program = try SpawnedProgram(
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false),
        [
          "--testing-library", "swift-testing", "--filter", "does as a child what its parent wants",
        ],
        environment: ProcessInfo.processInfo.environment.merging([Self.mark: address]) { $1 })
    }
  }

  /// Where there is no service to be asked: needs no more than libdbus, or not even that.
  @Suite struct `A Secret Service that is not there` {
    private static func code(_ environment: [String: String]) async throws -> SecretStoreError.Code?
    {
      let store = SecretServiceStore(environment: environment, callLimit: .milliseconds(300))
      return try await store.code(of: key("a"))
    }

    private static func address(_ name: String) -> sockaddr_un {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
      return address
    }

    /// How many descriptors of this process are connections to a bus: other tests open some, too.
    private static func connections(to bus: String) -> Int {
      (0..<Int32(4_096)).filter { descriptor in
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            getpeername(descriptor, $0, &length)
          }
        }
        guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return false }
        return withUnsafeBytes(of: &address.sun_path) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) == bus
        }
      }.count
    }

    @Test func `is not available without a bus`() async throws {
      for environment in [
        [:], ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:", "DISPLAY": ":99"],
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"], ["XDG_RUNTIME_DIR": "/nowhere"],
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path="],
      ] {
        #expect(try await Self.code(environment) == .unavailable)
      }
    }

    @Test(arguments: [false, true])
    func `is not available on a bus that says nothing`(isAbstract: Bool) async throws {
      let folder = try DesktopSession.makeFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "/bus"
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      try #require(listener >= 0)
      defer { close(listener) }
      var address = Self.address((isAbstract ? "\0" : "") + path)
      let length = 2 + path.utf8.count + 1
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(length))
        }
      }
      try #require(status == 0 && listen(listener, 4) == 0)
      // The first wait for an answer, the last find that it takes no more connections.
      let kind = isAbstract ? "abstract" : "path"
      for _ in 0..<8 {
        #expect(
          try await Self.code(["DBUS_SESSION_BUS_ADDRESS": "unix:\(kind)=\(path)"])
            == .unavailable)
      }
    }

    @Test(
      .enabled(if: DesktopSession.program(named: "dbus-daemon") != nil, "needs dbus-daemon")
    ) func `is not available on a bus without one, and leaves no descriptor`() async throws {
      let session = try DesktopSession()
      let store = session.store()
      #expect(try await store.code(of: key("a")) == .unavailable)
      let bus = session.folder.appending(path: "bus").path(percentEncoded: false)
      for _ in 0..<50 { _ = try await store.code(of: key("a")) }
      #expect(Self.connections(to: bus) == 0)
      // The count sees what is open.
      let open = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(open) }
      var address = Self.address(bus)
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(open, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(status == 0)
      #expect(Self.connections(to: bus) == 1)
    }
  }
#endif
