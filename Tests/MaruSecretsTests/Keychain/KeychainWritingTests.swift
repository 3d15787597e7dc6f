import MaruContract
import MaruSecrets
import Testing

@Suite struct `Writing to the keychain` {
  private static let duplicate = KeychainStatus.duplicateItem
  private static let missing = KeychainStatus.itemNotFound

  /// The steps that follow when the keychain answers with `statuses`.
  private func steps(_ statuses: [Int32]) -> [KeychainWriting.Step] {
    var writing = KeychainWriting()
    return statuses.map { status in
      writing.received(status)
      return writing.step
    }
  }

  @Test func `adds first, and changes what is there`() {
    #expect(KeychainWriting().step == .add)
    #expect(steps([0]) == [.written])
    #expect(steps([Self.duplicate, 0]) == [.update, .written])
  }

  @Test func `adds once more what went away, and then gives up`() {
    #expect(steps([Self.duplicate, Self.missing, 0]) == [.update, .add, .written])
    let end = steps([Self.duplicate, Self.missing, Self.duplicate])
    guard case .failed(let error) = end.last else {
      Issue.record("expected an end, found \(end)")
      return
    }
    #expect(error.code == .failed)
    #expect(error.systemCode == Int(Self.duplicate))
  }

  @Test func `ends after three answers at most, whatever they are`() {
    let statuses: [Int32] = [0, Self.duplicate, Self.missing, -25308, -34018, -50, -1, .min, .max]
    for one in statuses {
      for two in statuses {
        for three in statuses {
          let end = steps([one, two, three]).last
          switch end {
          case .written, .failed: break
          default: Issue.record("\(one), \(two), \(three): still \(String(describing: end))")
          }
        }
      }
    }
  }

  @Test func `never ends with an absence, and never goes on after its end`() {
    for status: Int32 in [Self.missing, -25308, -128, -34018, -25291, -26275, -1] {
      for before in [[], [Self.duplicate]] {
        let ends = steps(before + [status, 0, Self.duplicate])
        // An update that finds nothing is no end.
        if before == [Self.duplicate], status == Self.missing { continue }
        guard case .failed(let error) = ends.last else {
          Issue.record("\(before) \(status): expected a failure, found \(ends)")
          continue
        }
        #expect(error.code != .notFound)
        #expect(error.systemCode == Int(status))
      }
    }
  }
}

@Suite struct `Deleting from the keychain` {
  @Test func `takes one call where all that match go at once`() {
    for status in [KeychainStatus.success, KeychainStatus.itemNotFound] {
      var deleting = KeychainDeleting(isOneAtATime: false)
      deleting.received(status)
      #expect(deleting.step == .deleted)
    }
  }

  @Test func `goes on until nothing is left where one goes at a time`() {
    var deleting = KeychainDeleting(isOneAtATime: true)
    for _ in 0..<100 {
      deleting.received(KeychainStatus.success)
      #expect(deleting.step == .delete)
    }
    deleting.received(KeychainStatus.itemNotFound)
    #expect(deleting.step == .deleted)
  }

  @Test func `ends although a keychain always finds one more`() {
    var deleting = KeychainDeleting(isOneAtATime: true)
    for _ in 0..<KeychainDeleting.mostAtOnce { deleting.received(KeychainStatus.success) }
    guard case .failed(let error) = deleting.step else {
      Issue.record("expected an end, found \(deleting.step)")
      return
    }
    #expect(error.code == .failed)
  }

  @Test(arguments: [true, false]) func `ends with the first failure`(isOneAtATime: Bool) {
    var deleting = KeychainDeleting(isOneAtATime: isOneAtATime)
    deleting.received(-25308)
    #expect(deleting.step == .failed(SecretStoreError(.locked, reason: "")))
    deleting.received(0)
    #expect(deleting.step == .failed(SecretStoreError(.locked, reason: "")))
  }
}
