import Foundation
import MaruContract
import MaruKeychain
import Security
import Testing

/// There is one keychain for the process: whatever touches it is a child of this suite.
@Suite(.serialized) enum TheKeychain {}

/// What a case of the adapter's found to be wrong.
struct Finding: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Says what is wrong if two values are not the same.
func expect<Value: Equatable>(_ found: Value, is expected: Value, _ what: String) throws(Finding) {
  guard found != expected else { return }
  throw Finding("\(what): expected \(expected), found \(found)")
}

extension SecretStore {
  /// The bytes of a secret, or the code of the error.
  func outcome(of key: SecretKey) async -> Result<[UInt8], SecretStoreError> {
    do {
      return .success(try await read(key).value)
    } catch {
      return .failure(error)
    }
  }

  /// The code that writing ends with; nil if it went well.
  func codeOfWriting(
    _ bytes: [UInt8], for key: SecretKey, _ accessibility: SecretAccessibility? = nil
  ) async -> SecretStoreError.Code? {
    do {
      if let accessibility {
        try await write(Sensitive(bytes), for: key, accessibility: accessibility)
      } else {
        try await write(Sensitive(bytes), for: key)
      }
      return nil
    } catch {
      return error.code
    }
  }
}

extension SecretStore {
  /// The error that deleting ends with; nil if it went well.
  func errorOfDeletingAll(in namespace: SecretNamespace) async -> SecretStoreError? {
    do {
      try await deleteAll(in: namespace)
      return nil
    } catch {
      return error
    }
  }
}

extension Result where Failure == SecretStoreError {
  /// The error's code; nil if there is a value.
  var code: SecretStoreError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}

extension [String: Any] {
  subscript(key: CFString) -> Any? {
    get { self[key as String] }
    set { self[key as String] = newValue }
  }
}
