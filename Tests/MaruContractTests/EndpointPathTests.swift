import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A path` {
  struct ID: RawRepresentable, CustomStringConvertible {
    var rawValue: String
    var description: String { "an id" }
  }

  @Test func `takes a sensitive value for what it is, not for what it shows`() {
    let path: EndpointPath = "/users/\(Sensitive("u/17"))/notes"
    #expect(path.encoded == "/users/u%2F17/notes")
    #expect(path.description == "/users/{}/notes")
  }

  @Test func `is encoded value by value`() {
    let path: EndpointPath = "/v1/todos/\("a/b?c#d%e+f&g")/집/\("집 🏠")"
    #expect(
      path.encoded == "/v1/todos/a%2Fb%3Fc%23d%25e%2Bf%26g/%EC%A7%91/%EC%A7%91%20%F0%9F%8F%A0")
    #expect(path.template == "/v1/todos/{}/집/{}")
    #expect(path.problem == nil)
  }

  @Test func `takes an identifier's raw value, however it describes itself`() {
    let path: EndpointPath = "/v1/\(ID(rawValue: "x/y"))/\(42)/\(true)"
    #expect(path.encoded == "/v1/x%2Fy/42/true")
  }

  @Test func `keeps what the literal may hold`() {
    let path: EndpointPath = "/v1/a%2Fb/c;d=e,f/g:h@i!$&'()*+-._~"
    #expect(path.encoded == path.template)
    #expect(path.problem == nil)
  }

  @Test func `of values keeps its shape whatever they are`() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<10_000 {
      let one = generator.hostileText(upTo: 6)
      let two = generator.hostileText(upTo: 6)
      let path: EndpointPath = "/v1/\(one)/notes/x\(two)"
      let segments = path.encoded.split(separator: "/", omittingEmptySubsequences: false)
      let decoded = segments.map { PercentEncoding.decode($0) ?? "" }
      let mayBeRefused = one.isEmpty || one == "." || one == ".."
      guard (path.problem != nil) == mayBeRefused else {
        Issue.record(
          "\(one.debugDescription), \(two.debugDescription): \(String(describing: path.problem))")
        return
      }
      guard decoded.count == 5, Array(decoded[2].utf8) == Array(one.utf8), decoded[3] == "notes",
        Array(decoded[4].utf8) == Array("x\(two)".utf8),
        path.problem != nil || !segments.contains(where: { $0 == "." || $0 == ".." }),
        path.encoded.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 })
      else {
        Issue.record("\(one.debugDescription), \(two.debugDescription) became \(path.encoded)")
        return
      }
    }
  }

  @Test(arguments: [
    ("", EndpointPath.Problem.emptySegment), (".", .dotSegment), ("..", .dotSegment),
  ])
  func `is unusable with a value that would be another path`(
    value: String, problem: EndpointPath.Problem
  ) {
    #expect(("/v1/todos/\(value)" as EndpointPath).problem == problem)
    #expect(("/v1/\(value)/notes" as EndpointPath).problem == problem)
  }

  @Test func `is unusable with dots that are put together of pieces`() {
    let dot = "."
    #expect(("/v1/\(dot)\(dot)/x" as EndpointPath).problem == .dotSegment)
    #expect(("/v1/.\(dot)/x" as EndpointPath).problem == .dotSegment)
    #expect(("/v1/%2E\(dot)/x" as EndpointPath).problem == .dotSegment)
    #expect(("/v1/%2e%2E" as EndpointPath).problem == .dotSegment)
    #expect(("/v1/../x" as EndpointPath).problem == .dotSegment)
    #expect(("/v1/\(dot)\(dot)\(dot)/x" as EndpointPath).problem == nil)
    #expect(("/v1/\("%2e%2e")/x" as EndpointPath).encoded == "/v1/%252e%252e/x")
  }

  @Test func `is unusable with a literal that a value could complete to a triplet`() {
    #expect(("/v1/%\("2F")x" as EndpointPath).problem == .stray)
    #expect(("/v1/%2\("F")x" as EndpointPath).problem == .stray)
    #expect(("/v1/100%" as EndpointPath).problem == .stray)
  }

  @Test func `is unusable if it does not start with a slash or holds a stray character`() {
    #expect(("" as EndpointPath).problem == .notAbsolute)
    #expect(("v1" as EndpointPath).problem == .notAbsolute)
    #expect(("\("/v1")/x" as EndpointPath).problem == .notAbsolute)
    #expect(("https://evil.example/" as EndpointPath).problem == .notAbsolute)
    for stray in ["/a?b", "/a#b", "/a\r\nb", "/a\0"] {
      #expect(EndpointPath(stringLiteral: stray).problem == .stray, "\(stray.debugDescription)")
    }
  }

  @Test func `shows its template only`() {
    let path: EndpointPath = "/v1/users/\("s3cr3t")"
    for shown in printedForms(of: path) { #expect(!shown.contains("s3cr3t")) }
    #expect("\(path)" == "/v1/users/{}")
  }
}

@Suite struct `A query` {
  @Test func `is encoded, in order, so that servers of either convention read the same`() {
    let query: EndpointQuery = [
      "q": "a b+c&d=e%f", "집": "🏠", "n": -5, "on": true, "off": nil as String?,
      "list": ["x", "y/z"],
      "empty": "", "none": [String](), "half": 0.5, "big": 1e22,
    ]
    #expect(
      query.encoded == "?q=a%20b%2Bc%26d%3De%25f&%EC%A7%91=%F0%9F%8F%A0&n=-5&on=true&list=x"
        + "&list=y%2Fz&empty=&half=0.5&big=1e%2B22")
  }

  @Test func `of nothing is nothing`() {
    #expect(EndpointQuery().encoded == "")
    #expect(([:] as EndpointQuery).encoded == "")
    #expect((["a": nil as Int?] as EndpointQuery).encoded == "")
  }

  @Test func `reads back as it was put together`() {
    var generator = SplitMix64(seed: 8)
    for _ in 0..<3000 {
      let pairs = (0..<3).map { _ in
        (generator.hostileText(upTo: 5), generator.hostileText(upTo: 5))
      }
      var query = EndpointQuery()
      for (name, value) in pairs { query.append(value, for: name) }
      let read = query.encoded.dropFirst().split(separator: "&").map {
        $0.split(separator: "=", omittingEmptySubsequences: false).map {
          PercentEncoding.decode($0)
        }
      }
      let isSame = zip(read, pairs).allSatisfy {
        $0.count == 2 && $0[0].map { Array($0.utf8) } == Array($1.0.utf8)
          && $0[1].map { Array($0.utf8) } == Array($1.1.utf8)
      }
      guard read.count == 3, isSame else {
        Issue.record("\(pairs) became \(query.encoded)")
        return
      }
    }
  }

  @Test func `shows nothing of its names and values`() {
    let query: EndpointQuery = ["s3cr3t": "s3cr3t"]
    for shown in printedForms(of: query) { #expect(!shown.contains("s3cr3t")) }
  }
}
