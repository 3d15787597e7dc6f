/// The words by which servers say what they mean, where no standard does.
///
/// A word is only ever a hint; what happened before and after decides.
enum Words {
  static let login: Set<String> = [
    "login", "log-in", "log_in", "signin", "sign-in", "sign_in", "signon", "authenticate",
    "sso", "logon", "auth", "authorize", "oauth", "oauth2", "session", "sessions",
  ]
  static let loginPages: Set<String> = [
    "login", "log-in", "log_in", "signin", "sign-in", "sign_in", "signon", "logon", "sso",
    "authorize", "authenticate", "saml", "saml2", "adfs", "cas",
  ]
  static let logout: Set<String> = [
    "logout", "log-out", "log_out", "signout", "sign-out", "sign_out", "logoff", "signoff",
    "end-session", "end_session", "endsession", "revoke", "revocation",
  ]
  static let refresh: Set<String> = [
    "refresh", "renew", "token-refresh", "refresh-token", "refresh_token", "refreshtoken",
    "renewal", "tokenrefresh", "refresh-session",
  ]
  /// Pieces of a path whose answer tells who somebody is.
  static let identity: Set<String> = [
    "me", "whoami", "profile", "userinfo", "account", "self", "current", "current_user",
    "current-user", "currentuser", "session", "viewer", "myself", "user",
  ]

  static let expired = [
    "expired", "invalid_token", "invalid token", "token is invalid", "token invalid",
    "re-authenticate", "reauthenticate", "unauthenticated", "not authenticated", "not logged in",
    "login required", "login_required", "log in again", "sign in again", "invalid_session",
    "session_invalid", "invalid session", "token_not_valid", "not_authenticated", "jwt malformed",
    "authentication required", "must be logged in", "session timeout", "session timed out",
    "token has been revoked", "token revoked", "please log in", "please sign in",
    "authentication_required", "no active session", "session not found", "tokenexpired",
  ]
  static let forbidden = [
    "forbidden", "permission", "not_owner", "not owner", "access denied", "access_denied",
    "insufficient", "not allowed", "not_allowed", "scope", "role", "not authorized to",
    "privilege", "unauthorized_role", "owner", "not a member", "admin only", "subscription",
  ]

  static func any(_ words: [String], in text: String) -> Bool {
    words.contains { text.contains($0) }
  }

  /// Names of parameters and members that hold a token by which one gets in.
  static let accessNames: Set<String> = [
    "access_token", "accesstoken", "id_token", "idtoken", "jwt", "auth_token", "authtoken",
    "session_token", "sessiontoken", "bearer_token", "bearertoken", "bearer", "api_token",
    "apitoken", "access-token", "user_token", "usertoken",
  ]
  static let refreshNames: Set<String> = [
    "refresh_token", "refreshtoken", "refresh-token", "refresh",
  ]
  static let passwordNames: Set<String> = [
    "password", "passwd", "pwd", "pass", "passwort", "client_secret", "clientsecret", "pin",
    "current_password", "new_password", "passcode", "otp",
  ]
  static let sessionCookieNames: Set<String> = [
    "sid", "sessionid", "session_id", "session", "sess", "phpsessid", "jsessionid",
    "connect.sid", "auth", "auth_token", "token", "jwt", "access_token", "refresh_token", "rt",
    "at", "asp.net_sessionid", "laravel_session", "remember_token", "ci_session", "login",
    "logged_in_as", "_session_id", "s", "gate",
  ]

  /// Whether a cookie's name says that it lets somebody in.
  static func isSessionCookie(_ name: String) -> Bool {
    var name = name.lowercased()
    for prefix in ["__host-", "__secure-", "__http-", "__host-http-"] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    if sessionCookieNames.contains(name) { return true }
    if isIncidental(name) { return false }
    let pieces = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return pieces.contains { sessionWords.contains($0) } || name.hasSuffix("sessionid")
      || name.hasSuffix("sessid")
      || name.hasSuffix("token") || name.hasSuffix(".sid") || name.contains("aspxauth")
  }

  private static let sessionWords: Set<String> = [
    "session", "sess", "sid", "sessid", "auth", "token", "jwt", "sso",
  ]

  /// Whether a cookie measures, guards a form or keeps a taste, and lets nobody in.
  static func isIncidental(_ name: String) -> Bool {
    let name = name.lowercased()
    return incidental.contains { name.hasPrefix($0) } || name.contains("csrf")
      || name.contains("xsrf")
  }

  private static let incidental = [
    "_ga", "_gid", "_gcl", "utm", "__utm", "_fb", "_hj", "amplitude", "mp_", "optimizely", "_pk_",
    "ajs_", "vuid", "_dc_", "lang", "locale", "theme", "consent", "cookieconsent", "optanon",
    "_clck", "_clsk", "__cf", "cf_", "ak_", "bm_", "intercom", "timezone", "tz",
  ]
}
