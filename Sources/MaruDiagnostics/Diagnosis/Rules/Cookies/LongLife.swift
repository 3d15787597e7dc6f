internal import Foundation
internal import MaruHTTP

/// A session's cookie is to last longer than clients keep one.
struct LongLife: Rule {
  static let declaration = Declaration(
    "cookie.lifetime", .info, needs: [],
    Text("A session's cookie is to last more than 400 days", "세션 쿠키의 수명이 400일을 넘습니다"),
    why: Text(
      "Clients cut it to 400 days, WebKit to 7 if a script sets it; a session that long is there for a thief, too.",
      "클라이언트는 400일로, WebKit은 스크립트가 설정하면 7일로 줄입니다. 그렇게 긴 세션은 훔친 사람에게도 유효합니다."),
    app: .nothing,
    server: Text(
      "Set a shorter life, and renew the cookie while it is used.",
      "수명을 줄이고 사용하는 동안 쿠키를 연장하십시오."),
    reference: "RFC 6265bis §5.5")

  /// 400 days.
  private static let limit = 34_560_000

  static func look(at file: CaseFile) -> [Sign] {
    file.cookieGroups { set in
      guard let read = set.read, !set.isDeletion, set.refusal == nil,
        Words.isSessionCookie(read.name), file.isFirstParty(set.exchange)
      else { return false }
      if let age = read.maximumAge { return age > limit }
      // The clocks may differ by an hour.
      return read.expires.map { $0.timeIntervalSince(set.date) > Double(limit) + 3_600 } ?? false
    }.map { name, sets in
      let places = sets.map(\.exchange)
      return Sign(
        places,
        Text("\(name) in \(file.names(places)).", "\(file.names(places))의 \(name)."),
        fields: ["Set-Cookie", name])
    }
  }
}
