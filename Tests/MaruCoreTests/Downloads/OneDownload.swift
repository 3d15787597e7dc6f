import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// A client with a folder to download to, in a world.
final class OneDownload: Sendable {
  let world: SimulatedWorld
  let transport: FakeTransport
  let client: MaruClient
  let folder: ScratchFolder
  let progress = Locked<[TransferProgress]>([])

  init(
    world: SimulatedWorld, folder: ScratchFolder, faults: NetworkFaults = .none,
    credentials: (any CredentialProvider)? = AccountKey("anna"),
    disk: Disk = .inline, ranges: RangeRule = RangeRule(),
    configure: (inout MaruClient.Configuration) -> Void = { _ in },
    server: @escaping FakeTransport.Server
  ) throws {
    self.world = world
    self.folder = folder
    transport = FakeTransport(
      clock: world.clock, random: world.random, faults: faults, server: server)
    var configuration = try MaruClient.Configuration(
      baseURL: URL(string: "https://api.example.com/")!)  // A constant that is an address.
    configure(&configuration)
    var surroundings = Surroundings(
      clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world)
    surroundings.disk = disk
    surroundings.ranges = ranges
    client = try MaruClient(
      configuration, transport: transport, ownership: .client, credentials: credentials,
      surroundings: surroundings)
  }

  /// A server that plays one script after the other, the last again and again.
  convenience init(
    _ answers: [[ServerAct]], folder: ScratchFolder? = nil,
    credentials: (any CredentialProvider)? = AccountKey("anna"), disk: Disk = .inline,
    configure: (inout MaruClient.Configuration) -> Void = { _ in }
  ) throws {
    let left = Locked(answers)
    try self.init(
      world: SimulatedWorld(seed: 1), folder: folder ?? ScratchFolder(), credentials: credentials,
      disk: disk, configure: configure
    ) { _ in left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [.hold] } }
  }

  static let file = Endpoint<Data>.get("/files/7", as: .bytes)

  /// Downloads; for tests that have started the world.
  func fetch(
    _ endpoint: Endpoint<Data> = file, _ options: DownloadOptions = .init(existing: .replaced)
  ) async throws -> DownloadedFile {
    try await client.download(endpoint, to: folder.destination, options: options) { progress in
      self.progress.withLock { $0.append(progress) }
    }
  }

  /// Downloads in a world of its own.
  func result(
    _ endpoint: Endpoint<Data> = file, _ options: DownloadOptions = .init(existing: .replaced)
  ) throws -> Result<DownloadedFile, any Error> {
    let result = Locked<Result<DownloadedFile, any Error>?>(nil)
    try world.run { [self] in
      let outcome: Result<DownloadedFile, any Error>
      do {
        outcome = .success(try await fetch(endpoint, options))
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
    }
    guard let outcome = result.withLock({ $0 }) else {
      throw SimulationFailure(seed: world.seed, problem: "it did not end")
    }
    return outcome
  }

  func failure(
    _ endpoint: Endpoint<Data> = file, _ options: DownloadOptions = .init(existing: .replaced)
  ) throws -> CallError? {
    guard case .failure(let error) = try result(endpoint, options) else { return nil }
    return error as? CallError
  }

  var ranges: [String?] { transport.requests.map { $0.headers["Range"] } }
  var conditions: [String?] { transport.requests.map { $0.headers["If-Range"] } }
}

/// A token that says whose it is.
struct AccountKey: CredentialProvider {
  let account: String?
  init(_ account: String?) { self.account = account }
  func credential() async throws -> Credential? { try .bearer("token", account: account) }
  func invalidate(_ credential: Credential) async {}
}

extension Disk {
  /// Everything on the world's one thread.
  static var inline: Disk {
    var disk = Disk()
    disk.offPool = { work in work() }
    disk.bootID = { "boot-1" }
    return disk
  }
}

extension DownloadOptions {
  static var keeping: DownloadOptions {
    var options = DownloadOptions(existing: .replaced)
    options.keepsPartial = true
    return options
  }
}

extension ServerAct {
  /// A file that is cut after so many bytes.
  static func cutFile(
    _ bytes: [UInt8], after count: Int, _ fields: [(HeaderName, String)] = [(.eTag, "\"v1\"")]
  ) -> [ServerAct] {
    // The head is first in every script.
    [response(200, fields, body: bytes)[0], .body(Array(bytes.prefix(count))), .cut]
  }

  /// A part of a file from a byte on.
  static func part(
    _ bytes: [UInt8], from first: Int, _ fields: [(HeaderName, String)] = [(.eTag, "\"v1\"")]
  ) -> [ServerAct] {
    response(
      206, [("Content-Range", "bytes \(first)-\(bytes.count - 1)/\(bytes.count)")] + fields,
      body: Array(bytes.dropFirst(first)))
  }
}
