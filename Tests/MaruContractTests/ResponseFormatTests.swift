import Foundation
import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A response format` {
  @Test func `has a value for no body only if it is optional or nothing`() {
    #expect(ResponseFormat<Int>.json.emptyValue == nil)
    #expect(ResponseFormat<[Int]>.json.emptyValue == nil)
    let optional = ResponseFormat<Int?>.json.emptyValue
    #expect(optional.map { $0() == nil } == true)
    let twice = ResponseFormat<Int??>.json.emptyValue
    #expect(twice.map { $0() == nil } == true)
    #expect(ResponseFormat<Void>.nothing.emptyValue != nil)
    #expect(ResponseFormat<String>.text.emptyValue?() == "")
    #expect(ResponseFormat<Data>.bytes.emptyValue?() == Data())
  }

  @Test func `asks for what it reads`() {
    #expect(ResponseFormat<Int>.json.acceptHeader == "application/json")
    #expect(ResponseFormat<String>.text.acceptHeader == "text/plain; charset=utf-8")
    #expect(ResponseFormat<Void>.nothing.acceptHeader == "*/*")
    #expect(ResponseFormat<Int>.json.reads(.problem) && !ResponseFormat<Int>.json.reads(.text))
    #expect(ResponseFormat<Void>.nothing.reads(.text) && ResponseFormat<Data>.bytes.reads(.json))
  }

  @Test func `reads a value from the body`() throws {
    #expect(try ResponseFormat<[Int]>.json.decode(Array("[1]".utf8)) == [1])
    #expect(try ResponseFormat<Int?>.json.decode(Array("null".utf8)) == nil)
    #expect(try ResponseFormat<String>.text.decode(Array("집".utf8)) == "집")
    #expect(try ResponseFormat<Data>.bytes.decode([0, 255]) == Data([0, 255]))
    try ResponseFormat<Void>.nothing.decode([1, 2])
  }

  @Test func `refuses text that is no UTF-8`() throws {
    #expect(throws: (any Error).self) { try ResponseFormat<String>.text.decode([0xFF]) }
    let korean = try #require(MediaType("text/plain; charset=EUC-KR"))
    #expect(!ResponseFormat<String>.text.readsCharset(of: korean))
    #expect(ResponseFormat<String>.text.readsCharset(of: .text))
  }

  @Test func `is chosen by the content type, and is the first one without it`() throws {
    /// Reads the type that a body was sent as.
    struct Echo: BodyDecoder {
      var mediaTypes: [MediaType] { [.bytes] }
      func reads(charset: String) -> Bool { charset == "euc-kr" }
      func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try decode(type, from: bytes, sentAs: nil)
      }
      func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], sentAs mediaType: MediaType?
      ) throws -> Value {
        let text = "\"\(mediaType?.description ?? "nothing")\""
        return try JSONBodyDecoder.standard.decode(type, from: Array(text.utf8))
      }
    }
    let both = ResponseFormat<String>.decoded(byContentType: JSONBodyDecoder.standard, Echo())
    let bytes = try #require(MediaType("application/octet-stream; charset=euc-kr"))
    let json = try #require(MediaType("application/json; charset=euc-kr"))
    let body = Array(#""json""#.utf8)
    #expect(both.acceptHeader == "application/json, application/octet-stream")
    #expect(both.reads(json) && both.reads(bytes) && !both.reads(.text))
    #expect(both.readsCharset(of: bytes) && !both.readsCharset(of: json))
    #expect(try both.decode(body) == "json")
    #expect(try both.decode(body, sentAs: json) == "json")
    #expect(try both.decode(body, sentAs: bytes) == "application/octet-stream; charset=euc-kr")
    #expect(
      try ResponseFormat<String>.decoded(by: Echo()).decode(body, sentAs: json)
        == "application/json; charset=euc-kr")
    let optional = ResponseFormat<String?>.decoded(byContentType: Echo(), JSONBodyDecoder.standard)
    #expect(optional.emptyValue != nil && both.emptyValue == nil)
  }

  @Test func `of a form is encoded as its query is`() throws {
    let body = try EndpointBody.form(["a b": "c&d", "e": ["f", "g"]]).encode(
      random: SeededRandom(seed: 1))
    guard case .bytes(let bytes) = body.content else {
      Issue.record("\(body)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "a%20b=c%26d&e=f&e=g")
    #expect(body.mediaType == .form && body.isRestartable)
  }
}

@Suite struct `A body that is collected` {
  private final class Pieces: TransportBody {
    let pieces: [[UInt8]]
    let position = Position()
    let expectedLength: Int?
    var metrics: AttemptMetrics { AttemptMetrics() }

    actor Position {
      var next = 0
      func advance() -> Int {
        defer { next += 1 }
        return next
      }
    }

    init(_ pieces: [[UInt8]], expectedLength: Int? = nil) {
      self.pieces = pieces
      self.expectedLength = expectedLength
    }

    func next(into buffer: inout [UInt8]) async throws -> Bool {
      let index = await position.advance()
      guard index < pieces.count else { return false }
      buffer += pieces[index]
      return true
    }
  }

  @Test func `may have exactly as many bytes as the limit`() async throws {
    #expect(try await Pieces([[1], [], [2, 3]]).collect(upTo: 3) == [1, 2, 3])
    #expect(try await Pieces([]).collect(upTo: 0) == [])
  }

  @Test func `is given up at the first byte too many`() async throws {
    let body = Pieces([[1], [2, 3], [4]])
    let error = await #expect(throws: TransportFailure.self) { try await body.collect(upTo: 2) }
    #expect(error?.kind == .bodyTooLarge)
    #expect(await body.position.next == 2)
  }

  @Test func `is not read at all if it says that it is too long`() async throws {
    let body = Pieces([[1]], expectedLength: 3)
    await #expect(throws: TransportFailure.self) { try await body.collect(upTo: 2) }
    #expect(await body.position.next == 0)
  }
}
