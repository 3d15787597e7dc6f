internal import Foundation
internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// A download's file until it is whole: `name.partial` beside the destination, and
/// `name.partial.source`, which says of what it is.
///
/// The order of its steps is what makes it safe to be killed between any two: the record is taken
/// away before the bytes change their version and written before the first byte of the new one, bytes
/// are only ever added at the end, and the destination gets its name last, in one step.
actor PartialFile {
  private let destination: String
  private let folder: String
  private let path: String
  private let recordPath: String
  private let call: String
  private let disk: Disk
  private let rule: RangeRule
  /// Whether the call has a secret of its own, so that its account does not tell whose it is.
  private let hasOwnSecret: Bool
  private let file: SystemFile
  private(set) var state = PartialState()
  /// How many of them were there before the last attempt.
  private(set) var resumedBytes = 0
  private var source = ""
  /// Whose bytes they are: known of this call's, or of an earlier one's.
  private var owner: ResponseCache.Owner?
  private var recordedOwner: String?

  /// Opens the partial file, alone.
  ///
  /// - Parameter call: stands for the address and the one who calls.
  init(
    for destination: String, of call: String, hasOwnSecret: Bool, existing: ExistingFile,
    disk: Disk, rule: RangeRule
  ) throws(SystemFile.Failure) {
    self.destination = destination
    self.call = call
    self.disk = disk
    self.rule = rule
    self.hasOwnSecret = hasOwnSecret
    (folder, path) = Self.place(beside: destination)
    recordPath = path + ".source"
    switch SystemFile.kind(of: destination) {
    case .nothing: break
    case .file, .other: if existing == .kept { throw .exists }
    case .folder: throw SystemFile.Failure(number: EISDIR)
    }
    try disk.check(.open)
    file = try SystemFile.openAlone(path)
    let record = SystemFile.read(recordPath, upTo: PartialRecord.maximumBytes)
      .flatMap { PartialRecord($0) }
    // The bytes were not flushed: after a power failure a file can be longer than what is in it.
    if let record, record.call == call, record.boot == disk.bootID(),
      let length = try? file.size
    {
      state = record.state
      state.length = length
      source = record.source
      recordedOwner = record.owner
    }
  }

  /// `folder` and `name.partial`; a name too long for the ending is shortened and told apart by a
  /// number.
  static func place(beside destination: String) -> (folder: String, path: String) {
    let slash = destination.lastIndex(of: "/") ?? destination.startIndex
    let name = String(destination[slash...].drop { $0 == "/" })
    let folder = String(destination[..<slash])
    let short =
      name.utf8.count <= 230
      ? name : FileName.shortened(name, to: 190) + "~" + Fingerprint.of([name])
    return (folder.isEmpty ? "/" : folder, "\(folder)/\(short).partial")
  }

  var length: Int { state.length }

  /// How many bytes need not come again.
  var keptLength: Int { state.validator == nil ? 0 : state.length }

  /// What to ask a server for on behalf of an owner; nil: everything.
  func request(to source: String, for owner: ResponseCache.Owner) -> RangeRequest? {
    guard state.length > 0, source == self.source else { return nil }
    // What one account has read is never continued, or finished, for another.
    let isOurs =
      if let known = self.owner { known == owner } else {
        recordedOwner != nil && recordedOwner == name(of: owner)
      }
    return isOurs ? rule.ask(state) : nil
  }

  /// What an owner is known by across calls; nil if it is not.
  private func name(of owner: ResponseCache.Owner) -> String? {
    hasOwnSecret ? nil : owner.fingerprint
  }

  /// Drops what is there and begins a version.
  func startOver(
    total: Int?, validator: String?, source: String, owner: ResponseCache.Owner
  ) throws {
    try discard()
    state.total = total
    state.validator = validator
    self.source = source
    self.owner = owner
    recordedOwner = name(of: owner)
    guard validator != nil else { return }
    try disk.check(.record)
    let record = PartialRecord(
      call: call, source: source, owner: recordedOwner, boot: disk.bootID(), state: state)
    try SystemFile.write(try record.encoded(), to: recordPath)
  }

  /// Drops what is there.
  func discard() throws(SystemFile.Failure) {
    state = PartialState()
    resumedBytes = 0
    try disk.check(.forget)
    try SystemFile.remove(recordPath)
    try disk.check(.truncate)
    try file.truncate(to: 0)
  }

  /// Goes on from a byte; what stands behind it is dropped.
  func goOn(at first: Int, total: Int?, owner: ResponseCache.Owner) throws(SystemFile.Failure) {
    try disk.check(.truncate)
    try file.truncate(to: first)
    state.length = first
    resumedBytes = first
    state.total = total ?? state.total
    self.owner = owner
  }

  /// Adds bytes at the end.
  ///
  /// In the call's task: the system's cache takes half a megabyte in less time than another thread
  /// takes to be woken.
  func append(_ bytes: [UInt8]) throws(SystemFile.Failure) {
    try disk.check(.write(bytes.count))
    try file.write(bytes, at: state.length)
    state.length += bytes.count
  }

  /// Makes the bytes safe on the disk and gives them their name, in one step.
  func commit(_ existing: ExistingFile) async throws {
    let (file, disk, path, destination) = (file, disk, path, destination)
    let (recordPath, folder) = (recordPath, folder)
    let result = Locked<Result<Void, SystemFile.Failure>>(.success(()))
    await disk.offPool {
      let outcome = Result { () throws(SystemFile.Failure) in
        try disk.check(.sync)
        try file.sync()
        try disk.check(.rename)
        switch existing {
        case .replaced: try SystemFile.rename(path, to: destination)
        case .kept: try SystemFile.renameIfFree(path, to: destination)
        }
        SystemFile.syncFolder(folder)
        // The download is whole whatever becomes of its record, which nothing belongs to any more.
        if disk.fault(.remove) == nil { try? SystemFile.remove(recordPath) }
      }
      result.withLock { $0 = outcome }
    }
    try result.withLock { $0 }.get()
  }

  /// Ends without a whole file: keeps what can be continued, if that is wanted, and takes the rest
  /// away.
  func abandon(keeping: Bool) {
    let canGoOn = state.length > 0 && state.validator != nil && recordedOwner != nil
    guard !(keeping && canGoOn), disk.fault(.remove) == nil else { return }
    try? SystemFile.remove(recordPath)
    try? SystemFile.remove(path)
  }
}

extension ResponseCache.Owner {
  /// What an owner is known by across calls; nil if only by a credential or by cookies, which change.
  fileprivate var fingerprint: String? {
    guard cookies == nil else { return nil }
    return switch account {
    case .nobody: Fingerprint.of(["nobody"])
    case .account(let account): Fingerprint.of(["account", account.value])
    case .credential: nil
    }
  }
}
