import MaruContract
import MaruSecrets
import Testing

@Suite struct `Work with a Secret Service` {
  private let service = ModelSecretService()
  private let key: SecretKey
  private let other: SecretKey

  init() throws {
    key = try SecretKey("a", in: SecretNamespace("app"))
    other = try SecretKey("b", in: SecretNamespace("app"))
  }

  private func write(_ value: [UInt8], for key: SecretKey) throws(SecretStoreError) {
    try SecretServiceWork.write(value, for: key, to: service)
  }

  private func read(_ key: SecretKey) -> Result<[UInt8], SecretStoreError> {
    Result { () throws(SecretStoreError) in try SecretServiceWork.read(key, from: service) }
  }

  private func delete(_ attributes: SecretAttributes) -> SecretStoreError.Code? {
    do {
      try SecretServiceWork.delete(attributes, from: service)
      return nil
    } catch {
      return error.code
    }
  }

  private func codeOfWriting(_ value: [UInt8]) -> SecretStoreError.Code? {
    do {
      try write(value, for: key)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `what is written is read, and an absence is one`() throws {
    #expect(read(key).code == .notFound)
    try write([1], for: key)
    try write([2], for: key)
    #expect(read(key) == .success([2]))
    #expect(read(other).code == .notFound)
    #expect(service.items.count == 1)
  }

  @Test(arguments: [false, true])
  func `a locked collection is never an empty one`(hidesLocked: Bool) throws {
    try write([1], for: key)
    service.hidesLocked = hidesLocked
    service.locked = ["/collection/login"]
    for key in [key, other] {
      #expect(read(key).code == .locked || (key == other && !hidesLocked))
      #expect(delete(SecretAttributes(key)) == .locked)
    }
    #expect(read(other).code == .locked)
    #expect(codeOfWriting([2]) == .locked)
    #expect(delete(SecretAttributes(key.namespace)) == .locked)
    service.locked = []
    #expect(read(key) == .success([1]))
  }

  @Test func `a lock is asked for before anything that could ask the user`() throws {
    service.locked = ["/collection/login"]
    #expect(codeOfWriting([1]) == .locked)
    #expect(!service.calls.contains("create"))
  }

  @Test func `what is unlocked between a search and a look at the lock is found`() throws {
    try write([1], for: key)
    service.hidesLocked = true
    service.locked = ["/collection/login"]
    service.before = [("lock", { $0.locked = [] })]
    #expect(read(key) == .success([1]))
  }

  @Test func `what is locked between a search and the reading is locked`() throws {
    try write([1], for: key)
    service.before = [("read", { $0.locked = ["/collection/login"] })]
    #expect(read(key).code == .locked)
  }

  @Test func `an item that is replaced while it is read is read anew`() throws {
    try write([1], for: key)
    service.before = [
      (
        "read",
        { service in
          let item = service.items.removeValue(forKey: "/collection/login/1")
          service.items["/collection/login/7"] = item
        }
      )
    ]
    #expect(read(key) == .success([1]))
  }

  @Test func `an item that is deleted while it is read is an absence`() throws {
    try write([1], for: key)
    service.before = [("read", { $0.items = [:] })]
    #expect(read(key).code == .notFound)
  }

  @Test func `an item that always goes away ends after three attempts`() throws {
    try write([1], for: key)
    service.before = Array(
      repeating: ("read", { (_) throws(SecretServiceProblem) in throw .noSuchObject }), count: 9)
    #expect(read(key).code == .failed)
    #expect(service.calls.filter { $0 == "read" }.count == 3)
  }

  @Test func `a question to the user is called off, and nothing is taken for done`() throws {
    try write([1], for: key)
    service.asks = true
    #expect(codeOfWriting([2]) == .locked)
    #expect(delete(SecretAttributes(key)) == .locked)
    service.asks = false
    #expect(read(key) == .success([1]))
  }

  @Test func `without a collection nothing can be written, and nothing is there`() {
    service.chosen = nil
    #expect(codeOfWriting([1]) == .unavailable)
    #expect(read(key).code == .notFound)
    #expect(delete(SecretAttributes(key)) == nil)
  }

  @Test func `a collection that seems to be missing for an instant is asked for again`() throws {
    let comes: (ModelSecretService) -> Void = { $0.chosen = "/collection/login" }
    service.chosen = nil
    service.before = [("default", { _ in }), ("default", comes)]
    try write([1], for: key)
    // While another program writes: neither the item nor the collection, and then both.
    let kept = service.items
    service.chosen = nil
    service.items = [:]
    service.before = [
      ("default", { _ in }),
      (
        "default",
        {
          comes($0)
          $0.items = kept
        }
      ),
    ]
    #expect(read(key) == .success([1]))
  }

  @Test func `of several items that of the chosen collection is read, and all are deleted`() throws
  {
    service.items["/collection/a/1"] = .init(attributes: SecretAttributes(key), value: [9])
    service.items["/collection/login2/1"] = .init(attributes: SecretAttributes(key), value: [8])
    try write([1], for: key)
    #expect(read(key) == .success([1]))
    service.chosen = "/collection/a"
    #expect(read(key) == .success([9]))
    #expect(delete(SecretAttributes(key)) == nil)
    #expect(service.items.isEmpty)
  }

  @Test func `what is unlocked is deleted although other items are locked`() throws {
    try write([1], for: key)
    service.items["/collection/a/1"] = .init(attributes: SecretAttributes(other), value: [9])
    service.locked = ["/collection/a"]
    #expect(delete(SecretAttributes(key.namespace)) == .locked)
    #expect(Array(service.items.keys) == ["/collection/a/1"])
  }

  @Test func `a namespace is deleted and no other`() throws {
    let far = try SecretKey("a", in: SecretNamespace("app2"))
    for key in [key, other, far] { try write([1], for: key) }
    #expect(delete(SecretAttributes(key.namespace)) == nil)
    #expect(read(far) == .success([1]))
    #expect(service.items.count == 1)
    #expect(delete(SecretAttributes(key.namespace)) == nil)
  }

  @Test(arguments: ["search", "default", "lock", "read", "create", "delete"])
  func `no answer to a call is never an absence or a success`(call: String) throws {
    let silent: (ModelSecretService) throws(SecretServiceProblem) -> Void = {
      (_) throws(SecretServiceProblem) in throw .noReply
    }
    for key in [key, other] {
      service.items = [:]
      if key == self.key { try write([1], for: key) }
      for work in ["read", "write", "delete"] {
        service.before = [(call, silent)]
        let code: SecretStoreError.Code? =
          switch work {
          case "read": read(key).code
          case "write": codeOfWriting([2])
          default: delete(SecretAttributes(key))
          }
        let wasAsked = service.before.isEmpty
        service.before = []
        if wasAsked { #expect(code == .unavailable, "\(work)") }
      }
    }
  }
}

extension Result where Failure == SecretStoreError {
  fileprivate var code: SecretStoreError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}

@Suite struct `A problem of a Secret Service` {
  @Test(
    arguments: [
      ("org.freedesktop.Secret.Error.IsLocked", .locked),
      ("org.freedesktop.DBus.Error.AccessDenied", .denied),
      ("org.freedesktop.DBus.Error.AuthFailed", .denied),
      ("org.freedesktop.DBus.Error.NoReply", .unavailable),
      ("org.freedesktop.DBus.Error.Timeout", .unavailable),
      ("org.freedesktop.DBus.Error.Disconnected", .unavailable),
      ("org.freedesktop.DBus.Error.NoServer", .unavailable),
      ("org.freedesktop.DBus.Error.FileNotFound", .unavailable),
      ("org.freedesktop.DBus.Error.ServiceUnknown", .unavailable),
      ("org.freedesktop.DBus.Error.Spawn.ChildExited", .unavailable),
      ("org.freedesktop.Secret.Error.NoSession", .failed),
      ("org.freedesktop.Secret.Error.NoSuchObject", .failed),
      ("org.freedesktop.DBus.Error.NoMemory", .failed), ("maru.Malformed", .failed), ("", .failed),
    ] as [(String, SecretStoreError.Code)])
  func `has a code, which is never an absence`(name: String, code: SecretStoreError.Code) {
    let error = SecretServiceProblem(name).error
    #expect(error.code == code)
    // A service's own words are not repeated.
    #expect(name.isEmpty || !error.description.contains(name))
  }
}

@Suite struct `The address of a session bus` {
  @Test(arguments: [
    ("unix:path=/run/user/1000/bus", "unix:path=/run/user/1000/bus"),
    ("unix:abstract=/a,guid=12", "unix:abstract=/a,guid=12"),
    ("autolaunch:;unix:path=/a", "unix:path=/a"),
    ("unix:path=/a;tcp:host=example.com,port=1;unix:path=/b", "unix:path=/a;unix:path=/b"),
    ("autolaunch:", nil), ("", nil), (";;", nil), ("unixexec:path=/bin/sh", nil),
    ("tcp:host=127.0.0.1,port=4", nil), ("unix:tmpdir=/a", nil), ("unix:path=/a\0b", nil),
    ("unix:path=/a b", nil), ("unix:path=/ä", nil),
  ]) func `names a socket of this machine and nothing else`(text: String, taken: String?) {
    #expect(SessionBusAddress(text).text == taken)
    #expect(
      SessionBusAddress(environment: ["DBUS_SESSION_BUS_ADDRESS": text, "HOME": "/h"]).text == taken
    )
  }

  @Test func `is the runtime folder's bus where none is named`() {
    #expect(
      SessionBusAddress(environment: ["XDG_RUNTIME_DIR": "/run/user/1 0,ä"]).text
        == "unix:path=/run/user/1%200%2c%c3%a4/bus")
    #expect(SessionBusAddress(environment: ["XDG_RUNTIME_DIR": "run"]).text == nil)
    #expect(SessionBusAddress(environment: [:]).text == nil)
    let both = ["XDG_RUNTIME_DIR": "/r", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"]
    #expect(SessionBusAddress(environment: both).text == "unix:path=/a")
  }
}
