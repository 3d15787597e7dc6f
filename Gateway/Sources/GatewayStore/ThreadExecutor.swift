#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A thread that runs one actor's work, so that its blocking C calls hold up nobody else.
///
/// The thread ends when the executor is released.
public final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// Starts the thread.
  public init() {
    let queue = Unmanaged.passRetained(queue)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let status = pthread_create(
      &thread, nil,
      { context in
        #if canImport(Glibc)
          guard let context else { return nil }
        #endif
        Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, queue.toOpaque())
    precondition(status == 0, "the system has no thread left")
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }

  deinit {
    queue.close()
  }

  /// Takes an actor's next step.
  public func enqueue(_ job: consuming ExecutorJob) {
    queue.put((UnownedJob(job), asUnownedSerialExecutor()))
  }
}

/// The steps that wait for a thread.
private final class JobQueue: @unchecked Sendable {
  // @unchecked: 'jobs' and 'isClosed' are touched only between lock and unlock of 'mutex'.
  typealias Item = (job: UnownedJob, executor: UnownedSerialExecutor)
  private var jobs: [Item] = []
  private var isClosed = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func put(_ item: Item) {
    pthread_mutex_lock(mutex)
    jobs.append(item)
    if jobs.count == 1 { pthread_cond_signal(condition) }
    pthread_mutex_unlock(mutex)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func run() {
    while let items = take() {
      for item in items { item.job.runSynchronously(on: item.executor) }
    }
  }

  private func take() -> [Item]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty {
      if isClosed { return nil }
      pthread_cond_wait(condition, mutex)
    }
    defer { jobs = [] }
    return jobs
  }
}
