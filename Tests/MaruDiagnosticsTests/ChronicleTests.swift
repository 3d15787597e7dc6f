import MaruDiagnostics
import MaruHTTP
import Testing

@Suite struct `A capture's story` {
  static func chronicle(_ text: String) throws -> Chronicle {
    Chronicle(of: try Capture(TrafficScript(text: text).har))
  }

  static let renewal = """
    0 GET https://api.wren.test/orders/tok_4f9a8b7c6d5e4f3a2b1c
    > Authorization: Bearer first-access
    < 401

    1 POST https://id.wren.test/oauth/token
    > Content-Type: application/x-www-form-urlencoded
    >> grant_type=refresh_token&refresh_token=first-refresh
    < 200
    < Content-Type: application/json
    << {"access_token":"second-access","refresh_token":"second-refresh"}

    2 GET https://api.wren.test/orders
    > Authorization: Bearer second-access
    < 200
    """

  @Test func `follows each token from where it came to where it ended`() throws {
    let story = try Self.chronicle(Self.renewal)
    #expect(story.credentials.map(\.nickname) == ["AT1", "RT1", "AT2", "RT2"])
    let first = try #require(story.credential(named: "at1"))
    #expect(first.born == nil && first.uses == ["e1"] && first.rejections == ["e1"])
    #expect(first.successor == "AT2" && first.replacedIn == "e2")
    let second = try #require(story.credential(named: "AT2"))
    #expect(second.born == "e2" && second.uses == ["e3"] && second.rejections == [])
    #expect(second.origins == ["https://api.wren.test"])
    let refresh = try #require(story.credential(named: "RT1"))
    #expect(refresh.kind == .refreshToken && refresh.successor == "RT2")
    #expect(story.credential(named: "AT3") == nil)
  }

  @Test func `says who speaks to whom, and what for`() throws {
    let story = try Self.chronicle(Self.renewal)
    #expect(story.steps.map(\.receiver) == [.api, .issuer, .api])
    #expect(story.steps.map(\.act) == [.call, .refresh, .call])
    #expect(story.steps.map(\.credential) == ["AT1", nil, "AT2"])
    #expect(story.steps.map(\.refreshed) == [nil, "RT1", nil])
    #expect(story.steps[1].born == ["AT2", "RT2"])
    #expect(story.steps[0].isRejected && !story.steps[2].isRejected)
    #expect(story.step(named: "e2")?.number == 2 && story.step(named: "3")?.number == 3)
    #expect(story.step(named: "e9") == nil)
  }

  @Test func `shows no secret, not even of a path`() throws {
    let story = try Self.chronicle(Self.renewal)
    var shown = ""
    dump(story.steps, to: &shown)
    dump(story.credentials, to: &shown)
    for step in story.steps { dump(story.fields(of: step), to: &shown) }
    for secret in ["tok_4f9a", "first-access", "second-access", "first-refresh", "second-refresh"] {
      #expect(!shown.contains(secret), "\(secret)")
    }
    #expect(story.steps[0].path.hasPrefix("/orders/S-"))
  }

  @Test func `has the diagnosis that the capture has`() throws {
    for text in [Self.renewal, Self.cookies] {
      let capture = try Capture(TrafficScript(text: text).har)
      #expect(Chronicle(of: capture).diagnosis().findings == Diagnosis(of: capture).findings)
    }
  }

  static let cookies = """
    0 POST https://shop.wren.test/login
    < 200
    < Set-Cookie: sid=one; Path=/; Max-Age=10
    < Set-Cookie: cart=c; Path=/cart
    < Set-Cookie: wide=w; Domain=other.test

    1 GET https://shop.wren.test/me
    > Cookie: sid=one; old=x
    < 200
    < Set-Cookie: sid=; Path=/account; Max-Age=0

    2 GET https://shop.wren.test/me
    < 401

    20 GET https://shop.wren.test/me
    < 200
    """

  @Test func `follows each cookie from where it was set to its end`() throws {
    let story = try Self.chronicle(Self.cookies)
    let lives = story.cookies(named: "sid")
    #expect(lives.map(\.path) == ["/", "/account"])
    #expect(lives[0].events.map(\.kind) == [.set, .sent, .expired])
    #expect(lives[0].events.map(\.entry) == ["e1", "e2", nil])
    #expect(lives[1].events.map(\.kind) == [.deletionMissed])
    #expect(story.cookies(named: "old").map(\.path) == [nil])
    guard case .refused = story.cookies(named: "wide").first?.events.first?.kind else {
      Issue.record("a cookie of another domain was taken in")
      return
    }
  }

  @Test func `says of each cookie why it went with a request, or did not`() throws {
    let story = try Self.chronicle(Self.cookies)
    let second = story.cookies(with: story.steps[1])
    let byName = Dictionary(grouping: second, by: \.name)
    #expect(byName["sid"]?.map(\.isSent) == [true] && byName["sid"]?.first?.belongs == true)
    #expect(byName["cart"]?.map(\.isSent) == [false])
    #expect(byName["cart"]?.first?.reasons == [.otherPath])
    #expect(byName["old"]?.first?.belongs == nil && byName["old"]?.first?.isSent == true)
    let third = story.cookies(with: story.steps[2]).first { $0.name == "sid" }
    #expect(third?.isSent == false && third?.belongs == true)
    #expect(story.cookies(with: story.steps[3]).first { $0.name == "sid" }?.belongs != true)
  }
}
