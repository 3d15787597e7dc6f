/// The system forbids the app to speak plain http.
struct CleartextBlocked: Rule {
  static let declaration = Declaration(
    "net.ats-cleartext", .high, needs: [],
    explains: ["leak.credentials-over-http"],
    Text(
      "App Transport Security blocked an http address", "App Transport Security가 http 주소를 막았습니다"),
    why: Text("The request never left the device.", "요청이 기기를 떠나지 않았습니다."),
    app: Text(
      "Use https; do not add NSAllowsArbitraryLoads.",
      "https를 쓰고 NSAllowsArbitraryLoads를 추가하지 마십시오."),
    server: Text(
      "Serve https, and redirect to https addresses only.", "https로 제공하고 https 주소로만 리디렉션하십시오."),
    reference: "Apple, NSAppTransportSecurity")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.cleartextBlocked]).map {
      file.failureSign($0, nil, "The system allows https only", "시스템이 https만 허용합니다")
    }
  }
}
