import MaruContract
import MaruURLSession
import Testing

@Suite struct SessionEndingTests {
  struct Row: Sendable, CustomStringConvertible {
    var code: Int
    var text = ""
    var streamCode: Int?
    var headHasCome = false
    var kind: TransportFailure.Kind
    var arrival = TransportFailure.Arrival.possible
    var description: String { "\(code) \(text)" }
  }

  /// Texts as libcurl 7.88 writes them (lib/strerror.c, lib/vtls/openssl.c).
  static let linux = [
    Row(
      code: -1004, text: "Failed to connect to h port 1", kind: .unreachable, arrival: .impossible),
    Row(code: -1003, text: "Could not resolve host: h", kind: .unreachable, arrival: .impossible),
    Row(code: -1005, text: "Recv failure: Connection reset by peer", kind: .connectionLost),
    Row(code: -1011, text: "Empty reply from server", kind: .connectionLost),
    Row(
      code: -1, text: "transfer closed with 9 bytes remaining to read", headHasCome: true,
      kind: .connectionLost),
    Row(
      code: -1, text: "SSL certificate problem: self-signed certificate", kind: .tlsUntrusted,
      arrival: .impossible),
    Row(
      code: -1, text: "SSL certificate problem: unable to get local issuer certificate",
      kind: .tlsUntrusted, arrival: .impossible),
    Row(
      code: -1, text: "SSL certificate problem: certificate has expired", kind: .tlsExpired,
      arrival: .impossible),
    Row(
      code: -1, text: "SSL certificate problem: certificate is not yet valid", kind: .tlsExpired,
      arrival: .impossible),
    Row(
      code: -1,
      text: "SSL: no alternative certificate subject name matches target host name 'h'",
      kind: .tlsHostMismatch, arrival: .impossible),
    Row(
      code: -1, text: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h", kind: .tlsFailed,
      arrival: .impossible),
    Row(
      code: -1, text: "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof",
      headHasCome: true, kind: .connectionLost),
    Row(code: -1, text: "Failed writing header", kind: .malformedResponse),
    Row(code: -1, text: "Out of memory", kind: .headersTooLarge),
    Row(code: -1, text: "Too large response headers: 307205 > 307200", kind: .headersTooLarge),
    Row(
      code: -1, text: "Failed to connect to h port 1 after 0 ms: Couldn't connect to server",
      kind: .unreachable, arrival: .impossible),
    Row(code: -1002, text: "Unsupported protocol", kind: .malformedResponse),
    Row(code: -1001, kind: .timedOut),
    Row(code: -999, text: "cancelled", kind: .connectionLost),
    Row(code: -4711, text: "new", kind: .connectionLost),
  ]

  /// Codes of NSURLError.h and SecureTransport.h; no Mac has shown them to us.
  static let apple = [
    Row(code: -1009, kind: .unreachable, arrival: .impossible),
    Row(code: -1022, kind: .blockedByPolicy, arrival: .impossible),
    Row(code: -1200, kind: .tlsFailed, arrival: .impossible),
    Row(code: -1200, streamCode: -9843, kind: .tlsHostMismatch, arrival: .impossible),
    Row(code: -1201, kind: .tlsExpired, arrival: .impossible),
    Row(code: -1202, kind: .tlsUntrusted, arrival: .impossible),
    Row(code: -1202, streamCode: -9843, kind: .tlsHostMismatch, arrival: .impossible),
    Row(code: -1202, streamCode: -9814, kind: .tlsExpired, arrival: .impossible),
    Row(code: -1203, streamCode: -9807, kind: .tlsUntrusted, arrival: .impossible),
    Row(code: -1204, kind: .tlsExpired, arrival: .impossible),
    Row(code: -1206, kind: .tlsFailed, arrival: .impossible),
  ]

  @Test(arguments: linux + apple) func `an ending is told in our words`(_ row: Row) {
    let ending = SessionEnding(
      code: row.code, text: row.text, streamCode: row.streamCode, headHasCome: row.headHasCome)
    #expect(ending.failure.kind == row.kind)
    #expect(ending.failure.arrival == row.arrival)
  }

  @Test func `the platform's text, which holds hosts, is never shown`() {
    for code in [-1, -1004, -1005, -1011, -1200] {
      let ending = SessionEnding(code: code, text: "SSL certificate problem of secret.example")
      #expect(!"\(ending.failure)".contains("secret"))
    }
  }
}
