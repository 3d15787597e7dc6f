internal import MaruContract
package import MaruSystem

/// How a download reaches the disk; a test looks on, makes it fail, or kills it at any step.
package struct Disk: Sendable {
  /// One thing that is done to the disk.
  package enum Step: Sendable, Hashable {
    case open, record, forget, truncate
    case write(Int)
    case sync, rename, remove
  }

  /// Runs what takes long away from Swift's pool: flushing a large file and renaming it. Writing a
  /// piece does not: the system's cache takes it, as fast as memory.
  package var offPool: @Sendable (@escaping @Sendable () -> Void) async -> Void = {
    let work = $0
    await Waiting.lazily(for: { "the disk, which no world moves" }) {
      await BlockingWork.run(work)
    }
  }
  /// Asked before each step; what it gives is what the step fails with.
  package var fault: @Sendable (Step) -> SystemFile.Failure? = { _ in nil }

  /// Which run of the machine this is: what was written in another may not have reached the disk.
  package var bootID: @Sendable () -> String? = { SystemBoot.id }

  package init() {}

  func check(_ step: Step) throws(SystemFile.Failure) {
    if let failure = fault(step) { throw failure }
  }
}
