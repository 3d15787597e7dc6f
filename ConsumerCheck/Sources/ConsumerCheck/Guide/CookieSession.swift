import Foundation
import Maru

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client whose server knows it by a session cookie.
nonisolated final class CookieSession: Sendable {
  private static let names = ["sid", "csrf"]

  let client: MaruClient
  private let cookies = CookieStore()
  private let archive: CookieArchive

  init(
    address: URL, transport: any Transport, secrets: any SecretStore
  ) throws {
    archive = try CookieArchive(in: secrets, namespace: SecretNamespace("session"))
    var configuration = try MaruClient.Configuration(baseURL: address, userAgent: "Orders/1.0")
    configuration.cookies = cookies
    client = try MaruClient(
      configuration, transport: transport, ownership: .client, credentials: nil,
      surroundings: .system)
  }

  /// Before the first call. Throws if there is something that can't be read: that is no sign-out.
  func start() async throws {
    try await archive.restore(into: cookies)
  }

  func rest() async throws {
    try await archive.save(cookies)
  }

  /// Takes out what belongs to the session, here and where it is kept.
  func signOut(host: String) async throws {
    cookies.remove(Self.names.map { CookieScope(domain: host, name: $0) })
    client.forgetKeptAnswers()
    try await archive.save(cookies)
  }

  /// Of each cookie, whether a call to an address would carry it, and why.
  func explain(_ address: String) throws -> [String] {
    let report = cookies.report(for: CookieRequest(to: try RequestURL(address)))
    return report.entries.map { entry in
      "\(entry.cookie.name): \(entry.reasons.map(\.rawValue).joined(separator: ", "))"
    } + cookies.findings().map(\.description)
  }

  /// What a web view has to know so that the user is signed in there, too.
  func forWebView(_ address: String) throws -> [HTTPCookie] {
    cookies.cookies(for: try RequestURL(address)).compactMap { HTTPCookie($0) }
  }

  /// Takes over what a web view has learned by signing in.
  func takeOver(_ found: [HTTPCookie], for address: String) throws {
    cookies.insert(found.compactMap { try? Cookie($0) }, for: try RequestURL(address))
  }
}
