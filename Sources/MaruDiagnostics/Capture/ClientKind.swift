/// What kind of program sent a request: each treats cookies, redirects and origins its own way.
@nonexhaustive
public enum ClientKind: String, Sendable, Hashable, CaseIterable {
  /// An app by way of URLSession.
  case urlSession = "urlsession"
  /// A web view or Safari.
  case webKit = "webkit"
  /// Chrome, Edge and what is built on them.
  case chromium
  /// Firefox.
  case firefox
  /// A browser, but which one is not known.
  case browser
  /// The curl command, or a program over libcurl.
  case curl
  /// Another library.
  case library

  /// Whether it keeps origins apart (CORS), sites apart (SameSite) and runs scripts.
  public var isBrowser: Bool {
    switch self {
    case .webKit, .chromium, .firefox, .browser: true
    default: false
    }
  }

  /// Reads what captures call a client.
  init?(named name: String) {
    switch name.lowercased() {
    case "urlsession", "nsurlsession", "cfnetwork", "native": self = .urlSession
    case "webkit", "wkwebview", "webview", "web-view", "safari": self = .webKit
    case "chromium", "chrome", "edge": self = .chromium
    case "firefox", "gecko": self = .firefox
    case "browser", "web": self = .browser
    case "curl", "libcurl": self = .curl
    case "library", "okhttp", "axios", "node": self = .library
    default: return nil
    }
  }

  /// Guesses by the `User-Agent` field.
  init?(userAgent: String) {
    if userAgent.hasPrefix("curl/") {
      self = .curl
    } else if userAgent.contains("CFNetwork/") {
      self = .urlSession
    } else if userAgent.contains("Firefox/") {
      self = .firefox
    } else if userAgent.contains("Chrome/") || userAgent.contains("Chromium/") {
      self = .chromium
    } else if userAgent.contains("AppleWebKit/") {
      self = .webKit
    } else if userAgent.hasPrefix("Mozilla/") {
      self = .browser
    } else if userAgent.hasPrefix("okhttp/") || userAgent.hasPrefix("python-")
      || userAgent.hasPrefix("axios/") || userAgent.hasPrefix("Go-http-client")
      || userAgent.hasPrefix("PostmanRuntime")
    {
      self = .library
    } else {
      return nil
    }
  }
}
