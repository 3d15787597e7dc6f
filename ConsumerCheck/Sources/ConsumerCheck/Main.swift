import Foundation
import Maru
import MaruTesting

@main
struct Main {
  static func main() async throws {
    MainQueue.mark()
    await Task.yield()
    // --gateway URL: what the guide shows of XML, against a gateway that is running.
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--gateway" {
      guard arguments.count == 2, let gateway = URL(string: arguments[2]) else {
        return end("--gateway needs the address of a gateway")
      }
      try await DealRun().run(against: gateway, expect: expect)
      return print("The guide's page on XML holds against the gateway.")
    }
    expect(MainQueue.isHere, "the app runs on the main actor")
    guard let address = URL(string: "https://api.example.com") else { return end("no address") }
    let session = try StaticCredential(bearer: "a-token")

    let transport = FakeTransport(clock: ManualClock(), server: answer)
    let client = try MaruClient(
      MaruClient.Configuration(baseURL: address), transport: transport, ownership: .client,
      credentials: session, surroundings: .system)
    let screen = TodoScreen(
      todo: Todo(id: "a/b", title: "Write", done: false), todos: Todos(client: client))

    try await screen.rename(to: "Write twice")
    expect(screen.todo.title == "Write twice", "the todo on the screen was renamed")
    try await screen.rename(to: "")
    expect(screen.log == ["title: must not be empty"], "the field's error is shown")

    let witness: Witness = try await client.send(.get("/v1/witness"))
    expect(!witness.wasOnMainActor, "models are decoded off the main actor")
    expect(MainQueue.isHere, "the app itself is still on the main actor")

    await client.shutdown(.finishing)
    try await screen.rename(to: "Too late")
    expect(screen.log.last == "shutDown", "a call after the shutdown says so")
    try await GuideRun().run(expect: expect)
    #if os(Linux)
      try await makeClient(address, session).shutdown(.finishing)
    #endif
    print("A package on the main actor can use Maru.")
  }

  private static func expect(_ holds: Bool, _ claim: String) {
    if !holds { end("does not hold: \(claim)") }
  }

  private static func end(_ text: String) {
    FileHandle.standardError.write(Data("error: \(text)\n".utf8))
    exit(1)
  }
}

/// The server; runs where the client runs it.
nonisolated private func answer(_ request: FakeRequest) -> [ServerAct] {
  guard request.headers[.authorization] == "Bearer a-token" else { return ServerAct.response(401) }
  switch (request.method, request.url.string) {
  case (.get, "https://api.example.com/v1/witness"):
    return json(200, "{}")
  case (.patch, "https://api.example.com/v1/todos/a%2Fb")
  where String(decoding: request.body, as: UTF8.self) == #"{"title":""}"#:
    return json(422, #"{"errors":[{"field":"title","message":"must not be empty"}]}"#)
  case (.patch, "https://api.example.com/v1/todos/a%2Fb"):
    return json(200, #"{"id":"a/b","title":"Write twice","done":false,"added":"later"}"#)
  default:
    return ServerAct.response(404)
  }
}

nonisolated private func json(_ status: Int, _ text: String) -> [ServerAct] {
  ServerAct.response(status, [(.contentType, "application/json")], body: Array(text.utf8))
}
