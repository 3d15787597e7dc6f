import Foundation
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A cookie's date` {
  @Test(
    arguments: [
      ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894),
      ("Wed, 09-Jun-21 10:18:14 GMT", 1_623_233_894),
      ("10:18:14 2021 jun 9", 1_623_233_894),
      ("9 JUNE 2021x 10:18:14z", 1_623_233_894),
      ("1 Jan 70 0:0:0", 0),
      ("1 Jan 1601 00:00:00", -11_644_473_600),
      ("29 Feb 2024 00:00:00", 1_709_164_800),
      ("31 Dec 9999 23:59:59", 253_402_300_799),
      ("1 Jan 69 00:00:00", 3_124_224_000),
    ])
  func `is read wherever its parts stand`(text: String, seconds: Int) {
    #expect(CookieDate.parse(text) == Date(timeIntervalSince1970: Double(seconds)))
  }

  @Test(
    arguments: [
      "", " ", "GMT", "1 Jan 2021", "1 Jan 10:18:14", "Jan 2021 10:18:14", "32 Jan 2021 10:18:14",
      "0 Jan 2021 10:18:14", "30 Feb 2021 10:18:14", "29 Feb 2023 10:18:14", "1 Jan 1600 10:18:14",
      "1 Jan 2021 24:00:00", "1 Jan 2021 23:60:00", "1 Jan 2021 23:59:60", "1 Jan 2021 1:2",
      "1 Jan 20211 10:18:14", "1 Jan 2021 10:18:140", "1 Jan 2021 10::14", "1 Ja 2021 10:18:14",
      "1 월 2021 10:18:14",
    ])
  func `is none without all of them`(text: String) {
    #expect(CookieDate.parse(text) == nil)
  }

  @Test func `is read of any text without a crash`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<5_000 {
      _ = CookieDate.parse(random.hostileText(upTo: 40))
      let pieces = ["1", "31", "2024", "feb", "10:18:14", "99:99:99", "::", "-", "9999", ":1:1:1:"]
      let text = (0..<6).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }
      _ = CookieDate.parse(text.joined(separator: " "))
    }
  }
}
