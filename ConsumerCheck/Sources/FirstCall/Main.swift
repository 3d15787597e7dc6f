import Foundation
import Maru

struct Hello: Decodable, Sendable { var message: String }

@main
struct Main {
  static func main() async throws {
    guard let address = URL(string: "http://127.0.0.1:8080") else { return }
    let configuration = try MaruClient.Configuration(
      baseURL: address, plainHTTP: .allowedToLoopback)
    let client = try MaruClient(configuration, credentials: nil)
    do {
      let hello: Hello = try await client.send(.get("/v1/hello", credential: .none))
      print(hello.message)
    } catch let error as CallError {
      print(error)
    }
    await client.shutdown(.finishing)
  }
}
