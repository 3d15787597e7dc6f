/// A server answers over plain http what it should only answer over https.
struct NoHTTPS: Rule {
  static let declaration = Declaration(
    "net.no-https", .low, needs: [],
    Text("A server answers over plain http", "서버가 암호화 없는 http로 답합니다"),
    why: Text(
      "Anyone on the network path can read and change it; App Transport Security will block it.",
      "경로상의 누구나 읽고 바꿀 수 있으며 App Transport Security가 막습니다."),
    app: Text("Use the https address.", "https 주소를 쓰십시오."),
    server: Text(
      "Redirect http to https, or do not listen on it.", "http는 https로 돌리거나 열지 마십시오."),
    reference: "RFC 9325 §3.2, RFC 6797 §7.2")

  /// A machine of the same network, which has no certificate and which App Transport Security lets pass:
  /// `NSAllowsLocalNetworking` is for names without a dot and for `.local` (RFC 6762 §3), and private
  /// addresses lead no further (RFC 1918 §3).
  private static func isLocal(_ address: Address) -> Bool {
    let host = address.host
    if address.isLoopback || !host.contains(".") || host.hasSuffix(".local") { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, let first = numbers[0], let second = numbers[1],
      numbers.allSatisfy({ $0 != nil })
    else { return false }
    return first == 10 || first == 172 && (16...31).contains(second)
      || first == 192 && second == 168
  }

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      let address = file.exchanges[index].address
      return address.scheme == "http" && !isLocal(address) && file.isFirstParty(index)
        && (200..<300).contains(file.status(index)) && !file.exchanges[index].isFromCache
    }.map { found in
      Sign(
        found,
        Text(
          "Answered without TLS: \(file.names(found)).", "TLS 없이 답했습니다: \(file.names(found))."))
    }
  }
}
