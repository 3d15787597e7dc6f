package import MaruSystem

/// How a write reaches the disk; a test makes it fail, or kills it, at any step.
package struct SecretFileDisk: Sendable {
  /// One thing that is done to the disk, in this order.
  package enum Step: Sendable, Hashable {
    /// Takes away what a killed process has left.
    case removeOld
    case create
    /// Writes a piece that begins there.
    case write(Int)
    case sync, rename, syncFolder
  }

  /// What happens instead of a step.
  package enum Fault: Sendable {
    /// The system says no.
    case fails(SystemFile.Failure)
    /// The process is no more: nothing follows, not even what tidies up.
    case dies
  }

  /// Why a write did not come to its end.
  enum Stop: Error {
    case failed(PrivateFolder.Failure)
    case died
  }

  /// How many bytes are written at once.
  package static let pieceBytes = 4_096

  /// Asked before each step.
  package var fault: @Sendable (Step) -> Fault?

  package init(fault: @escaping @Sendable (Step) -> Fault? = { _ in nil }) {
    self.fault = fault
  }

  func run<Value>(
    _ step: Step, _ body: () throws(PrivateFolder.Failure) -> Value
  ) throws(Stop) -> Value {
    switch fault(step) {
    case .fails(let failure): throw .failed(.system(failure))
    case .dies: throw .died
    case nil: break
    }
    do throws(PrivateFolder.Failure) {
      return try body()
    } catch {
      throw .failed(error)
    }
  }

  /// Replaces a file in one step: whoever opens it finds the old bytes or the new ones, whenever this
  /// process is killed.
  ///
  /// Only for who holds the lock: what another left under the temporary name is taken away.
  func replace(
    _ name: String, by bytes: [UInt8], in folder: PrivateFolder
  ) throws(Stop) {
    let temporary = name + ".new"
    try run(.removeOld) { () throws(PrivateFolder.Failure) in try folder.remove(temporary) }
    let file = try run(.create) { () throws(PrivateFolder.Failure) in
      try folder.create(temporary)
    }
    do throws(Stop) {
      for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
        let piece = Array(bytes[start..<min(start + Self.pieceBytes, bytes.count)])
        try run(.write(start)) { () throws(PrivateFolder.Failure) in
          try Self.asFolder { () throws(SystemFile.Failure) in try file.write(piece, at: start) }
        }
      }
      // Before the name is given: after a power cut it must not stand for a file without bytes.
      try run(.sync) { () throws(PrivateFolder.Failure) in
        try Self.asFolder { () throws(SystemFile.Failure) in try file.sync() }
      }
      try run(.rename) { () throws(PrivateFolder.Failure) in
        try folder.rename(temporary, to: name)
      }
    } catch {
      if case .failed = error { try? folder.remove(temporary) }
      throw error
    }
    // The new bytes are in place and stay when the process ends. That the disk can't say whether it
    // has the name does not make them undone.
    do throws(Stop) {
      try run(.syncFolder) { folder.sync() }
    } catch .died {
      throw .died
    } catch {}
  }

  private static func asFolder(
    _ body: () throws(SystemFile.Failure) -> Void
  ) throws(PrivateFolder.Failure) {
    do throws(SystemFile.Failure) {
      try body()
    } catch {
      throw .system(error)
    }
  }
}
