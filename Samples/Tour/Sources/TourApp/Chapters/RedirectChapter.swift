internal import Foundation
internal import Maru

/// An answer that sends the caller elsewhere.
struct RedirectChapter: Chapter {
  let name = "redirect"
  let promise = "A redirect to another origin gets no credential; one to plain http is refused."

  private struct Hello: Decodable, Sendable {
    let message: String
  }

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = RedirectFacts()
    stage.progress.note("a second gateway starts")
    let other = try await stage.gateways.start()
    let witness = try Witness(address: other.address)
    do {
      let away = try stage.story()
      facts.away = try await hello(away, to: "\(other.address)/v1/hello", on: stage)
      facts.seenHere = try await stage.witness.requests(away, count: 1)
      facts.seenThere = try await witness.requests(away, count: 1)
    } catch {
      await witness.shutdown()
      throw error
    }
    await witness.shutdown()
    await other.stop()

    let near = try stage.story()
    facts.near = try await hello(near, to: "/v1/hello", on: stage)
    facts.seenNear = try await stage.witness.requests(near, count: 2)
    let open = try stage.story()
    facts.open = try await hello(open, to: "http://example.com/v1/hello", on: stage)
    facts.seenOpen = try await stage.witness.requests(open, count: 1)
    return facts.findings
  }

  private func hello(
    _ story: RequestID, to target: String, on stage: Stage
  ) async throws -> CallEnd {
    var endpoint = Endpoint<Hello>.get("/v1/hello")
    // Once, and not at the other gateway, which takes such wishes as well.
    endpoint.headers = [
      try Fault.redirect(to: target).header(times: 1, id: story.rawValue, staysHere: true)
    ]
    let context = try CallContext(tenant: "hanok-house", user: "minji-kim", requestID: story)
    return try await Tried.run { [endpoint] in
      try await stage.client.send(endpoint, context: context)
    }.end
  }
}

/// What the chapter measures.
package struct RedirectFacts: Sendable {
  /// How a call ended that was sent to another origin.
  package var away = CallEnd.cancelled
  /// Its request at the server that it was meant for.
  package var seenHere: [SeenRequest] = []
  /// Its request at the other one.
  package var seenThere: [SeenRequest] = []
  /// How a call ended that was sent to another path of the same server.
  package var near = CallEnd.cancelled
  /// Its requests there.
  package var seenNear: [SeenRequest] = []
  /// How a call ended that was sent to plain http on the net.
  package var open = CallEnd.value
  /// Its requests at the server that it was meant for.
  package var seenOpen: [SeenRequest] = []

  /// Nothing measured yet.
  package init() {}

  private static let secrets: [HeaderName] = [
    .authorization, .cookie, .tenantID, .userID, "Maru-Fault",
  ]

  /// What they mean.
  package var findings: [Finding] {
    let leaked = Self.secrets.filter { name in seenThere.contains { $0.carried(name) } }
    return [
      .expect("to another port: it is followed", away, .value),
      .expect(
        "here the request carried the credential, tenant and user",
        seenHere.map {
          $0.status == 307 && $0.authorized && $0.carried(.tenantID) && $0.carried(.userID)
        }, [true]),
      .expect("there it arrived", seenThere.statuses, [200]),
      .expect(
        "there it carried none of credential, cookie, tenant, user, secret field",
        leaked.map(\.rawValue) + (seenThere.contains(where: \.authorized) ? ["authorized"] : []),
        []),
      .expect("to a path of the same server: it is followed", near, .value),
      .expect("and keeps the credential", seenNear.map(\.authorized), [true, true]),
      .expect("to http on the net: redirectRefused", open, .failed(.redirectRefused, nil)),
      .expect("and nothing more is sent", seenOpen.statuses, [307]),
    ]
  }
}
