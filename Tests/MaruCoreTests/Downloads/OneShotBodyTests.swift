import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// Bodies that can be sent again, and bodies that say that they can't, through the engine.
@Suite struct `A streamed body` {
  final class Words: RequestBodyReader {
    private let left = Locked(["one ", "two"])
    func next(into buffer: inout [UInt8]) async throws -> Bool {
      guard let word = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
      buffer += Array(word.utf8)
      return true
    }
  }

  let opened = Locked(0)

  private func endpoint(isRestartable: Bool, _ method: RequestMethod = .put) -> Endpoint<Void> {
    let opened = opened
    let body = RequestBody.stream(.text, length: 7, isRestartable: isRestartable) {
      opened.withLock { $0 += 1 }
      return Words()
    }
    return Endpoint<Void>(method, "/words", body: .stream(body), response: .nothing)
  }

  static let secondSendings: [[ServerAct]] = [
    ServerAct.response(503), [.cut], ServerAct.response(401),
    ServerAct.response(307, [(.location, "/elsewhere")]),
    ServerAct.response(308, [(.location, "/elsewhere")]),
  ]

  @Test(arguments: secondSendings.indices)
  func `that can be sent again is, from its first byte`(index: Int) throws {
    let call = try OneCall([Self.secondSendings[index], ServerAct.response(204)])
    let endpoint = endpoint(isRestartable: true)
    try call.run { try await $0.send(endpoint) }
    #expect(call.transport.requests.map(\.body) == [Array("one two".utf8), Array("one two".utf8)])
    #expect(opened.withLock { $0 } == 2)
  }

  static let codes: [CallError.Code] = [
    .unavailable, .connectionLost, .credentialRefused, .redirectRefused, .redirectRefused,
  ]

  @Test(arguments: secondSendings.indices)
  func `of one shot is sent once, and the call says why it ends`(index: Int) throws {
    let call = try OneCall([Self.secondSendings[index], ServerAct.response(204)])
    let failure = try call.failure(of: endpoint(isRestartable: false))
    #expect(failure?.code == Self.codes[index])
    #expect(call.transport.requests.count == 1)
    #expect(opened.withLock { $0 } == 1)
  }

  @Test func `of one shot follows a redirect that lets it go`() throws {
    let call = try OneCall([
      ServerAct.response(303, [(.location, "/made")]), ServerAct.response(204),
    ])
    let endpoint = endpoint(isRestartable: false, .post)
    try call.run { try await $0.send(endpoint) }
    #expect(call.transport.requests.map(\.method) == [.post, .get])
    #expect(opened.withLock { $0 } == 1)
  }

  @Test func `of one shot that never left is not sent again either`() throws {
    var faults = NetworkFaults.none
    faults.dropBeforeSend = 100
    let call = try OneCall([ServerAct.response(204)], faults: faults)
    let failure = try call.failure(of: endpoint(isRestartable: false))
    #expect(failure?.code == .connectionLost)
    #expect(failure?.outcome == .notSent)
    #expect(call.transport.performCount == 1)
  }

  @Test func `tells its progress anew for each attempt`() throws {
    let heard = Locked<[TransferProgress]>([])
    let call = try OneCall([ServerAct.response(503), ServerAct.response(204)])
    var endpoint = endpoint(isRestartable: true)
    endpoint.body = endpoint.body.reporting { progress in heard.withLock { $0.append(progress) } }
    try call.run { [endpoint] in try await $0.send(endpoint) }
    let reports = heard.withLock { $0 }
    #expect(reports.map(\.attempt) == [1, 1, 1, 2, 2, 2])
    #expect(reports.map(\.completed) == [0, 4, 7, 0, 4, 7])
  }

  @Test func `of a file that changes between two attempts fails the call`() throws {
    let folder = try ScratchFolder()
    try folder.put([1, 2, 3])
    let world = SimulatedWorld(seed: 1)
    let one = try OneDownload(world: world, folder: folder) { _ in
      try? folder.put([1, 2, 3, 4])
      return ServerAct.response(503)
    }
    let file = folder.destination
    let endpoint = Endpoint<Void>.put("/f", body: .file(file, as: .bytes))
    let caught = Locked<CallError?>(nil)
    try world.run {
      do { try await one.client.send(endpoint) } catch let error as CallError {
        caught.withLock { $0 = error }
      }
    }
    let error = try #require(caught.withLock { $0 })
    #expect(error.code == .configuration)
    #expect((error.cause?.value as? TransportFailure)?.kind == .requestBodyFailed)
    #expect(one.transport.requests.map(\.body) == [[1, 2, 3]])
  }
}
