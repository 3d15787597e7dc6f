import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// How long a server asks to wait, as a call understands it (RFC 9110 §10.2.3).
@Suite struct RetryAfterTests {
  private func retryAfter(_ fields: [(HeaderName, String)]) throws -> Duration? {
    let call = try OneCall([ServerAct.response(503, fields)]) { $0.retry = .never }
    return try call.failure(of: Endpoint<Thing>.get("/thing"))?.retryAfter
  }

  @Test func `of two fields the longer wait counts, in any order`() throws {
    #expect(try retryAfter([(.retryAfter, "5"), (.retryAfter, "100")]) == .seconds(100))
    #expect(try retryAfter([(.retryAfter, "100"), (.retryAfter, "5")]) == .seconds(100))
    #expect(try retryAfter([(.retryAfter, "soon"), (.retryAfter, "5")]) == .seconds(5))
  }

  @Test(arguments: [-86_400.0, 0, 86_400]) func `a date is measured by the server's own clock`(
    ahead: Double
  ) throws {
    // The world's wall clock starts at this moment.
    let now = Date(timeIntervalSince1970: 1_767_225_600 - ahead)
    let fields: [(HeaderName, String)] = [
      (.date, HTTPDate.format(now)), (.retryAfter, HTTPDate.format(now + 90)),
    ]
    #expect(try retryAfter(fields) == .seconds(90))
  }
}
