internal import CEvent
internal import MaruSystem

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One libevent base on a thread of its own, on which tasks can run.
///
/// Everything that belongs to a connection happens on its loop's thread, so nothing of it needs a
/// lock. A task that prefers this executor continues here after each wait, without a hop.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  // @unchecked: 'local', 'wake' and the base's events are touched only on the loop's thread, or
  // before it starts and after it ended; 'thread' is written before anyone else can see the loop
  // running ('started' orders it); 'inbox' is locked.
  private enum Work {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  private struct Inbox {
    var work: [Work] = []
    var isSignalled = false
  }

  /// The libevent base; its events may be touched on the loop's thread only.
  let base: OpaquePointer
  private let inbox = Locked(Inbox())
  private var local: [Work] = []
  private var wake: OpaquePointer?
  private var thread = pthread_t.none
  private let started = Latch()

  init() throws(StartFailure) {
    // Lets other threads wake a loop; must come before the first base.
    guard Self.threadsEnabled, let base = event_base_new() else { throw .outOfMemory }
    self.base = base
    wake = event_new(
      base, -1, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        // 'unmanaged' lives: the thread that runs the loop retains it.
        guard let context else { return }
        Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().drain()
      }, Unmanaged.passUnretained(self).toOpaque())
    guard wake != nil, event_add(wake, nil) == 0 else { throw .outOfMemory }
  }

  deinit {
    if let wake { event_free(wake) }
    event_base_free(base)
  }

  private static let threadsEnabled = evthread_use_pthreads() == 0

  /// Starts the loop's thread; it ends after ``stop()``, and then calls `onEnd` on it.
  func start(onEnd: @escaping @Sendable () -> Void) throws(StartFailure) {
    let start = Unmanaged.passRetained(Start(loop: self, onEnd: onEnd))
    var thread = pthread_t.none
    let status = pthread_create(
      &thread, nil,
      { context in
        #if canImport(Glibc)
          guard let context else { return nil }
        #endif
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        start.loop.run(start.onEnd)
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw .outOfMemory
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
    _ = started.wait(atMost: nil)
  }

  private final class Start {
    let loop: EventLoop
    let onEnd: @Sendable () -> Void
    init(loop: EventLoop, onEnd: @escaping @Sendable () -> Void) {
      self.loop = loop
      self.onEnd = onEnd
    }
  }

  private func run(_ onEnd: @Sendable () -> Void) {
    thread = pthread_self()
    started.open()
    event_base_dispatch(base)
    onEnd()
  }

  /// Ends the loop after what is at hand. On the loop's thread only.
  func stop() {
    event_base_loopbreak(base)
  }

  /// Whether the caller runs on the loop's thread.
  var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Takes a task's next step.
  func enqueue(_ job: consuming ExecutorJob) {
    submit(.job(UnownedJob(job)))
  }

  /// Runs `body` on the loop's thread, soon but never at once.
  func submit(_ body: @escaping @Sendable () -> Void) {
    submit(.call(body))
  }

  private func submit(_ work: Work) {
    if isCurrent {
      local.append(work)
      if local.count == 1 { event_active(wake, Int32(EV_READ), 0) }
      return
    }
    let mustSignal = inbox.withLock { inbox in
      inbox.work.append(work)
      defer { inbox.isSignalled = true }
      return !inbox.isSignalled
    }
    if mustSignal { event_active(wake, Int32(EV_READ), 0) }
  }

  private func drain() {
    let remote = inbox.withLock { inbox in
      inbox.isSignalled = false
      let work = inbox.work
      inbox.work = []
      return work
    }
    for work in remote { perform(work) }
    // What these add runs in the same turn; none of our handlers spins.
    var index = 0
    while index < local.count {
      let work = local[index]
      index += 1
      perform(work)
    }
    local.removeAll(keepingCapacity: true)
  }

  private func perform(_ work: Work) {
    switch work {
    case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .call(let body): body()
    }
  }
}

#if canImport(Glibc)
  extension pthread_t {
    fileprivate static var none: pthread_t { 0 }
  }
#else
  extension Optional<pthread_t> {
    fileprivate static var none: pthread_t? { nil }
  }
#endif
