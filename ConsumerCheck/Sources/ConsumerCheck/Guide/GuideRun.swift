import Foundation
import Maru
import MaruStreams
import MaruTesting

/// Runs what the guide shows, against a server of the same shape.
struct GuideRun {
  func run(expect: (Bool, String) -> Void) async throws {
    guard let address = URL(string: "https://api.example.com") else { return }
    let transport = FakeTransport(clock: ManualClock(), server: answer)
    let services = try AppServices(
      address: address, transport: transport, credentials: StaticCredential(bearer: "a-token"))

    let screen = OrderScreen(service: services.orders)
    await screen.load(context: CallContext())
    let states: [OpenEnum<OrderState>] = [.known(.open), .unknown("on its way")]
    expect(screen.orders.map(\.state) == states, "orders are read")

    let placed = try await services.orders.fulfil(
      OrderWish(draft: OrderDraft(title: "Tea")), context: CallContext())
    if case .placed(let order) = placed { expect(order.title == "Tea", "the order is the wish's") }
    let refused = try await services.orders.fulfil(
      OrderWish(draft: OrderDraft(title: "")), context: CallContext())
    if case .refused(let errors) = refused {
      expect(errors.map(\.field) == ["title"], "the field is named")
    } else {
      expect(false, "an order without a title is refused")
    }

    let profile = try await services.profiles.rename { $0.uppercased() }
    expect(profile.name == "MINJI", "the profile is renamed")
    if let version = EntityTag("\"1\"") {
      let changed = try await services.profiles.changed(since: version)
      expect(changed == nil, "a version that holds brings nothing")
    }
    expect(!services.recentCalls.calls.isEmpty, "the last calls are kept")

    let board = OrderBoard()
    try await board.follow(services.orders.events(context: CallContext()))
    expect(board.orders.map(\.id) == ["2"], "events are followed until the server ends them")
    try? await board.follow(services.orders.polledEvents(context: CallContext()))
    expect(board.orders.map(\.id) == ["2", "1"], "so are they where it does not stream")
    var history: [String] = []
    for try await order in services.orders.history(context: CallContext()) {
      history.append(order.title)
    }
    expect(history == ["Tea", "Oil"], "pages are read as one list")

    let finder = PlaceFinder(locator: OddLocator())
    expect(try await finder.place().name == "home", "the first call of a callback counts")
    for try await place in finder.places {
      expect(place.name == "street", "only the latest place counts")
      break
    }
    expect(try await finder.route().isEmpty, "work that is done in time is returned")
    let missing = try? await PlaceFinder(locator: SilentLocator()).place()
    expect(missing == nil, "a callback that is let go of is not waited for")

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = folder.resolvingSymlinksInPath().path(percentEncoded: false)
    try await makeSecrets(in: path, keyFile: path + "/key", token: "a-token")
    let key = try SecretKey("refresh-token", in: SecretNamespace("orders"))
    let token = try await openSecrets(in: path, keyFile: path + "/key").read(key)
    expect(token.value == Array("a-token".utf8), "a secret is read again")
    try FileManager.default.removeItem(at: folder)

    let signedIn = try SignedInServices(
      address: address, lastAccount: nil, secrets: MemorySecretStore())
    expect(signedIn.session.state == .signedOut, "a session without an account is signed out")
    await signedIn.client.shutdown(.finishing)

    services.signOut()
    await services.end()
    await screen.load(context: CallContext())
    expect(screen.message != nil, "a call after the end is told")

    try await CookieRun().run(expect: expect)
    try await DealRun().run(expect: expect)
  }
}

/// The server; runs where the client runs it.
nonisolated private func answer(_ request: FakeRequest) -> [ServerAct] {
  let order = #"{"id":"1","title":"Tea","state":"open","placedAt":"2026-01-01T10:00:00Z"}"#
  let later = #"{"id":"2","title":"Oil","state":"on its way","placedAt":"2026-01-01T10:00:00.5Z"}"#
  let path = request.url.string.dropFirst("https://api.example.com".count)
  switch (request.method, path) {
  case (.get, "/v1/orders?state=open"): return json("[\(order),\(later)]")
  case (.post, "/v1/orders") where String(decoding: request.body, as: UTF8.self).contains("Tea"):
    return json(order)
  case (.post, "/v1/orders"):
    return json(#"{"errors":[{"field":"title","message":"must not be empty"}]}"#, status: 422)
  case (.get, "/v1/orders/events"):
    guard request.headers["Last-Event-ID"] == nil else { return ServerAct.response(204) }
    return ServerAct.response(
      200, [(.contentType, "text/event-stream")],
      body: Array(
        """
        retry: 0
        id: 1
        event: order.placed
        data: \(order)

        event: order.counted
        data: 7

        id: 2
        event: order.placed
        data: \(later)

        event: order.removed
        data: {"id":"1"}


        """.utf8))
  case (.get, "/v1/orders?after="): return json("[\(order)]")
  case (.get, "/v1/orders?after=1"): return ServerAct.response(404)
  case (.get, "/v1/orders/history"): return json("{\"orders\":[\(order)],\"next\":\"b\"}")
  case (.get, "/v1/orders/history?cursor=b"): return json("{\"orders\":[\(later)]}")
  case (.get, "/v1/profile") where request.headers["If-None-Match"] == "\"1\"":
    return ServerAct.response(304, [(.eTag, "\"1\"")])
  case (.get, "/v1/profile"): return json(#"{"name":"minji"}"#, version: "\"1\"")
  case (.put, "/v1/profile") where request.headers["If-Match"] == "\"1\"":
    return json(#"{"name":"MINJI"}"#, version: "\"2\"")
  default: return ServerAct.response(404)
  }
}

nonisolated private func json(
  _ text: String, status: Int = 200, version: String? = nil
) -> [ServerAct] {
  ServerAct.response(
    status, [(.contentType, "application/json")] + (version.map { [(.eTag, $0)] } ?? []),
    body: Array(text.utf8))
}
