internal import MaruDiagnostics

/// The words of reports that do not come from a rule.
enum Phrases {
  static func severity(_ severity: Finding.Severity) -> Text {
    switch severity {
    case .critical: Text("critical", "심각")
    case .high: Text("high", "높음")
    case .medium: Text("medium", "중간")
    case .low: Text("low", "낮음")
    case .info: Text("info", "정보")
    }
  }

  static func confidence(_ confidence: Finding.Confidence) -> Text {
    switch confidence {
    case .certain: Text("certain", "확실")
    case .likely: Text("likely", "유력")
    case .possible: Text("possible", "가능")
    }
  }

  static func evidence(_ evidence: CaptureQuality.Evidence) -> Text {
    switch evidence {
    case .times: Text("when requests were sent", "요청 시각")
    case .fineTimes: Text("times finer than a second", "1초보다 정밀한 시각")
    case .credentials: Text("credentials as they were sent", "보내진 그대로의 자격 증명")
    case .equality: Text("which credential is the same as which", "자격 증명의 동일성")
    case .requestBodies: Text("the bodies of requests", "요청 본문")
    case .responseBodies: Text("the bodies of answers", "응답 본문")
    case .redirects: Text("redirects as answers of their own", "개별 응답으로 기록된 리디렉션")
    @unknown default: Text(evidence.rawValue, evidence.rawValue)
    }
  }

  static func client(_ client: ClientKind) -> Text {
    switch client {
    case .urlSession: Text("URLSession", "URLSession")
    case .webKit: Text("WebKit", "WebKit")
    case .chromium: Text("Chromium", "Chromium")
    case .firefox: Text("Firefox", "Firefox")
    case .browser: Text("a browser", "브라우저")
    case .curl: Text("curl", "curl")
    case .library: Text("a library", "라이브러리")
    @unknown default: Text(client.rawValue, client.rawValue)
    }
  }

  static func exchanges(_ count: Int) -> Text {
    Text(count == 1 ? "1 exchange" : "\(count) exchanges", "요청 \(count)건")
  }

  static let seen = Text("Seen", "관찰")
  static let why = Text("Why", "이유")
  static let app = Text("App", "앱")
  static let server = Text("Server", "서버")
  static let source = Text("Source", "근거")
  static let explains = Text("Explains", "함께 설명됨")
  static let fix = Text("Fix", "고칠 곳")
  static let findings = Text("Findings", "발견된 문제")
  static let cannotTell = Text("Can't tell", "알 수 없음")
  static let needs = Text("needs", "필요한 증거:")
  static let known = Text("known", "기준에 있음")
  static let causedBy = Text("Follows from", "원인")
}
