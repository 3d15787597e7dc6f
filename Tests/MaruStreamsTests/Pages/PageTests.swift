import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruTesting
import Testing

struct NumberPage: Codable, Sendable, Equatable {
  var numbers: [Int]
  var next: String?
}

@Suite struct PageTests {
  private static func cursor(_ cursor: String?) -> Endpoint<NumberPage> {
    .get("/v1/numbers", query: ["cursor": cursor], credential: .none)
  }

  private static let three: @Sendable (FakeRequest, Int) -> [ServerAct] = { request, _ in
    switch request.url.string.split(separator: "=").dropFirst().last {
    case nil: ServerAct.json(#"{"numbers":[1,2],"next":"b"}"#)
    case "b": ServerAct.json(#"{"numbers":[],"next":"c"}"#)
    default: ServerAct.json(#"{"numbers":[3]}"#)
    }
  }

  private static func all<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence
  ) async -> ([Sequence.Element], CallError?) where Sequence.Element: Sendable {
    var read: [Sequence.Element] = []
    do {
      for try await element in sequence { read.append(element) }
    } catch {
      return (read, error as? CallError)
    }
    return (read, nil)
  }

  @Test(arguments: [PageFetching.onDemand, .onePageAhead])
  func `pages and what is on them come once and in order`(fetching: PageFetching) throws {
    let one = try OneClient(server: Self.three)
    let (items, pages) = try one.run { one in
      let pages = one.client.pages(next: \.next, fetching: fetching, Self.cursor)
      return (await Self.all(pages.items(\.numbers)), await Self.all(pages))
    }
    #expect(items.0 == [1, 2, 3])
    #expect(pages.0.map(\.numbers) == [[1, 2], [], [3]])
    #expect(one.transport.performCount == 6)
  }

  @Test func `nothing is fetched that nobody asks for, and one page ahead at most`() throws {
    for (fetching, expected) in [(PageFetching.onDemand, 1), (.onePageAhead, 2)] {
      let one = try OneClient(server: Self.three)
      let counts = try one.run { one in
        let pages = one.client.pages(next: \.next, fetching: fetching, Self.cursor)
        var iterator = pages.makeAsyncIterator()
        try await one.world.sleep(for: .seconds(1))
        let before = one.transport.performCount
        _ = try await iterator.next()
        try await one.world.sleep(for: .seconds(1))
        return [before, one.transport.performCount]
      }
      #expect(counts == [0, expected])
    }
  }

  @Test func `pages in a circle end with an error, each having come once`() throws {
    let one = try OneClient { request, _ in
      request.url.string.hasSuffix("cursor=b")
        ? ServerAct.json(#"{"numbers":[2],"next":"a"}"#)
        : ServerAct.json(#"{"numbers":[1],"next":"b"}"#)
    }
    let (pages, error) = try one.run {
      await Self.all($0.client.pages(next: \.next, from: "a", Self.cursor))
    }
    #expect(pages.map(\.numbers) == [[1]])
    #expect(error?.code == .malformedResponse)
  }

  @Test func `links are followed as they are seen from each page`() throws {
    let one = try OneClient { request, _ in
      let address = request.url.string.dropFirst("https://api.example.com".count)
      switch address {
      case "/mobile/v1/numbers": return ServerAct.json("[1]", [("Link", "<?page=2>; rel=next")])
      case "/mobile/v1/numbers?page=2":
        return ServerAct.json("[2]", [("Link", "</mobile/v1/more/3>; rel=\"last next\"")])
      case "/mobile/v1/more/3":
        return ServerAct.json("[3]", [("Link", "<4?x=1>; rel=next, <9>; rel=prev")])
      case "/mobile/v1/more/4?x=1":
        return ServerAct.json("[4]", [("Link", "<https://api.example.com/mobile/end>; rel=next")])
      case "/mobile/end": return ServerAct.json("[5]")
      default: return ServerAct.response(404)
      }
    }
    let (pages, error) = try one.run {
      await Self.all(
        $0.client.pages(linkedFrom: Endpoint<[Int]>.get("/v1/numbers", credential: .none)))
    }
    #expect(pages == [[1], [2], [3], [4], [5]])
    #expect(error == nil)
  }

  @Test(arguments: [
    "https://evil.example/steal", "http://api.example.com/x", "//evil.example/x", "https://",
  ])
  func `a link elsewhere is not followed, and nothing is sent there`(link: String) throws {
    let one = try OneClient { _, _ in ServerAct.json("[1]", [("Link", "<\(link)>; rel=next")]) }
    let (pages, error) = try one.run {
      await Self.all(
        $0.client.pages(linkedFrom: Endpoint<[Int]>.get("/v1/numbers", credential: .none)))
    }
    #expect(pages == [[1]])
    #expect(error?.code == .malformedResponse)
    #expect(one.transport.performCount == 1)
    #expect(error.map { "\($0)".contains("evil") } == false)
  }

  @Test func `numbered pages go on until the last`() throws {
    let one = try OneClient { request, _ in
      ServerAct.json(request.url.string.hasSuffix("page=3") ? "[]" : "[7]")
    }
    let (pages, error) = try one.run {
      await Self.all(
        $0.client.pages(numberedFrom: 1, until: \.isEmpty) {
          Endpoint<[Int]>.get("/v1/numbers", query: ["page": $0], credential: .none)
        })
    }
    #expect(pages == [[7], [7], []])
    #expect(error == nil)
  }

  @Test func `a page that failed ends it, and it stays ended`() throws {
    let one = try OneClient { _, number in
      number == 0 ? ServerAct.json(#"{"numbers":[1],"next":"b"}"#) : ServerAct.response(404)
    }
    let seen = try one.run { one in
      var iterator = one.client.pages(next: \.next, Self.cursor).makeAsyncIterator()
      var seen: [String] = []
      for _ in 0..<4 {
        do { seen.append(try await iterator.next() == nil ? "nil" : "page") } catch {
          seen.append("error")
        }
      }
      return seen
    }
    #expect(seen == ["page", "error", "nil", "nil"])
    #expect(one.transport.performCount == 2)
  }
}
