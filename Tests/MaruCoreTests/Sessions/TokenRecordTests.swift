import Foundation
import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct TokenRecordTests {
  private static func bytes(_ text: String) -> Sensitive<[UInt8]> { Sensitive(Array(text.utf8)) }
  private static let ann = Sensitive("ann")

  @Test func `a record is read as it was written`() throws {
    for record in [
      TokenRecord(account: Self.ann, refreshToken: Sensitive("r")),
      TokenRecord(account: Self.ann, refreshToken: Sensitive("r\"\\\u{0}집"), mayBeSpent: true),
      TokenRecord(account: Self.ann, refreshToken: nil, end: .answerLost),
    ] {
      #expect(try TokenRecord(record.bytes, of: Self.ann) == record)
    }
  }

  @Test(arguments: [
    (#"{"version":2,"account":"ann","tokens":[1]}"#, TokenRecord.Problem.newerVersion),
    (#"{"version":0,"account":"ann"}"#, .unreadable), (#"{"version":1}"#, .unreadable),
    ("", .unreadable), ("\u{0}\u{1}", .unreadable), (#"{"account":"ann"}"#, .unreadable),
    (#"{"version":1,"account":"bob","refreshToken":"r"}"#, .otherAccount),
  ])
  func `a record that can't be used is an error and is kept`(
    text: String, problem: TokenRecord.Problem
  ) throws {
    #expect(throws: problem) { try TokenRecord(Self.bytes(text), of: Self.ann) }
    let one = try OneSession()
    let account = try OneSession.account("ann")
    one.store.set(Self.bytes(text), for: account.key)
    try one.run { session in
      do {
        _ = try await session.credential()
        Issue.record("there is no credential")
      } catch let error as CallError {
        #expect(error.code == .credentialUnavailable)
      }
      #expect(session.state == .unavailable(account, .record))
    }
    #expect(one.store.value(of: account.key) == Self.bytes(text))
    #expect(one.sent.isEmpty)
  }

  @Test func `an end for a reason of a later version is an end`() throws {
    let text = #"{"version":1,"account":"ann","end":"eaten"}"#
    #expect(try TokenRecord(Self.bytes(text), of: Self.ann).end == .refused)
  }

  @Test func `nothing that a session prints has a token or a name`() throws {
    let one = try OneSession(stored: "secret-word")
    let texts = Locked<[String]>([])
    try one.run { session in
      _ = try await session.credential()
      var dumped = ""
      dump(session, to: &dumped)
      dump(session.state, to: &dumped)
      for event in one.heard.events.withLock({ $0 }) { dump(event, to: &dumped) }
      let record = try #require(try one.record())
      dump(record, to: &dumped)
      texts.withLock {
        $0 += [dumped, "\(session)", String(reflecting: session), "\(session.state)", "\(record)"]
      }
    }
    let all = texts.withLock { $0 }.joined()
    for secret in ["secret-word", "access-1", "refresh-1", "ann\""] {
      #expect(!all.contains(secret))
    }
  }
}
