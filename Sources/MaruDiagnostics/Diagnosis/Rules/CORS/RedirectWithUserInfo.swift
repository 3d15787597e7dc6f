/// Another origin's page is redirected to an address with a name and a password in it.
struct RedirectWithUserInfo: Rule {
  static let declaration = Declaration(
    "cors.redirect-userinfo", .high, needs: [.redirects],
    Text("A redirect's address holds a user's name", "리디렉션 주소에 사용자 이름이 들어 있습니다"),
    why: Text(
      "Browsers refuse it for calls to other origins, and it shows a password to whoever logs addresses.",
      "브라우저는 다른 출처 호출에서 이를 거부하고, 주소를 기록하는 곳에 비밀번호가 남습니다."),
    app: .nothing,
    server: Text(
      "Redirect to an address without user:password@, and authenticate by a field.",
      "user:password@가 없는 주소로 보내고 인증은 필드로 하십시오."),
    reference: "Fetch §4.4, RFC 9110 §4.2.4")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard let location = file.exchanges[index].answer?.location, location.contains("@") else {
        return false
      }
      return file.exchanges[index].address.resolving(location).hasUserInfo
    }.map { found in
      let isStopped = found.contains {
        file.exchanges[$0].isFromBrowser && file.facts[$0].isCrossOrigin
      }
      return Sign(
        found,
        Text(
          "Location has user information in it (\(file.names(found))).",
          "Location에 사용자 정보가 있습니다(\(file.names(found)))."),
        fields: ["Location"], severity: isStopped ? .high : .medium)
    }
  }
}
