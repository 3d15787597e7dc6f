/// What was recorded of a client's traffic, by whatever program.
///
/// It holds credentials; its description shows a number and nothing else.
public struct Capture: Sendable {
  /// The exchanges in the order of the file.
  public let exchanges: [Exchange]
  /// What it can and can't prove.
  public let quality: CaptureQuality
}

extension Capture: CustomStringConvertible, CustomReflectable {
  /// How many exchanges there are.
  public var description: String { "capture of \(exchanges.count) exchanges" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["capture": description]) }
}
