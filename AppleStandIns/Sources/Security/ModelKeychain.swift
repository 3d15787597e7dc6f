internal import Foundation

/// A keychain in memory that answers as Apple's documents and published sources say.
///
/// It holds generic and internet passwords, of a data-protection keychain and of a Mac's login
/// keychain. One for the process, as on a device; what a test sets is undone by ``reset()``. In its
/// rules, *assumed* marks what no document says.
public final class ModelKeychain: @unchecked Sendable {
  // @unchecked: all that changes is touched between lock and unlock of 'lock'.

  /// The process's keychain.
  public static let shared = ModelKeychain()

  /// One of the four functions.
  public enum Action: Sendable, Hashable { case add, copyMatching, update, delete }

  /// A call as it reaches the keychain.
  public struct Call {
    /// Which function.
    public var action: Action
    /// What is added, or what finds items.
    public var query: [String: Any]
    /// What an update changes.
    public var changes: [String: Any]
  }

  /// The state of the device, and who is asking.
  public struct Device: Sendable {
    /// How far the device has been unlocked.
    public enum Lock: Sendable { case unlocked, lockedAgain, neverUnlocked }

    /// How far the device has been unlocked.
    public var lock = Lock.unlocked
    /// Whether there is a passcode.
    public var hasPasscode = true
    /// The groups that the program is entitled to, the one that items are added to first; none for a
    /// program that is not entitled.
    public var accessGroups = ["ABCDE12345.app"]
    /// Whether there is a login keychain, too.
    public var isMac = false
  }

  /// Stands between the program and the keychain, for one call or for all.
  ///
  /// It may do things before it passes the call on, pass another one on, or answer itself.
  public typealias Interposer = @Sendable (_ call: Call, _ proceed: (Call) -> OSStatus) -> OSStatus

  let lock = NSRecursiveLock()
  var items: [ModelItem] = []
  private var state = Device()
  private var recorded: [Action] = []
  private var interposer: Interposer?
  private var once: (action: Action, interposer: Interposer)?
  private var isInterposing = false

  /// The state of the device, and who is asking.
  public var device: Device {
    get { lock.withLock { state } }
    set { lock.withLock { state = newValue } }
  }

  /// The functions that were called, in order.
  public var calls: [Action] { lock.withLock { recorded } }

  /// How many items there are, whoever may see them.
  public var count: Int { lock.withLock { items.count } }

  /// Empties the keychain, unlocks the device, and forgets who stood between.
  public func reset() {
    lock.withLock {
      items = []
      state = Device()
      recorded = []
      interposer = nil
      once = nil
    }
  }

  /// Has every call from now on pass `interposer`; the calls that it makes itself go straight on.
  public func interpose(_ interposer: @escaping Interposer) {
    lock.withLock { self.interposer = interposer }
  }

  /// The next call of a kind returns `status` and does nothing.
  public func failNext(_ action: Action, with status: OSStatus) {
    once(action) { _, _ in status }
  }

  /// Runs `body` just before the next call of a kind: another process getting in between.
  public func beforeNext(_ action: Action, _ body: @escaping @Sendable () -> Void) {
    once(action) { call, proceed in
      body()
      return proceed(call)
    }
  }

  private func once(_ action: Action, _ interposer: @escaping Interposer) {
    lock.withLock { once = (action, interposer) }
  }

  func perform(
    _ action: Action, _ query: NSDictionary, _ changes: NSDictionary?,
    _ result: UnsafeMutablePointer<AnyObject?>?
  ) -> OSStatus {
    // Held throughout, so that a call is one step to other threads.
    lock.lock()
    defer { lock.unlock() }
    guard let query = query as? [String: Any], let changes = (changes ?? [:]) as? [String: Any]
    else { return errSecParam }
    let call = Call(action: action, query: query, changes: changes)
    if isInterposing { return run(call, result) }
    recorded.append(action)
    isInterposing = true
    defer { isInterposing = false }
    guard let interposer else { return runOnce(call, result) }
    var isPassedOn = false
    return interposer(call) { passed in
      // What an adapter sends instead of its one call, or besides it, are calls as well.
      if isPassedOn || passed.action != action { self.recorded.append(passed.action) }
      isPassedOn = true
      return self.runOnce(passed, result)
    }
  }

  private func runOnce(_ call: Call, _ result: UnsafeMutablePointer<AnyObject?>?) -> OSStatus {
    guard let next = once, next.action == call.action else { return run(call, result) }
    once = nil
    return next.interposer(call) { self.run($0, result) }
  }

  private func run(_ call: Call, _ result: UnsafeMutablePointer<AnyObject?>?) -> OSStatus {
    do {
      let found = try answer(call, wantsResult: result != nil)
      if let result, let found { result.pointee = found }
      return errSecSuccess
    } catch {
      return error.status
    }
  }
}

/// An item of the model.
struct ModelItem {
  /// Which of a Mac's two keychains it is in.
  var isInLoginKeychain: Bool
  var itemClass: String
  var attributes: [String: ModelValue]
  var data: Data?
}

/// What an attribute can be.
enum ModelValue: Hashable {
  case text(String)
  case flag(Bool)
  case bytes(Data)
  case number(Int)
  /// Synchronized or not, in a search.
  case either

  /// As the result of a search shows it.
  var object: Any {
    switch self {
    case .text(let text): text
    case .flag(let flag): flag
    case .bytes(let bytes): bytes
    case .number(let number): number
    case .either: "syna"
    }
  }

  /// The text; nil if it is something else.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// A refusal by the keychain.
struct ModelRefusal: Error {
  let status: OSStatus
  init(_ status: OSStatus) { self.status = status }
}
