/// The client shows that it has the answer, and gets all of it again.
struct ValidatorIgnored: Rule {
  static let declaration = Declaration(
    "cache.validator-ignored", .low, needs: [],
    Text("If-None-Match is ignored", "If-None-Match가 무시됩니다"),
    why: Text("The same bytes are sent again and again.", "같은 바이트를 계속 다시 보냅니다."), app: .nothing,
    server: Text("Answer 304 if the validator is the present one.", "검증자가 현재 값이면 304로 답하십시오."),
    reference: "RFC 9110 §13.1.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.exchanges[index].method == "GET", file.status(index) == 200,
        !file.isCacheHit(index),
        let shown = file.exchanges[index].request["if-none-match"],
        let tag = file.field("etag", of: index)
      else { return false }
      func bare(_ text: String) -> String {
        text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
      }
      return shown.split(separator: ",").contains {
        bare($0.trimmingPrefix(" ").description) == bare(tag)
      }
    }.map { found in
      Sign(
        found,
        Text(
          "The ETag that was shown came back with status 200 (\(file.names(found))).",
          "보낸 ETag와 같은 값이 200으로 돌아왔습니다(\(file.names(found)))."),
        fields: ["If-None-Match", "ETag"])
    }
  }
}
