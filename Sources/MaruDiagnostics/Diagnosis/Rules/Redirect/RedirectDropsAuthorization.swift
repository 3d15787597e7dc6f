/// A redirect is followed without the credential, and the place it leads to asks for one.
struct RedirectDropsAuthorization: Rule {
  static let declaration = Declaration(
    "auth.redirect-drops-authorization", .high, needs: [.redirects, .credentials],
    explains: [
      "auth.401-missing-credentials", "auth.inconsistent-credentials",
      "auth.401-without-www-authenticate",
    ],
    Text("A redirect loses the Authorization field", "리디렉션에서 Authorization 필드가 사라집니다"),
    why: Text(
      "The call ends in 401 although its token is good; refreshing does not help.",
      "토큰이 유효한데도 401로 끝나며, 갱신해도 나아지지 않습니다."),
    app: Text(
      "Call the final address. URLSession takes the field off every redirect: set it again in urlSession(_:task:willPerformHTTPRedirection:) if the origin is the same.",
      "최종 주소를 직접 부르십시오. URLSession은 모든 리디렉션에서 필드를 지우므로, 출처가 같으면 urlSession(_:task:willPerformHTTPRedirection:)에서 다시 넣으십시오."
    ),
    server: Text(
      "Answer at the address that clients call; to another origin hand out a signed address.",
      "클라이언트가 부르는 주소에서 바로 답하고, 다른 출처로는 서명된 주소를 주십시오."),
    reference: "RFC 9110 §15.4, Fetch §4.4")

  static func look(at file: CaseFile) -> [Sign] {
    file.hops.compactMap { hop in
      let (from, to) = (file.exchanges[hop.from], file.exchanges[hop.to])
      guard from.request.has("authorization"), !to.request.has("authorization"),
        [401, 403].contains(file.status(hop.to))
      else { return nil }
      let isSame = from.address.origin == to.address.origin
      let english = isSame ? "on the same origin" : "to another origin, where dropping it is right"
      let korean = isSame ? "같은 출처인데" : "다른 출처이므로 지우는 것이 옳지만"
      return Sign(
        [hop.from, hop.to],
        Text(
          "\(file.label(hop.from)) carries the field, the redirect \(english), \(file.label(hop.to)) does not and is refused.",
          "\(file.label(hop.from))에는 필드가 있고, \(korean) \(file.label(hop.to))에는 없어 거절되었습니다."),
        fields: ["Authorization", "Location"], severity: isSame ? .high : .medium)
    }
  }
}
