internal import Foundation

/// Says what a capture can prove, from what its exchanges have and have not.
struct QualityJudge {
  let exporter: String
  let dates: EntryReader.Seen

  func capture(of exchanges: [Exchange], cut: CaptureRefusal?) -> Capture {
    let (unique, duplicates) = withoutTwins(exchanges)
    var quality = CaptureQuality()
    quality.exporter = exporter
    quality.cut = cut
    quality.duplicates = duplicates
    // Eight full seconds in a row are an exporter that rounds, and no chance.
    let isRounded = dates.fineDates >= 8 && dates.brokenSeconds == 0
    quality.times =
      dates.fineDates > 0 && !isRounded
      ? .milliseconds : dates.fineDates + dates.coarseDates > 0 ? .seconds : .none
    quality.isSanitized = isSanitized(unique)
    quality.isMasked = isMasked(unique)
    // Pulse writes the fields that the app set; the system's cookies are not among them.
    quality.hasFieldsAsSent = !exporter.lowercased().contains("pulse")
    let posts = unique.filter {
      ["POST", "PUT", "PATCH"].contains($0.method)
        && ($0.requestBody.declaredBytes ?? 1) > 0 && $0.request["content-length"] != "0"
    }
    quality.hasRequestBodies = posts.isEmpty || posts.contains { $0.requestBody.text != nil }
    let answers = unique.filter { ($0.answer?.body.declaredBytes ?? 0) > 0 && $0.status == 200 }
    quality.hasResponseBodies = answers.isEmpty || answers.contains { $0.answer?.body.text != nil }
    quality.hasRedirects = !exporter.lowercased().contains("pulse")
    quality.clients = Set(unique.compactMap(\.client)).sorted { $0.rawValue < $1.rawValue }
    return Capture(exchanges: unique, quality: quality)
  }

  /// The same request at the same moment with the same answer: some exporters write a task twice.
  private func withoutTwins(_ exchanges: [Exchange]) -> ([Exchange], Int) {
    guard exporter.lowercased().contains("pulse") else { return (exchanges, 0) }
    struct Twin: Hashable {
      let url: String
      let method: String
      let start: Double
      let seconds: Double
      let status: Int
    }
    var seen: Set<Twin> = []
    let unique = exchanges.filter {
      guard let start = $0.start else { return true }
      return seen.insert(
        Twin(
          url: $0.address.text, method: $0.method, start: start.timeIntervalSince1970,
          seconds: $0.seconds, status: $0.status ?? 0)
      ).inserted
    }
    return (unique, exchanges.count - unique.count)
  }

  /// Chrome takes credentials out of what it exports unless told not to; then a whole browser's
  /// traffic has not one of them.
  private func isSanitized(_ exchanges: [Exchange]) -> Bool {
    let names: Set<String> = ["cookie", "set-cookie", "authorization"]
    let hasOne = exchanges.contains { exchange in
      exchange.request.all.contains { names.contains($0.folded) }
        || exchange.answer?.fields.all.contains { names.contains($0.folded) } == true
        || !exchange.listedCookies.isEmpty
    }
    if hasOne { return false }
    let name = exporter.lowercased()
    return name.contains("webinspector") || name.contains("sanitize")
  }

  private func isMasked(_ exchanges: [Exchange]) -> Bool {
    exchanges.contains { exchange in
      exchange.request.all.contains { field in
        (field.folded == "authorization" || field.folded == "cookie")
          && Credential.isMask(field.value)
      }
    }
  }
}
