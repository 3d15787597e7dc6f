import Foundation
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `An HTTP date` {
  private let reference = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01

  @Test(arguments: [
    // RFC 9110 §5.6.7 gives the first three.
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu Jan  1 00:00:00 1970", 0),
    ("Thursday, 01-Jan-70 00:00:00 GMT", 3_155_760_000),
    ("Friday, 01-Jan-77 00:00:00 GMT", 220_924_800),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Mon, 28 Feb 2100 00:00:00 GMT", 4_107_456_000),
    ("Wed, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
  ])
  func `is read in all three forms`(text: String, seconds: Double) {
    let date = HTTPDate.parse(text, reference: reference)
    #expect(date?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "0", "tomorrow", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 30 Feb 2000 12:00:00 GMT", "Thu, 29 Feb 1900 12:00:00 GMT",
    "Sun, 29 Feb 2100 00:00:00 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 199 08:49:37 GMT",
    "Sun, 06 Nov 19945 08:49:37 GMT",
    "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 1994 08:49:37:00 GMT",
    "Sun Nov  6 08:49:37 94 GMT x", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "6 Nov 1994 08:49:37 GMT",
    "99999999999999999999 99999999999999999999 1 1 1 GMT",
  ])
  func `is none`(text: String) {
    #expect(HTTPDate.parse(text, reference: reference) == nil)
  }

  @Test func `is written in the one form for senders and read back`() {
    #expect(
      HTTPDate.format(Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    var generator = SplitMix64(seed: 3)
    for _ in 0..<5000 {
      let seconds = Int.random(in: -62_167_219_200...253_402_300_799, using: &generator)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let text = HTTPDate.format(date)
      guard text.utf8.count == 29, HTTPDate.parse(text, reference: reference) == date else {
        Issue.record("\(seconds) became \(text)")
        return
      }
    }
  }

  @Test func `agrees with Foundation about the day of the week`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    for day in stride(from: -30_000, through: 60_000, by: 173) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      #expect(HTTPDate.format(date).hasPrefix(names[calendar.component(.weekday, from: date) - 1]))
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func `is written for a moment that no calendar has`(seconds: Double) {
    #expect(HTTPDate.format(Date(timeIntervalSince1970: seconds)).utf8.count == 29)
  }

  @Test func `of two digits more than fifty years ahead is in the past`() {
    let text = { (year: Int) in "Sunday, 06-Nov-\(CivilDay.digits(year, width: 2)) 08:49:37 GMT" }
    for year in 0..<100 {
      let date = HTTPDate.parse(text(year), reference: reference)
      let expected = 2000 + year > 2076 ? 1900 + year : 2000 + year
      #expect(date.map { HTTPDate.format($0).contains(" \(expected) ") } == true)
    }
  }
}

@Suite struct `Retry-After` {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    ("0", 0), ("120", 120_000), (" 7\t", 7000), ("Sun, 06 Nov 1994 08:49:40 GMT", 3000),
    ("Sun, 06 Nov 1994 08:49:30 GMT", 0), ("99999999999999999999999", 31_536_000_000),
    ("31536001", 31_536_000_000), ("Sun, 06 Nov 2094 08:49:30 GMT", 31_536_000_000),
  ])
  func `in either form becomes a wait of at most a year`(text: String, milliseconds: Int) {
    #expect(RetryAfter(text, reference: now)?.delay(from: now) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", " ", "-1", "+1", "1.5", "1e3", "1 2", "soon", "٣", "1s"])
  func `is none`(text: String) {
    #expect(RetryAfter(text, reference: now) == nil)
  }

  @Test func `is never negative and never early`() {
    #expect(RetryAfter.seconds(-5).delay(from: now) == .zero)
    #expect(RetryAfter.seconds(.max).delay(from: now) == .seconds(365 * 86_400))
    let soon = RetryAfter.date(now.addingTimeInterval(0.0004))
    #expect(soon.delay(from: now) == .milliseconds(1))
  }
}
