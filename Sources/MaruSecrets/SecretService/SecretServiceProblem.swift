package import MaruContract

/// A D-Bus error that a call to the Secret Service ended with.
package struct SecretServiceProblem: Error, Hashable, Sendable {
  /// Its name; empty if there is none.
  package let name: String

  /// Takes the error's name.
  package init(_ name: String) { self.name = name }

  /// Whether the object was there a moment ago and is not any more.
  ///
  /// Services differ in what they say of an object that they do not have.
  package var isGone: Bool {
    [
      "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.DBus.Error.UnknownObject",
      "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
    ].contains(name)
  }

  /// What it means to a store.
  package var error: SecretStoreError {
    switch name {
    case "org.freedesktop.Secret.Error.IsLocked":
      .secretServiceIsLocked
    case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed",
      "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
      SecretStoreError(.denied, reason: "expected access to the Secret Service, found a refusal")
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
      "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Disconnected":
      SecretStoreError(.unavailable, reason: "expected an answer of the Secret Service, found none")
    case "org.freedesktop.DBus.Error.NoServer", "org.freedesktop.DBus.Error.FileNotFound",
      "org.freedesktop.DBus.Error.BadAddress", "org.freedesktop.DBus.Error.NoNetwork",
      "org.freedesktop.DBus.Error.IOError", "org.freedesktop.DBus.Error.LimitsExceeded":
      SecretStoreError(.unavailable, reason: "expected a session bus that answers, found none")
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.NotSupported",
      _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      SecretStoreError(.unavailable, reason: "expected a Secret Service on the bus, found none")
    case "maru.Malformed":
      SecretStoreError(.failed, reason: "expected a reply of the Secret Service, found another")
    default:
      SecretStoreError(.failed, reason: "expected a reply of the Secret Service, found an error")
    }
  }
}

extension SecretStoreError {
  /// What a locked collection, and a question that was not put to the user, mean to a store.
  package static var secretServiceIsLocked: SecretStoreError {
    SecretStoreError(.locked, reason: "expected an unlocked collection, found a locked one")
  }
}
