/// How a download treats its file, and how long and large it may be.
public struct DownloadOptions: Sendable, Hashable {
  /// What becomes of a file that is there already. There is no default: it may be somebody's.
  public var existing: ExistingFile
  /// Whether what has come is kept when the call fails or is cancelled, so that a later call to the
  /// same destination, of this process or another, goes on from there. No by default. It counts until
  /// the machine is started again, since keeping does not wait for the disk.
  public var keepsPartial = false
  /// Bytes of the file. 4 GiB, so that a server that never ends does not fill the disk; an
  /// endpoint's own `maximumResponseBytes` counts if it is smaller.
  public var maximumBytes = 4 << 30
  /// Between two pieces of the body. 30 seconds: a download is over when nothing more comes, not
  /// after a fixed time.
  public var idle: Duration = .seconds(30)
  /// For everything, if the endpoint names no deadline. 24 hours, the client's own being meant for
  /// answers that people wait for. Each attempt may take all of it.
  public var deadline: Duration = .seconds(86_400)

  /// The options that each property names.
  public init(existing: ExistingFile) {
    self.existing = existing
  }
}

/// What becomes of a file that is there already where a download is to go.
public enum ExistingFile: Sendable, Hashable {
  /// It is replaced, in one step, once the new one is whole.
  case replaced
  /// It stays, and the download fails: before anything is sent if it is there by then.
  case kept
}
