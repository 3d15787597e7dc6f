package import Maru
internal import MaruSystem
internal import TodoClient

/// A library that answers through a callback, or should.
struct CallbackChapter: Chapter {
  let name = "callback"
  let promise = "A callback that never comes, comes twice or comes late ends its wait exactly once."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = CallbackFacts()
    let story = try stage.story()
    let todos = try stage.todos(story)
    for habit in OldTodos.Habit.allCases {
      facts.waits[habit.rawValue] = try await wait(for: OldTodos(todos, habit), on: stage)
    }
    facts.waits["left"] = try await leave(
      OldTodos(try stage.todos(try stage.story()), .never))
    facts.seen = try await stage.witness.requests(story, count: CallbackFacts.asked).count
    return facts.findings
  }

  private func wait(for old: OldTodos, on stage: Stage) async throws -> CallbackFacts.Wait {
    let dropped = Locked<[DroppedCallback]>([])
    let cancels = Locked(0)
    stage.progress.note("a library that calls back \(old.habit.words)")
    let tried = try await Tried<Int>.run {
      try await withCallback(
        timeout: CallbackFacts.limit, dropped: { call in dropped.withLock { $0.append(call) } }
      ) { callback in
        old.count { callback.resume(with: $0) }
      } cancel: { request in
        cancels.withLock { $0 += 1 }
        request.cancel()
      }
    }
    // The library may call when nobody waits any more.
    if old.habit == .late || old.habit == .twice {
      _ = try await poll(for: .seconds(5)) {
        dropped.withLock { !$0.isEmpty }
      } until: {
        $0
      }
    }
    return CallbackFacts.Wait(
      end: Self.word(tried.result), took: tried.took, cancels: cancels.withLock { $0 },
      calls: old.calls, dropped: dropped.withLock { $0 })
  }

  /// The caller's task is cancelled as soon as the library has begun.
  private func leave(_ old: OldTodos) async throws -> CallbackFacts.Wait {
    let cancels = Locked(0)
    let clock = ContinuousClock()
    let start = clock.now
    // A task of its own, which is waited for: what is cancelled is not the tour.
    let task = Task {
      try await withCallback(timeout: CallbackFacts.limit) { (callback: Callback<Int>) in
        defer { withUnsafeCurrentTask { $0?.cancel() } }
        return old.count { callback.resume(with: $0) }
      } cancel: { request in
        cancels.withLock { $0 += 1 }
        request.cancel()
      }
    }
    let result = await task.result
    return CallbackFacts.Wait(
      end: Self.word(result), took: clock.now - start, cancels: cancels.withLock { $0 },
      calls: old.calls, dropped: [])
  }

  private static func word(_ result: Result<Int, any Error>) -> String {
    switch result {
    case .success: "a value"
    case .failure(is CancellationError): "CancellationError"
    case .failure(CallbackFailure.timedOut(CallbackFacts.limit)): "timedOut"
    case .failure(CallbackFailure.neverCalled): "neverCalled"
    case .failure(let error): "an error of the type \(type(of: error))"
    }
  }
}

/// A library from before async code, which asks the server and calls back as is its habit.
private final class OldTodos: Sendable {
  enum Habit: String, CaseIterable {
    case once, early, twice, never, forgetful, late

    var words: String {
      switch self {
      case .once: "once"
      case .early: "before it has returned"
      case .twice: "twice"
      case .never: "never, though it could"
      case .forgetful: "never, since it has let go of the callback"
      case .late: "when the time is over"
      }
    }
  }

  typealias Completion = @Sendable (Result<Int, any Error>) -> Void

  /// What a request can be cancelled by. This library hears of it, and calls late all the same.
  struct Request: Sendable {
    fileprivate let task: Task<Void, Never>?

    func cancel() { task?.cancel() }
  }

  let habit: Habit
  private let todos: TodoService
  private let kept = Locked<[Completion]>([])
  private let called = Locked(0)

