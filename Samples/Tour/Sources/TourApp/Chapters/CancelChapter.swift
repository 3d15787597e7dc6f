internal import Maru
internal import MaruSystem
internal import TodoClient

/// A caller who does not want the answer any more.
struct CancelChapter: Chapter {
  let name = "cancel"
  let promise = "Cancelling ends a call at once, as CancellationError, and leaves nothing open."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = CancelFacts()
    let before = try await stage.witness.idle()
    try await beforeStart(&facts, on: stage)
    try await beforeFirstByte(&facts, busy: before.requestsInFlight, on: stage)
    try await afterHead(&facts, on: stage)
    stage.progress.note("the server is still working on what was cancelled")
    let after = try await stage.witness.connections(within: .seconds(6)) {
      $0.requestsInFlight <= before.requestsInFlight && $0.open <= before.open
    }
    facts.openBefore = before.open
    facts.openAfter = after.open
    // The question itself is one of them.
    facts.inFlightBefore = before.requestsInFlight - 1
    facts.inFlightAfter = after.requestsInFlight - 1
    return facts.findings
  }

  private func beforeStart(_ facts: inout CancelFacts, on stage: Stage) async throws {
    let story = try stage.story()
    let todos = try stage.todos(story)
    let call = Launched {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await todos.page()
    }
    facts.beforeStart = try await call.tried().end
    facts.seenBeforeStart = try await stage.witness.requests(story).count
  }

  private func beforeFirstByte(
    _ facts: inout CancelFacts, busy: Int, on stage: Stage
  ) async throws {
    let story = try stage.story()
    let key = try stage.key()
    let slow = try Fault.delay(.milliseconds(1_200)).header()
    let todos = try stage.todos(story, fault: slow)
    let call = Launched { try await todos.create("취소해도 도착한 편지 ✉️", key: key) }
    _ = try await stage.witness.connections(within: .seconds(5)) { $0.requestsInFlight > busy }
    let tried = try await call.cancelled()
    facts.beforeFirstByte = tried.end
    facts.endedAfter = tried.took
    // The server goes on: cancelling here is not cancelling there.
    stage.progress.note("the server goes on with what was cancelled here")
    let asking = try stage.todos(try stage.story())
    facts.fate = try await poll(for: .seconds(5), every: .milliseconds(200)) {
      try await asking.fate(of: key)?.state.rawValue
    } until: {
      $0 == "completed"
    }
    facts.seenBeforeFirstByte = try await stage.witness.requests(story, count: 1).count
  }

  private func afterHead(_ facts: inout CancelFacts, on stage: Stage) async throws {
    let story = try stage.story()
    let watcher = HeadWatcher()
    facts.afterHead = try await stage.withClient(
      credentials: stage.session, observers: [watcher]
    ) { client in
      let todos = try stage.todos(story, on: client)
      let call = Launched { try await todos.page() }
      watcher.onHead { call.cancel() }
      return try await call.tried().end
    }
    facts.seenAfterHead = try await stage.witness.requests(story, count: 1).statuses
  }
}

/// A call in a task of its own, which can be cancelled; the tour's own end cancels it as well.
private struct Launched<Value: Sendable>: Sendable {
  private let task: Task<Value, any Error>

  init(_ work: @escaping @Sendable () async throws -> Value) {
    task = Task { try await work() }
  }

  func cancel() { task.cancel() }

  /// Cancels it, and says how it ended and how long after.
  func cancelled() async throws -> Tried<Value> {
    try await Tried.run {
      task.cancel()
      return try await task.value
    }
  }

  /// How it ended; the time counts from now.
  func tried() async throws -> Tried<Value> {
    try await withTaskCancellationHandler {
      try await Tried.run { try await task.value }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Acts when the head of an answer has come, before its body is read.
private final class HeadWatcher: CallObserver {
  private struct State {
    var action: (@Sendable () -> Void)?
    var headCame = false
  }
  private let state = Locked(State())

  func onHead(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.action = action
      return state.headCame
    }
    if isLate { action() }
  }

  func observe(_ event: CallEvent) {
    guard case .answered = event.step else { return }
    let action = state.withLock { state in
      state.headCame = true
      return state.action
    }
    action?()
  }
}

/// What the chapter measures.
package struct CancelFacts: Sendable {
  /// How a call ended whose task was cancelled before it began.
  package var beforeStart = CallEnd.value
  /// How many requests it made.
  package var seenBeforeStart = -1
  /// How a write ended that was cancelled while the server worked.
  package var beforeFirstByte = CallEnd.value
  /// How long after it was cancelled.
  package var endedAfter = Duration.seconds(60)
  /// How often the server saw it.
  package var seenBeforeFirstByte = -1
  /// What became of it at the server.
  package var fate: String?
  /// How a call ended that was cancelled between the answer's head and its body.
  package var afterHead = CallEnd.value
  /// What the server had answered.
  package var seenAfterHead: [Int] = []
  /// The connections that were open before the chapter.
  package var openBefore = 0
  /// And after it.
  package var openAfter = 1
  /// The requests that the gateway worked on before the chapter.
  package var inFlightBefore = 0
  /// And after it.
  package var inFlightAfter = 1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("before it began: CancellationError", beforeStart, .cancelled),
      .expect("requests at the server: 0", seenBeforeStart, 0),
      .expect("while the server works: CancellationError", beforeFirstByte, .cancelled),
      .within("it ended after", endedAfter, .milliseconds(500)),
      .expect("no second attempt at the server", seenBeforeFirstByte, 1),
      .expect("the server did it all the same; its key says completed", fate, "completed"),
      .expect("between head and body: CancellationError", afterHead, .cancelled),
      .expect("though the server had answered 200", seenAfterHead, [200]),
      Finding(
        openAfter <= openBefore && inFlightAfter <= inFlightBefore,
        "at the server: connections \(openBefore) → \(openAfter), requests in flight "
          + "\(inFlightBefore) → \(inFlightAfter)"),
    ]
  }
}
