import Dispatch

/// Tells whether code runs on the main actor, which is the main queue.
///
/// Not by the thread: on Linux the main queue leaves the main thread once a program waits.
nonisolated enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  static func mark() {
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