  init(_ todos: TodoService, _ habit: Habit) {
    self.todos = todos
    self.habit = habit
  }

  /// How often it has called back.
  var calls: Int { called.withLock { $0 } }

  /// Counts the todos on the first page.
  func count(_ completion: @escaping Completion) -> Request {
    if habit == .early {
      call(completion, .success(0))
      return Request(task: nil)
    }
    return Request(
      task: Task { [self] in
        let result: Result<Int, any Error>
        do {
          result = .success(try await todos.page().items.count)
        } catch {
          result = .failure(error)
        }
        switch habit {
        case .once, .early: call(completion, result)
        case .twice:
          call(completion, result)
          call(completion, result)
        case .never: kept.withLock { $0.append(completion) }
        case .forgetful: break
        case .late:
          // Not the task's own sleep, which would end with it.
          await Task { try? await Task.sleep(for: CallbackFacts.limit * 2) }.value
          call(completion, result)
        }
      })
  }

  private func call(_ completion: Completion, _ result: Result<Int, any Error>) {
    called.withLock { $0 += 1 }
    completion(result)
  }
}

/// What the chapter measures.
package struct CallbackFacts: Sendable {
  /// How long each wait may take.
  package static let limit = Duration.milliseconds(500)
  /// How many of the waits ask the server: all but the one that is answered before.
  package static let asked = 5

  /// One wait.
  package struct Wait: Sendable {
    /// How it ended.
    package var end = ""
    /// How long it took.
    package var took = Duration.zero
    /// How often what the library had returned was cancelled.
    package var cancels = 0
    /// How often the library called back, in the end.
    package var calls = 0
    /// The calls that did not count.
    package var dropped: [DroppedCallback] = []

    /// Nothing measured yet.
    package init() {}

    /// What was measured.
    package init(
      end: String, took: Duration, cancels: Int, calls: Int, dropped: [DroppedCallback]
    ) {
      self.end = end
      self.took = took
      self.cancels = cancels
      self.calls = calls
      self.dropped = dropped
    }
  }

  /// The waits by the library's habit, and the one whose caller left.
  package var waits: [String: Wait] = [:]
  /// How many requests the server saw; the wait whose caller left is another story.
  package var seen = 0

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    func wait(_ name: String) -> Wait { waits[name] ?? Wait() }
    return [
      .expect("called once: its value", wait("once").end, "a value"),
      .expect("called before the library has returned: its value", wait("early").end, "a value"),
      .expect(
        "called twice: the first counts, the second is dropped and told",
        [wait("twice").end] + wait("twice").dropped.map { "\($0)" }, ["a value", "second"]),
      .expect("never called: timedOut", wait("never").end, "timedOut"),
      .atLeast("the time was 500 ms; it took", wait("never").took, Self.limit),
      .within("and not for ever:", wait("never").took, Self.limit + .seconds(2)),
      .expect("what the library had begun was cancelled, once", wait("never").cancels, 1),
      .expect(
        "the library has let go of the callback: neverCalled", wait("forgetful").end,
        "neverCalled"),
      .within(
        "and at once, not when the time is over:", wait("forgetful").took,
        Self.limit - .milliseconds(50)),
      .expect(
        "called too late: timedOut, and the call is dropped and told",
        [wait("late").end] + wait("late").dropped.map { "\($0)" }, ["timedOut", "afterTimeout"]),
      .expect(
        "the library did call: so often",
        ["once", "early", "twice", "late"].map { wait($0).calls }, [1, 1, 2, 1]),
      .expect("the caller leaves: CancellationError", wait("left").end, "CancellationError"),
      .within("at once:", wait("left").took, Self.limit - .milliseconds(50)),
      .expect("and what the library had begun was cancelled, once", wait("left").cancels, 1),
      .expect("all but the early one asked the server, once each", seen, Self.asked),
      .expect(
        "the others were not", ["once", "early", "twice"].map { wait($0).cancels }, [0, 0, 0]),
    ]
  }
}
