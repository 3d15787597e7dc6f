#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Foundation

/// Certificates of each bad kind, made when a test needs them, and servers that show them.
///
/// The `openssl` command makes them, in a temporary folder that goes away with this object; no
/// private key is ever part of a repository, and none outlives its test. It takes about a second,
/// so tests share one.
///
/// ```swift
/// let fixtures = try TLSFixtures()
/// let server = try fixtures.serve(.expired)
/// defer { server.stop() }
/// ```
public final class TLSFixtures: Sendable {
  /// What is right or wrong with a server's certificate.
  public enum Leaf: String, Sendable, CaseIterable {
    /// Nothing is wrong: for 127.0.0.1 and `localhost`, valid, signed by the authority.
    case good
    /// It was valid in January 2020.
    case expired
    /// It will be valid in January 2048.
    case notYetValid
    /// It is for `other.test` and 192.0.2.1.
    case otherHost
    /// It is signed by its own key.
    case selfSigned
    /// It is signed by an authority that is not in ``authorityPath``.
    case unknownAuthority
  }

  /// The file, in PEM, of the one authority that a client under test is to trust.
  public let authorityPath: String
  private let folder: String
  private let openssl: String

  /// Makes an authority and a certificate of each kind.
  ///
  /// Blocks the thread for about a second.
  ///
  /// - Parameter openssl: the command, by name or path. By its name, it is looked for in `PATH`.
  /// - Throws: ``TLSFixtureFailure`` if there is no such command, or with what it complains about.
  public init(openssl: String = "openssl") throws(TLSFixtureFailure) {
    let root = FileManager.default.temporaryDirectory.path
    var template = Array("\(root)/maru-tls-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw TLSFixtureFailure(description: "the system gives no temporary folder")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    authorityPath = "\(folder)/authority.pem"
    self.openssl = openssl
    try makeAll()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The file, in PEM, of a certificate.
  public func certificatePath(_ leaf: Leaf) -> String { "\(folder)/\(leaf.rawValue).pem" }

  /// Starts a server that shows a certificate and answers every request with a page, as HTTP/1.0.
  ///
  /// It takes one connection after the other. Blocks the thread until it listens.
  ///
  /// - Parameters:
  ///   - leaf: the certificate.
  ///   - version: what it speaks; by default whatever both sides can.
  /// - Throws: ``TLSFixtureFailure`` if it can't be started.
  public func serve(
    _ leaf: Leaf, version: TLSFixtureServer.Version = .any
  ) throws(TLSFixtureFailure) -> TLSFixtureServer {
    try TLSFixtureServer(
      [
        openssl, "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", certificatePath(leaf),
        "-key", "\(folder)/leaf.key",
      ] + version.arguments, keeping: self)
  }

  private func makeAll() throws(TLSFixtureFailure) {
    for authority in ["authority", "stranger"] {
      try write("", to: "\(authority).index")
      try write("01\n", to: "\(authority).serial")
    }
    try write(configuration, to: "openssl.cnf")
    for authority in ["authority", "stranger"] {
      try makeSelfSigned(authority, key: authority, named: "Maru test \(authority)")
    }
    try run(
      "req", "-config", "\(folder)/openssl.cnf", "-newkey", "rsa:2048", "-nodes", "-keyout",
      "\(folder)/leaf.key", "-out", "\(folder)/leaf.csr", "-subj", "/CN=Maru test server")
    try makeSelfSigned(Leaf.selfSigned.rawValue, key: nil, named: "Maru test server")
    let month = ["-days", "30"]
    try sign(.good, month)
    try sign(.expired, ["-startdate", "20200101000000Z", "-enddate", "20200131000000Z"])
    try sign(.notYetValid, ["-startdate", "20480101000000Z", "-enddate", "20480131000000Z"])
    try sign(.otherHost, month)
    try sign(.unknownAuthority, month, by: "stranger")
  }

  /// Makes a certificate signed by its own key: a new one, or else the servers'.
  private func makeSelfSigned(
    _ name: String, key: String?, named subject: String
  ) throws(TLSFixtureFailure) {
    let keyArguments =
      key.map { ["-newkey", "rsa:2048", "-nodes", "-keyout", "\(folder)/\($0).key"] }
      ?? ["-new", "-key", "\(folder)/leaf.key"]
    try run(
      ["req", "-config", "\(folder)/openssl.cnf", "-x509", "-days", "30"] + keyArguments + [
        "-subj", "/CN=\(subject)", "-extensions", key == nil ? "good" : "authority", "-out",
        "\(folder)/\(name).pem",
      ])
  }

  /// Signs the servers' key for a kind of certificate; `ca` is the one command that takes dates.
  private func sign(
    _ leaf: Leaf, _ dates: [String], by authority: String = "authority"
  ) throws(TLSFixtureFailure) {
    try run(
      [
        "ca", "-batch", "-config", "\(folder)/openssl.cnf", "-name", "ca_\(authority)", "-in",
        "\(folder)/leaf.csr", "-notext", "-extensions", leaf == .otherHost ? "other" : "good",
        "-out", certificatePath(leaf),
      ] + dates)
  }

  private func run(_ arguments: String...) throws(TLSFixtureFailure) {
    try run(arguments)
  }

  private func run(_ arguments: [String]) throws(TLSFixtureFailure) {
    guard let (status, output) = ChildProgram.run([openssl] + arguments) else {
      throw TLSFixtureFailure.missing(openssl)
    }
    // Where a program can't be found is told by some systems only in the new process, as 127.
    if status >> 8 & 0xFF == 127 { throw TLSFixtureFailure.missing(openssl) }
    guard status == 0 else {
      throw TLSFixtureFailure(description: "'openssl \(arguments[0])' failed: \(output)")
    }
  }

  private func write(_ text: String, to name: String) throws(TLSFixtureFailure) {
    do {
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    } catch {
      throw TLSFixtureFailure(description: "the temporary folder can't be written to")
    }
  }

  /// For the commands `req` and `ca`. Apple's systems want `serverAuth` and a subject's alternative
  /// name, and no more than 825 days (Apple support article HT210176).
  private var configuration: String {
    func authority(_ name: String) -> String {
      """
      [ca_\(name)]
      database = \(folder)/\(name).index
      serial = \(folder)/\(name).serial
      new_certs_dir = \(folder)
      certificate = \(folder)/\(name).pem
      private_key = \(folder)/\(name).key
      default_md = sha256
      unique_subject = no
      policy = policy
      """
    }
    return """
      [req]
      distinguished_name = subject
      default_md = sha256
      [subject]
      [policy]
      commonName = supplied
      [authority]
      basicConstraints = critical, CA:TRUE
      keyUsage = critical, keyCertSign, cRLSign
      subjectKeyIdentifier = hash
      [good]
      basicConstraints = CA:FALSE
      extendedKeyUsage = serverAuth
      subjectAltName = IP:127.0.0.1, DNS:localhost
      [other]
      basicConstraints = CA:FALSE
      extendedKeyUsage = serverAuth
      subjectAltName = IP:192.0.2.1, DNS:other.test
      \(authority("authority"))
      \(authority("stranger"))

      """
  }
}

/// Why there are no certificates to test with.
public struct TLSFixtureFailure: Error, Hashable, CustomStringConvertible {
  /// What is missing, or what the `openssl` command said.
  public let description: String

  static func missing(_ command: String) -> TLSFixtureFailure {
    TLSFixtureFailure(
      description: "there is no '\(command)' command: install OpenSSL, or put it into PATH")
  }
}
