import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// What becomes of the second call for the same thing (RFC 9110 §13, RFC 9111).
@Suite struct CachingTableTests {
  /// What the second call does.
  enum Second: Sendable, Equatable {
    /// Uses what is kept, unasked.
    case kept
    /// Asks whether it still holds, with this field.
    case asks(HeaderName, String)
    /// Asks as if there were nothing.
    case plain
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var fields: [(HeaderName, String)]
    var status = 200
    var wait = 1
    var caching = Caching.asServerSays
    var second: Second
    var testDescription: String { name }

    init(
      _ name: String, _ fields: [(HeaderName, String)], status: Int = 200, wait: Int = 1,
      _ second: Second, caching: Caching = .asServerSays
    ) {
      self.name = name
      self.fields = fields
      self.status = status
      self.wait = wait
      self.caching = caching
      self.second = second
    }
  }

  /// The world starts at this date.
  private static let start = HTTPDate.format(Date(timeIntervalSince1970: 1_767_225_600))
  private static let before = HTTPDate.format(Date(timeIntervalSince1970: 1_767_225_550))
  private static let later = HTTPDate.format(Date(timeIntervalSince1970: 1_767_225_660))
  private static let tag: (HeaderName, String) = (.eTag, "\"v1\"")
  private static let asksTag = Second.asks("If-None-Match", "\"v1\"")
  private static func control(_ text: String) -> (HeaderName, String) { (.cacheControl, text) }

  static let cases: [Case] = [
    Case("max-age is kept to its last second", [control("max-age=60")], wait: 59, .kept),
    Case("max-age ends with its last second", [control("max-age=60")], wait: 60, .plain),
    Case(
      "a stale answer with a tag is asked about", [control("max-age=60"), tag], wait: 61, asksTag),
    Case("max-age=0 is asked about at once", [control("max-age=0"), tag], wait: 0, asksTag),
    Case("no-store is not kept", [control("no-store, max-age=60"), tag], .plain),
    Case(
      "no-store in a second field is not kept", [control("max-age=60"), control("no-store")], .plain
    ),
    Case("no-cache is asked about", [control("no-cache, max-age=60"), tag], asksTag),
    Case(
      "no-cache of a field is asked about",
      [control("max-age=60, no-cache=\"Set-Cookie, X\""), tag], asksTag),
    Case("private is kept", [control("private, max-age=60")], .kept),
    Case("s-maxage is not for us", [control("s-maxage=60"), tag], asksTag),
    Case("s-maxage takes nothing away", [control("s-maxage=0, max-age=60")], .kept),
    Case("max-age twice is stale", [control("max-age=60, max-age=60"), tag], asksTag),
    Case("max-age in quotes is read", [control("max-age=\"60\"")], .kept),
    Case("max-age that is no number is stale", [control("max-age=soon"), tag], asksTag),
    Case("a negative max-age is stale", [control("max-age=-1"), tag], asksTag),
    Case("names are read in any case", [control("MAX-AGE=60")], .kept),
    Case(
      "a huge max-age is long", [control("max-age=99999999999999999999")], wait: 1_000_000, .kept),
    Case("what is not known is passed over", [control("immutable, max-age=60, x=\"a,b\"")], .kept),
    Case("must-revalidate is kept while fresh", [control("must-revalidate, max-age=60")], .kept),
    Case("Expires is kept to its date", [(.date, start), ("Expires", later)], wait: 59, .kept),
    Case("Expires ends at its date", [(.date, start), ("Expires", later)], wait: 61, .plain),
    Case("Expires: 0 is stale", [(.date, start), ("Expires", "0"), tag], asksTag),
    Case("Expires without a date is stale", [("Expires", later), tag], asksTag),
    Case(
      "max-age comes before Expires",
      [control("max-age=0"), (.date, start), ("Expires", later), tag], asksTag),
    Case("Age counts", [control("max-age=60"), ("Age", "50")], wait: 9, .kept),
    Case("Age makes stale", [control("max-age=60"), ("Age", "50")], wait: 11, .plain),
    Case("an old date makes stale", [control("max-age=60"), (.date, before)], wait: 11, .plain),
    Case(
      "a date in the future does not keep longer", [control("max-age=60"), (.date, later)],
      wait: 60, .plain),
    Case("Vary: * is not kept", [control("max-age=60"), ("Vary", "*")], .plain),
    Case(
      "Vary on what is the same is kept", [control("max-age=60"), ("Vary", "Accept, X-Other")],
      .kept),
    Case("nothing to go by is not kept", [], .plain),
    Case(
      "Last-Modified is asked by", [("Last-Modified", before)], .asks("If-Modified-Since", before)),
    Case("a tag comes before Last-Modified", [tag, ("Last-Modified", before)], asksTag),
    Case("a weak tag is asked by", [(.eTag, "W/\"v1\"")], .asks("If-None-Match", "W/\"v1\"")),
    Case(
      "a broken tag is none", [(.eTag, "v1"), ("Last-Modified", before)],
      .asks("If-Modified-Since", before)),
    Case("a tag with a space is none", [(.eTag, "\"a b\"")], .plain),
    Case("201 is not kept", [control("max-age=60"), tag], status: 201, .plain),
    Case("203 is not kept", [control("max-age=60"), tag], status: 203, .plain),
    Case("nothing is kept unless asked for", [control("max-age=60"), tag], .plain, caching: .none),
    Case(
      "a fresh answer is asked about where that is the policy", [control("max-age=60"), tag],
      asksTag, caching: .revalidated),
    Case(
      "a fresh answer without a tag is read anew there", [control("max-age=60")], .plain,
      caching: .revalidated),
    Case(
      "no-store is not kept there either", [control("no-store"), tag], .plain, caching: .revalidated
    ),
  ]

  @Test(arguments: cases) func `the second call does what the rules say`(of test: Case) throws {
    let next = Array(#"{"name":"new"}"#.utf8)
    let isAsking = if case .asks = test.second { true } else { false }
    let call = try OneCall([
      ServerAct.json(test.fields, status: test.status),
      isAsking ? ServerAct.response(304) : ServerAct.json(next),
    ])
    var endpoint = Endpoint<Thing>.get("/thing")
    endpoint.caching = test.caching
    let response = try call.run { [world = call.world, endpoint] client in
      _ = try await client.send(endpoint)
      try await world.sleep(for: .seconds(test.wait))
      return try await client.response(to: endpoint)
    }
    let requests = call.transport.requests
    switch test.second {
    case .kept:
      #expect(requests.count == 1)
      #expect(response.source == .kept)
      #expect(response.value.name == "마루")
    case .asks(let name, let value):
      #expect(requests.last?.headers[name] == value)
      #expect(response.source == .revalidated)
      #expect(response.value.name == "마루")
    case .plain:
      #expect(requests.count == 2)
      #expect(requests.last?.headers["If-None-Match"] == nil)
      #expect(requests.last?.headers["If-Modified-Since"] == nil)
      #expect(response.source == .server)
      #expect(response.value.name == "new")
    }
  }
}
