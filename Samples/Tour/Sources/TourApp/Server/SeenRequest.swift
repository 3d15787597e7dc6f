internal import Maru

/// A request as the gateway saw it; names of fields only, never their values.
package struct SeenRequest: Decodable, Hashable, Sendable {
  /// `GET` and the like.
  package let method: String
  /// The pattern of the path; nil if nothing answers there.
  package let route: String?
  /// What it was answered with.
  package let status: Int
  /// Whether it carried a credential.
  package let authorized: Bool
  /// The names of its fields.
  package let headers: [String]

  /// Makes one.
  package init(
    _ method: String, _ route: String?, _ status: Int, authorized: Bool = true,
    headers: [String] = []
  ) {
    self.method = method
    self.route = route
    self.status = status
    self.authorized = authorized
    self.headers = headers
  }

  /// Whether it carried a field.
  func carried(_ name: HeaderName) -> Bool {
    headers.contains { HeaderName($0) == name }
  }
}

extension [SeenRequest] {
  /// Their statuses in the order in which they came.
  var statuses: [Int] { map(\.status) }
}

/// How busy the gateway is.
struct SeenConnections: Decodable, Hashable, Sendable {
  let open: Int
  let accepted: Int
  let requestsInFlight: Int
  /// Those of the requests whose answers go on.
  let streams: Int
}
