import Foundation
import MaruTesting
import Testing

@Suite struct TLSFixturesTests {
  static let fixtures = Result { try TLSFixtures() }

  /// What `openssl s_client` says to a server's certificate.
  private func verdict(on server: TLSFixtureServer, _ fixtures: TLSFixtures, _ more: String...)
    throws -> String
  {
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    client.arguments =
      [
        "openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-CAfile",
        fixtures.authorityPath, "-verify_ip", "127.0.0.1",
      ] + more
    let output = Pipe()
    client.standardOutput = output
    client.standardError = output
    client.standardInput = FileHandle.nullDevice
    try client.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    client.waitUntilExit()
    return text
  }

  // Numbers: openssl-verification-options(1), "X509_V_ERR_…" in openssl/x509_vfy.h.
  @Test(arguments: [
    (TLSFixtures.Leaf.good, 0), (.expired, 10), (.notYetValid, 9), (.otherHost, 64),
    (.selfSigned, 18), (.unknownAuthority, 21),
  ])
  func `each certificate has the one fault that it is named after`(
    leaf: TLSFixtures.Leaf, code: Int
  ) throws {
    let fixtures = try Self.fixtures.get()
    let server = try fixtures.serve(leaf)
    defer { server.stop() }
    let text = try verdict(on: server, fixtures)
    #expect(text.contains("Verify return code: \(code) "), "\(text)")
  }

  @Test func `a server of TLS 1.1 speaks nothing newer`() throws {
    let fixtures = try Self.fixtures.get()
    let server = try fixtures.serve(.good, version: .only1point1)
    defer { server.stop() }
    let old = try verdict(on: server, fixtures, "-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0")
    #expect(old.contains("Protocol  : TLSv1.1"), "\(old)")
    #expect(try verdict(on: server, fixtures, "-tls1_2").contains("Cipher is (NONE)"))
  }

  @Test func `a server that was stopped is gone, and stopping twice is once`() throws {
    let server = try Self.fixtures.get().serve(.good)
    _ = try RawConnection(port: server.port)
    server.stop()
    server.stop()
    #expect(throws: RawConnection.Refused.self) { try RawConnection(port: server.port) }
  }

  @Test func `a missing command is told by its name`() {
    #expect {
      try TLSFixtures(openssl: "no-such-openssl")
    } throws: {
      "\($0)".contains("no-such-openssl")
    }
  }

  @Test func `the folder goes away with the fixtures`() throws {
    var fixtures: TLSFixtures? = try TLSFixtures()
    let path = try #require(fixtures?.authorityPath)
    #expect(FileManager.default.fileExists(atPath: path))
    fixtures = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
