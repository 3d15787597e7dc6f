internal import Foundation
internal import MaruHTTP

/// Writes exchanges as entries of HAR 1.2, with what HAR has no place for under `_maru`.
enum HARWriter {
  static func creator(_ exporter: String, _ writer: inout JSONWriter) {
    let parts = exporter.split(separator: " ", maxSplits: 1).map(String.init)
    writer.object("creator") { writer in
      writer.text("name", parts.first ?? "Maru")
      writer.text("version", parts.count > 1 ? parts[1] : "")
    }
  }

  static func write(
    _ exchange: Exchange, isFine: Bool = true, _ writer: inout JSONWriter,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { writer in
      writer.text("_id", exchange.label)
      if let start = exchange.start {
        writer.text("startedDateTime", date(start, isFine: isFine))
      }
      writer.number("time", exchange.seconds * 1_000)
      writer.object("request") { writer in request(exchange, &writer) }
      writer.object("response") { writer in response(exchange, &writer) }
      writer.object("cache") { _ in }
      writer.object("timings") { writer in
        writer.number("send", 0)
        writer.number("wait", exchange.seconds * 1_000)
        writer.number("receive", 0)
      }
      writer.object("_maru") { writer in
        if let client = exchange.client { writer.text("client", client.rawValue) }
        if exchange.isFromCache { writer.bool("fromCache", true) }
        if let failure = exchange.failure {
          writer.object("error") { writer in
            writer.text("kind", failure.kind.rawValue)
            writer.text("name", failure.code)
          }
        }
        more(&writer)
      }
    }
  }

  private static func request(_ exchange: Exchange, _ writer: inout JSONWriter) {
    writer.text("method", exchange.method)
    writer.text("httpVersion", "")
    writer.text("url", exchange.address.text)
    fields(exchange.request, &writer)
    writer.array("cookies") { writer in
      for pair in exchange.listedCookies {
        writer.object { writer in
          writer.text("name", pair.name)
          writer.text("value", pair.value)
        }
      }
    }
    writer.array("queryString") { _ in }
    writer.number("headersSize", -1)
    writer.number("bodySize", exchange.requestBody.declaredBytes ?? -1)
    if let text = exchange.requestBody.text {
      writer.object("postData") { writer in
        writer.text("mimeType", exchange.requestBody.type)
        writer.text("text", text)
      }
    }
  }

  private static func response(_ exchange: Exchange, _ writer: inout JSONWriter) {
    let answer = exchange.answer
    writer.number("status", answer?.status ?? 0)
    writer.text("statusText", "")
    writer.text("httpVersion", "")
    fields(answer?.fields ?? CapturedFields(), &writer)
    writer.array("cookies") { _ in }
    writer.object("content") { writer in
      writer.number("size", answer?.body.declaredBytes ?? -1)
      writer.text("mimeType", answer?.body.type ?? "")
      if let text = answer?.body.text { writer.text("text", text) }
    }
    writer.text("redirectURL", answer?.redirect ?? "")
    writer.number("headersSize", -1)
    writer.number("bodySize", -1)
  }

  private static func fields(_ fields: CapturedFields, _ writer: inout JSONWriter) {
    writer.array("headers") { writer in
      for field in fields.all {
        writer.object { writer in
          writer.text("name", field.name)
          writer.text("value", field.value)
        }
      }
    }
  }

  /// RFC 3339 in UTC, to the microsecond, or to the second where no more is known.
  static func date(_ date: Date, isFine: Bool) -> String {
    let total = CivilDay.tellable(date.timeIntervalSince1970)
    let micros = Int((total * 1_000_000).rounded())
    let seconds = CivilDay.floorDivide(micros, 1_000_000)
    let days = CivilDay.floorDivide(seconds, 86_400)
    let (year, month, day) = CivilDay.date(of: days)
    let rest = seconds - days * 86_400
    func two(_ number: Int) -> String { CivilDay.digits(number, width: 2) }
    let fraction = CivilDay.digits(micros - seconds * 1_000_000, width: 6)
    return "\(CivilDay.digits(year, width: 4))-\(two(month))-\(two(day))T\(two(rest / 3_600)):"
      + "\(two(rest / 60 % 60)):\(two(rest % 60))\(isFine ? ".\(fraction)" : "")Z"
  }
}
