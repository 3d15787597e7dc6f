import GatewayHTTP
import Testing

@Suite struct TokenBucketsTests {
  @Test func `looking takes nothing`() {
    var buckets = TokenBuckets<String>(perMinute: 1)
    for _ in 0..<3 { #expect(buckets.look(at: "a", at: .zero) == .admitted) }
    #expect(buckets.count == 0)
    let taken = buckets.take("a", at: .zero)
    #expect(taken == .admitted)
    #expect(buckets.look(at: "a", at: .zero) == .refused(retryAfterSeconds: 60))
    #expect(buckets.look(at: "a", at: .seconds(60)) == .admitted)
  }

  @Test func `a minute's worth goes through at once, and then one each interval`() {
    var buckets = TokenBuckets<String>(perMinute: 6)
    for _ in 0..<6 { #expect(buckets.take("a", at: .zero) == .admitted) }
    #expect(buckets.take("a", at: .zero) == .refused(retryAfterSeconds: 10))
    #expect(buckets.take("a", at: .seconds(4)) == .refused(retryAfterSeconds: 6))
    #expect(buckets.take("a", at: .milliseconds(10_001)) == .admitted)
    #expect(buckets.take("a", at: .milliseconds(10_002)) == .refused(retryAfterSeconds: 10))
    // However long it rests, it holds no more than a minute's worth.
    for _ in 0..<6 { #expect(buckets.take("a", at: .seconds(86_400)) == .admitted) }
    #expect(buckets.take("a", at: .seconds(86_400)) != .admitted)
  }

  @Test func `one key does not use up another's`() {
    var buckets = TokenBuckets<String>(perMinute: 1)
    #expect(buckets.take("a", at: .zero) == .admitted)
    #expect(buckets.take("a", at: .zero) != .admitted)
    #expect(buckets.take("b", at: .zero) == .admitted)
  }

  @Test func `however many keys come, the memory is bounded, and who asked most is remembered`() {
    var buckets = TokenBuckets<Int>(perMinute: 3, maximumKeys: 100)
    for _ in 0..<4 { _ = buckets.take(-1, at: .zero) }
    for key in 0..<10_000 {
      _ = buckets.take(key, at: .milliseconds(key))
      #expect(buckets.count <= 100)
    }
    #expect(buckets.take(-1, at: .seconds(10)) != .admitted)
  }

  @Test func `a client with a network of its own has one address`() throws {
    func address(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)) }
    #expect(try address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9"))
    #expect(try address("2001:db8:1:2::1") != address("2001:db8:1:3::1"))
    #expect(try address("192.0.2.1") != address("192.0.2.2"))
    #expect(try address("::ffff:192.0.2.1") == address("192.0.2.1"))
    for text in ["", "localhost", "192.0.2.1, 192.0.2.2", "192.0.2.1:80"] {
      #expect(ClientAddress(text) == nil)
    }
  }
}
