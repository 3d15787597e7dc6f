internal import MaruHTTP

/// A 304 confirms another version than the one that the client has.
struct WrongValidator: Rule {
  static let declaration = Declaration(
    "cache.bad-304", .medium, needs: [.credentials],
    Text("A 304 is for another version than was shown", "304가 보낸 것과 다른 버전을 확인해 줍니다"),
    why: Text(
      "The client goes on with what it has, which is not what the server means.",
      "클라이언트는 서버가 뜻한 것이 아닌 가진 응답을 계속 씁니다."),
    app: Text(
      "Drop the stored answer when the ETag of a 304 is not among those that were sent.",
      "304의 ETag가 보낸 것 중에 없으면 저장한 응답을 버리십시오."),
    server: Text(
      "Make the ETag of the present version, before compression and by all servers alike.",
      "압축 전의 현재 버전으로 모든 서버에서 같은 ETag를 만드십시오."),
    reference: "RFC 9110 §15.4.5, §8.8.3, RFC 9111 §4.3.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.status(index) == 304, !file.exchanges[index].isFromCache,
        let shown = file.exchanges[index].request["if-none-match"], shown != "*",
        let tag = file.field("etag", of: index)
      else { return false }
      let known = shown.split(separator: ",").map { opaque(String(FieldSyntax.trimmed($0))) }
      return !known.contains(opaque(String(FieldSyntax.trimmed(tag[...]))))
    }.map { found in
      Sign(
        found,
        Text(
          "The ETag of the 304 is not one of those in If-None-Match (\(file.names(found))).",
          "304의 ETag가 If-None-Match에 없습니다(\(file.names(found)))."),
        fields: ["If-None-Match", "ETag"])
    }
  }

  /// RFC 9110 §13.1.2 compares weakly; quotes that somebody has left away change nothing here.
  private static func opaque(_ tag: String) -> String {
    let bare = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    return bare.filter { $0 != "\"" }
  }
}
