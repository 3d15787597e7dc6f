/// When a secret can be read, where the system can tell.
///
/// The names are the Keychain's. The desktop's Secret Service and the encrypted file have one lock of
/// their own for all secrets, and take any of these as the same.
@nonexhaustive
public enum SecretAccessibility: String, Sendable, Hashable, CaseIterable {
  /// While the device is unlocked; never leaves it.
  case whenUnlockedThisDeviceOnly
  /// From the first unlock after a start of the device; never leaves it.
  ///
  /// The default for tokens: a refresh in the background can read them, a backup cannot.
  case afterFirstUnlockThisDeviceOnly
  /// While the device is unlocked, and only if it has a passcode; never leaves it, and goes when the
  /// passcode is taken away.
  case whenPasscodeSetThisDeviceOnly
  /// While the device is unlocked; moves to a new device with an encrypted backup.
  case whenUnlocked
  /// From the first unlock after a start of the device; moves to a new device with an encrypted
  /// backup.
  case afterFirstUnlock
}
