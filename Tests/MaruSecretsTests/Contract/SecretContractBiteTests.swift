import MaruContract
import MaruSecrets
import MaruSystem
import MaruTesting
import Testing

/// Each mistake that was planted is found by the case that is about it.
@Suite struct SecretContractBiteTests {
  static let locked = SecretStoreCondition("the store is locked", codes: [.locked])
  static let whileLocked =
    "while the store is locked, nothing is called absent and nothing is lost"

  static func contract(of fault: StoreFault?) -> SecretStoreContract {
    SecretStoreContract(
      environment: ContractEnvironment(clock: RealClock()), traits: [.persists],
      conditions: [locked]
    ) {
      let place = FaultyPlace()
      return SecretStorePlace(
        open: {
          FaultyStore(fault, fault == .forgetsOnReopening ? FaultyPlace() : place)
        },
        set: { condition in place.isLocked.withLock { $0 = condition != nil } })
    }
  }

  static let bites: [(StoreFault, String)] = [
    (.forgets, "a value is read as it was written"),
    (.losesEmptyValues, "an empty value is a value"),
    (.cutsAt4096, "a value of 8 KiB is kept whole"),
    (.takesTooLarge, "a value of one byte more is refused, and the old one stays"),
    (.dropsBeforeRefusing, "a value of one byte more is refused, and the old one stays"),
    (.cutsAtNUL, "a value may hold any byte"),
    (.keepsTheFirst, "a later value takes the place of an earlier one"),
    (.keysByAccessibility, "another accessibility changes nothing but that"),
    (.givesEmptyForNothing, "what was never written is not found"),
    (.deletesByOverwriting, "what was deleted is not found, and can be written again"),
    (.throwsWhenNothingToDelete, "deleting what is not there is no error"),
    (.ignoresNamespaces, "one name in two namespaces is two secrets"),
    (.joinsNames, "a namespace and a name are not one text"),
    (.ignoresCase, "names that are near each other are apart"),
    (.cutsNames, "the longest names are taken whole"),
    (.keepsFifty, "many secrets are kept apart"),
    (.deletesByPrefix, "deleting all of a namespace deletes exactly that"),
    (.deletesEverything, "deleting all of a namespace deletes exactly that"),
    (.deletesNamesByPrefix, "deleting one secret deletes no other"),
    (.tearsValues, "nobody reads a value that was half written"),
    (.deletesFirst, "a secret that is overwritten is there all the time"),
    (.goesBack, "a secret that is overwritten is there all the time"),
    (.keepsTheFirst, "the last write stays"),
    (.losesOthersWrites, "writers of different secrets lose none of them"),
    (
      .restoresOthersDeletes,
      "deleting a namespace takes nothing of what others write meanwhile"
    ),
    (.stopsWhenCancelled, "a call of a cancelled task goes to its end"),
    (
      .stopsWhenCancelled,
      "a write that is cancelled halfway is done or not done, and says which"
    ),
    (.forgetsOnReopening, "a store that is opened anew finds what was written"),
    (.keepsACache, "two open stores see each other's writes"),
    (.callsLockedAbsent, whileLocked),
    (.wipesWhenLocked, whileLocked),
    (.throwsNothingWhenLocked, whileLocked),
    (.showsNames, "no secret and no name is shown by a store or its errors"),
    (.showsValues, "no secret and no name is shown by a store or its errors"),
    (.showsItself, "no secret and no name is shown by a store or its errors"),
  ]

  @Test(arguments: bites)
  func `a planted mistake is found`(fault: StoreFault, name: String) async throws {
    let promise = try #require(Self.contract(of: fault).case(named: name))
    // Some show only when tasks meet: if one has done all before the other begins, nothing is wrong.
    var violation: ContractViolation?
    for _ in 0..<200 where violation == nil {
      do {
        try await promise.run()
      } catch {
        violation = error
      }
    }
    #expect(violation?.name == name)
  }

  @Test(arguments: contract(of: nil).cases)
  func `without a mistake nothing is found`(promise: ContractCase) async throws {
    try await promise.run()
  }

  @Test func `every mistake is found, and every case finds one`() {
    #expect(Set(Self.bites.map(\.0)) == Set(StoreFault.allCases))
    #expect(Set(Self.bites.map(\.1)) == Set(Self.contract(of: nil).cases.map(\.name)))
  }
}
