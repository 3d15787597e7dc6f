import Foundation
import Maru

/// What an app with refresh tokens makes when it starts.
nonisolated final class SignedInServices: Sendable {
  let session: TokenSession
  let client: MaruClient

  init(address: URL, lastAccount: TokenAccount?, secrets: any SecretStore) throws(CallError) {
    let refresher = try OAuthTokenRefresher(
      endpoint: address.appending(path: "oauth/token"), clientID: "orders-app")
    let cookies = CookieStore()
    session = TokenSession(
      account: lastAccount, configuration: .init(recovery: .sendsAgain), refresher: refresher,
      store: secrets, surroundings: .system,
      cookies: SessionCookies(
        [CookieScope(domain: address.host() ?? "", name: "sid")], in: cookies))
    var configuration = try MaruClient.Configuration(baseURL: address, userAgent: "Orders/1.0")
    configuration.cookies = cookies
    client = try MaruClient(configuration, credentials: session)
  }
}
