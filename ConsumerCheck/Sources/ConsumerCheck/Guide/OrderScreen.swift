import Maru

/// A screen's state. The app's default isolation is the main actor, so this is on it.
final class OrderScreen {
  private(set) var orders: [Order] = []
  private(set) var message: String?
  private let service: Orders

  init(service: Orders) {
    self.service = service
  }

  func load(context: CallContext) async {
    do {
      orders = try await service.all(in: .open, context: context)
      message = nil
    } catch is CancellationError {
      // The screen went away.
    } catch let error as CallError {
      message = text(for: error)
    } catch {
      message = "Something is wrong with this app."
    }
  }

  private func text(for error: CallError) -> String {
    switch error.code {
    case .notAuthenticated, .credentialRefused: "Please sign in."
    case .unreachable, .connectionLost: "You seem to be offline."
    case .rateLimited, .unavailable: "The server is busy. Try again in a moment."
    case .upgradeRequired: "This version is too old. Please update."
    default: "That did not work. Support knows this as \(error.requestID?.rawValue ?? "–")."
    }
  }
}
