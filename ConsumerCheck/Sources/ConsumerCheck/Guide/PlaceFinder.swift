import Maru

nonisolated struct Place: Sendable, Equatable {
  var name: String
}

/// An API as there are many: it answers through a callback, on whatever thread, if it does.
nonisolated protocol Locator: Sendable {
  func locate(_ found: @escaping @Sendable (Result<Place, any Error>) -> Void) -> Int
  func stop(_ request: Int)
  func watch(_ moved: @escaping @Sendable (Place) -> Void) -> Int
}

struct PlaceFinder {
  let locator: any Locator

  /// Where the user is. The request ends with the wait, however that ends.
  func place() async throws -> Place {
    try await withCallback(timeout: .seconds(10)) { callback in
      locator.locate { callback.resume(with: $0) }
    } cancel: { request in
      locator.stop(request)
    }
  }

  /// Where the user goes: only the latest place counts.
  var places: CallbackStream<Place> {
    let locator = locator
    return CallbackStream(buffer: .newest(1)) { sink in
      let request = locator.watch { sink($0) }
      return { locator.stop(request) }
    }
  }

  /// A library's work that does not hear of being cancelled.
  func route() async throws -> [Place] {
    let locator = locator
    return try await withDeadline(.seconds(5)) { await slowRoute(locator) }
  }
}

nonisolated private func slowRoute(_ locator: any Locator) async -> [Place] { [] }

/// How it is often written. Compiled, so that the page that shows it is not wrong in another way;
/// never run.
struct CarelessFinder {
  let locator: any Locator

  // Wrong: waits for ever if the callback never comes, and traps if it comes twice.
  func place() async throws -> Place {
    try await withCheckedThrowingContinuation { continuation in
      _ = locator.locate { continuation.resume(with: $0) }
    }
  }

  // Wrong: a group waits for its children. This does not return before the callback has come, time-out
  // or not.
  func placeInTime() async throws -> Place? {
    try await withThrowingTaskGroup(of: Place?.self) { group in
      group.addTask { try await place() }
      group.addTask {
        try await Task.sleep(for: .seconds(10))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

/// A locator with habits that callback APIs have.
nonisolated struct OddLocator: Locator {
  func locate(_ found: @escaping @Sendable (Result<Place, any Error>) -> Void) -> Int {
    found(.success(Place(name: "home")))
    found(.success(Place(name: "elsewhere")))
    return 1
  }
  func stop(_ request: Int) {}
  func watch(_ moved: @escaping @Sendable (Place) -> Void) -> Int {
    moved(Place(name: "home"))
    moved(Place(name: "street"))
    return 2
  }
}

/// A locator that lets go of its callback.
nonisolated struct SilentLocator: Locator {
  func locate(_ found: @escaping @Sendable (Result<Place, any Error>) -> Void) -> Int { 1 }
  func stop(_ request: Int) {}
  func watch(_ moved: @escaping @Sendable (Place) -> Void) -> Int { 2 }
}
