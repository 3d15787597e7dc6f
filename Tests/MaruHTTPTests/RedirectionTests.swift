import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A redirect` {
  @Test func `is one of five statuses`() {
    #expect((100...600).filter(Redirection.isRedirect(status:)) == [301, 302, 303, 307, 308])
  }

  @Test(arguments: [
    // RFC 9110 §15.4.2–15.4.9.
    (301, RequestMethod.get, RequestMethod.get, true), (301, .head, .head, true),
    (301, .post, .get, false), (301, .put, .put, true), (301, .delete, .delete, true),
    (302, .get, .get, true), (302, .post, .get, false), (302, .patch, .patch, true),
    (303, .get, .get, false), (303, .head, .head, false), (303, .post, .get, false),
    (303, .put, .get, false), (303, .delete, .get, false), (307, .post, .post, true),
    (307, .get, .get, true), (308, .post, .post, true), (308, .put, .put, true),
  ])
  func `says the next method and whether the body goes along`(
    status: Int, method: RequestMethod, next: RequestMethod, keepsBody: Bool
  ) {
    let answer = Redirection.next(status: status, method: method)
    #expect(answer.method == next)
    #expect(answer.keepsBody == keepsBody)
  }
}

@Suite struct `A request method` {
  @Test func `is safe or idempotent as RFC 9110 §9.2 says`() {
    let methods: [RequestMethod] = [.get, .head, .options, .post, .put, .patch, .delete]
    #expect(methods.filter(\.isSafe) == [.get, .head, .options])
    #expect(methods.filter(\.isIdempotent) == [.get, .head, .options, .put, .delete])
    #expect(RequestMethod("TRACE")?.isSafe == true)
    #expect(RequestMethod("PURGE")?.isIdempotent == false)
  }

  @Test func `is told apart by its spelling`() {
    #expect(RequestMethod("get") != .get)
    #expect(RequestMethod("GET") == .get)
    #expect(RequestMethod("get")?.isSafe == false)
  }

  @Test(arguments: ["", "G T", "GET ", "GET\r\nX: y", "집", "A/B", "GET:"])
  func `is a token`(text: String) {
    #expect(RequestMethod(text) == nil)
  }
}

@Suite struct `A traceparent` {
  private let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test func `of the standard is read and written the same`() throws {
    // W3C Trace Context §3.2.2.5.
    let parent = try #require(TraceParent(example))
    #expect(parent.traceID == 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736)
    #expect(parent.parentID == 0x00f0_67aa_0ba9_02b7)
    #expect(parent.isSampled)
    #expect(parent.description == example)
    let unsampled = example.dropLast(2) + "00"
    #expect(TraceParent(String(unsampled))?.description == String(unsampled))
  }

  @Test(arguments: [
    "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes",
    "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
  ])
  func `of a later version or with more flags is read`(text: String) {
    #expect(TraceParent(text)?.isSampled == true)
  }

  @Test(arguments: [
    "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4BF92F3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
    "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
    "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  ])
  func `is none`(text: String) {
    #expect(TraceParent(text) == nil)
  }

  @Test func `is never all zero and round trips`() {
    #expect(
      TraceParent(traceID: 0, parentID: 0).description.hasPrefix(
        "00-000000000000000000000000000000"))
    #expect(TraceParent(TraceParent(traceID: 0, parentID: 0).description) != nil)
    var generator = SplitMix64(seed: 4)
    for _ in 0..<1000 {
      let parent = TraceParent(
        traceID: UInt128.random(in: 1...(.max), using: &generator) >> 7,
        parentID: generator.next() >> 3,
        isSampled: generator.next() & 1 == 0)
      #expect(TraceParent(parent.description) == parent)
    }
  }
}
