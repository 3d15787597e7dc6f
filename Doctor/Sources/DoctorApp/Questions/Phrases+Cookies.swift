internal import MaruDiagnostics
internal import MaruHTTP

extension Phrases {
  static func reason(_ reason: CookieReason) -> Text {
    switch reason {
    case .sameHost: Text("it is this very host's", "바로 이 호스트의 쿠키입니다")
    case .withinDomain: Text("its domain covers the host", "도메인이 이 호스트를 포함합니다")
    case .otherHost: Text("it belongs to another host", "다른 호스트의 쿠키입니다")
    case .otherPath: Text("its path does not cover the request's", "경로가 요청 경로를 포함하지 않습니다")
    case .needsTLS: Text("it is Secure and the request is not", "Secure 쿠키인데 요청이 TLS가 아닙니다")
    case .crossSiteStrict:
      Text(
        "it is SameSite=Strict and another site caused the request",
        "SameSite=Strict인데 다른 사이트가 요청을 일으켰습니다")
    case .crossSiteLax:
      Text(
        "it is SameSite=Lax and another site caused the request",
        "SameSite=Lax인데 다른 사이트가 요청을 일으켰습니다")
    case .crossSiteUnsaid:
      Text(
        "it has no SameSite, which counts as Lax, and another site caused the request",
        "SameSite가 없어 Lax로 보는데 다른 사이트가 요청을 일으켰습니다")
    case .expired: Text("it has ended", "만료되었습니다")
    }
  }

  static func event(_ kind: Chronicle.CookieLife.Kind) -> Text {
    switch kind {
    case .set: Text("set", "설정됨")
    case .replaced: Text("replaced", "바뀜")
    case .sent: Text("sent", "보내짐")
    case .deleted: Text("deleted", "삭제됨")
    case .deletionMissed:
      Text("a deletion met nothing with this domain and path", "이 도메인과 경로에 지울 쿠키가 없었음")
    case .refused(let why): Text("refused: \(why)", "거부됨: \(why)")
    case .expired: Text("its time was up", "만료됨")
    }
  }

  static func party(_ party: Chronicle.Party) -> Text {
    switch party {
    case .app: Text("App", "앱")
    case .webView: Text("Web view", "웹 뷰")
    case .issuer: Text("Issuer", "발급자")
    case .api: Text("API", "API")
    case .cdn: Text("CDN", "CDN")
    case .other: Text("Elsewhere", "그 밖")
    }
  }

  static func kind(_ kind: Chronicle.CredentialLife.Kind) -> Text {
    switch kind {
    case .accessToken: Text("an access token", "액세스 토큰")
    case .refreshToken: Text("a refresh token", "리프레시 토큰")
    case .key: Text("a key", "키")
    case .password: Text("a name and a password", "이름과 비밀번호")
    }
  }
}
