import Foundation
import Maru

/// Made once, when the app starts, and handed to whoever needs it.
final class AppServices {
  let orders: Orders
  let profiles: Profiles
  let recentCalls = RecentCalls(capacity: 50)
  private let client: MaruClient

  init(
    address: URL, transport: any Transport, credentials: any CredentialProvider
  ) throws(CallError) {
    var configuration = try MaruClient.Configuration(baseURL: address, userAgent: "Orders/1.0")
    configuration.limits.deadline = .seconds(20)
    client = try MaruClient(
      configuration, transport: transport, ownership: .client, credentials: credentials,
      surroundings: .system, observers: [recentCalls, CallLog { print($0) }])
    orders = Orders(client: client)
    profiles = Profiles(client: client)
  }

  func signOut() {
    client.forgetKeptAnswers()
  }

  /// Ends what is running; every call afterwards fails with `shutDown`.
  func end() async {
    await client.shutdown(.finishing)
  }
}
