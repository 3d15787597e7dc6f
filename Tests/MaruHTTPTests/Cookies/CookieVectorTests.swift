import Foundation
import MaruHTTP
import Testing

/// The cases that browsers' cookie parsers were compared by (abarth/http-state), where they are at
/// hand: they are not part of this package.
enum CookieVectors {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    struct Pair: Decodable, Sendable, Equatable {
      var name: String
      var value: String
    }
    var test: String
    var received: [String]
    var sent: [Pair]
    var sentTo: String?
    var testDescription: String { test }

    private enum CodingKeys: String, CodingKey {
      case test, received, sent
      case sentTo = "sent-to"
    }
  }

  struct Moment: Decodable, Sendable, CustomTestStringConvertible {
    var test: String
    var expected: String?
    var testDescription: String { test }
  }

  private static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["MARU_VECTORS"].map { URL(filePath: $0) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return (named ?? root.appending(path: "../shared/vectors")).appending(path: "cookies")
  }()

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static func read<Value: Decodable>(_ name: String) -> [Value] {
    guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return [] }
    return (try? JSONDecoder().decode([Value].self, from: data)) ?? []
  }

  static let cases: [Case] = read("http-state-parser.json")
  static let moments: [Moment] =
    read("http-state-examples.json") + read("http-state-bsd-examples-clean.json")
}

@Suite(.enabled("the cases of abarth/http-state are not at hand") { CookieVectors.isThere })
struct `A case of http-state` {
  /// Where what is kept differs from what the cases of 2011 expect, and why.
  enum Departure: String, Sendable {
    /// RFC 6265bis §5.6: without `=` all is the value, and it is kept.
    case nameless = "a value without a name is kept, and sent bare"
    /// RFC 6265bis §5.6: a control ends the whole cookie, not only its value.
    case control = "a control character refuses the cookie"
    /// RFC 6265bis §5.6.3: the last domain counts, also an empty one.
    case emptyDomain = "an empty Domain takes an earlier one back"
    /// RFC 6265bis §5.1.4: paths are compared byte by byte.
    case triplet = "a percent triplet in a path is not decoded"
  }

  static let departures: [String: Departure] = [
    "0004": .nameless, "0021": .nameless, "0023": .nameless, "0024": .nameless, "0025": .nameless,
    "0026": .nameless, "0027": .nameless, "0028": .nameless, "CHROMIUM0009": .nameless,
    "CHROMIUM0010": .nameless, "CHROMIUM0012": .nameless, "MOZILLA0012": .nameless,
    "MOZILLA0014": .nameless, "MOZILLA0015": .nameless, "MOZILLA0016": .nameless,
    "MOZILLA0017": .nameless, "NAME0017": .nameless, "NAME0023": .nameless, "NAME0025": .nameless,
    "NAME0028": .nameless, "NAME0031": .nameless, "NAME0032": .nameless, "NAME0033": .nameless,
    "DISABLED_CHROMIUM0022": .control, "DISABLED_CHROMIUM0023": .control,
    "DISABLED_PATH0029": .triplet, "OPTIONAL_DOMAIN0042": .emptyDomain,
  ]

  @Test(arguments: CookieVectors.cases)
  func `is sent what it expects`(of test: CookieVectors.Case) throws {
    let name = test.test.lowercased()
    let setter = try RequestURL("http://home.example.org:8888/cookie-parser?\(name)")
    let receiver = try setter.resolving(test.sentTo ?? "/cookie-parser-result?\(name)")
    // Between the dates that the cases take for gone and those that they take for far away.
    let now = Date(timeIntervalSince1970: 1_325_376_000)
    var jar = CookieJar()
    for field in test.received { jar.receive(field, answering: .init(to: setter), at: now) }
    let sent = jar.cookies(for: .init(to: receiver), at: now).map {
      CookieVectors.Case.Pair(name: $0.name, value: $0.value.text)
    }
    if let departure = Self.departures[test.test] {
      #expect(sent != test.sent, "this is no departure any more: \(departure.rawValue)")
    } else {
      #expect(sent == test.sent)
    }
  }

  @Test func `is one of more than two hundred, and each departure is one of them`() {
    #expect(CookieVectors.cases.count >= 222)
    let names = Set(CookieVectors.cases.map(\.test))
    #expect(Self.departures.keys.filter { !names.contains($0) } == [])
  }

  @Test(arguments: CookieVectors.moments)
  func `is a date or none`(of test: CookieVectors.Moment) throws {
    let expected = test.expected.flatMap { HTTPDate.parse($0, reference: .distantPast) }
    #expect((test.expected == nil) == (expected == nil))
    #expect(CookieDate.parse(test.test) == expected)
  }

  @Test func `is one of seventy dates`() {
    #expect(CookieVectors.moments.count >= 70)
  }
}
