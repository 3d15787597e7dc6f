import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `An endpoint` {
  private func content(_ body: EndpointBody) throws -> String? {
    guard case .bytes(let bytes) = try body.encode(random: SeededRandom(seed: 1)).content else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `of each method asks by that method and needs a credential unless told otherwise`() {
    let endpoints: [Endpoint<Int>] = [
      .get("/a"), .post("/a"), .put("/a"), .patch("/a"), .delete("/a"),
    ]
    #expect(endpoints.map(\.method) == [.get, .post, .put, .patch, .delete])
    #expect(endpoints.allSatisfy { $0.credential == .required && $0.idempotency == .asMethod })
    let silent: [Endpoint<Void>] = [
      .head("/a"), .post("/a"), .put("/a"), .patch("/a"), .delete("/a"),
    ]
    #expect(silent.map(\.method) == [.head, .post, .put, .patch, .delete])
    #expect(silent.allSatisfy { $0.response.emptyValue != nil })
    #expect(Endpoint<Int>.get("/a", credential: .none).credential == .none)
  }

  @Test func `carries what it was given`() throws {
    let endpoint = Endpoint<Int>.post(
      "/v1/things/\("x/y")", query: ["a": 1], json: ["b": 2], idempotency: .key,
      deadline: .seconds(5))
    #expect(endpoint.path.encoded == "/v1/things/x%2Fy")
    #expect(endpoint.query.encoded == "?a=1")
    #expect(try content(endpoint.body) == #"{"b":2}"#)
    #expect(try endpoint.body.encode(random: SeededRandom(seed: 1)).mediaType == .json)
    #expect(endpoint.idempotency == .key && endpoint.deadline == .seconds(5))
    #expect(endpoint.name == "POST /v1/things/{}" && "\(endpoint)" == endpoint.name)
  }

  @Test func `names its body's type by what the body is`() throws {
    #expect(try EndpointBody.none.encode(random: SeededRandom(seed: 1)).mediaType == nil)
    #expect(try EndpointBody.text("집").encode(random: SeededRandom(seed: 1)).mediaType == .text)
    #expect(try content(.text("집")) == "집")
    #expect(
      try EndpointBody.form(["a": 1]).encode(random: SeededRandom(seed: 1)).mediaType == .form)
    #expect(try content(.form([:])) == "")
  }

  @Test func `tells whether its body can be sent again`() throws {
    struct Never: Error {}
    for isRestartable in [true, false] {
      let body = RequestBody.stream(.bytes, length: 3, isRestartable: isRestartable) {
        throw Never()
      }
      #expect(
        try EndpointBody.stream(body).encode(random: SeededRandom(seed: 1)).isRestartable
          == isRestartable)
    }
    #expect(RequestBody.none.isRestartable && RequestBody.bytes([1], as: .bytes).isRestartable)
  }
}
