/// How much a recorder keeps, in memory and on disk.
public struct RecordingLimits: Sendable, Hashable {
  /// The most exchanges in memory; the oldest go first. 1,000.
  public var exchanges = 1_000
  /// The most bytes of them. 8 MiB.
  public var bytes = 8_388_608
  /// The most bytes of one file; then the next begins. 16 MiB.
  public var fileBytes = 16_777_216
  /// The most files; the oldest goes first. 4.
  public var files = 4

  /// The limits as they are named above.
  public init() {}
}
