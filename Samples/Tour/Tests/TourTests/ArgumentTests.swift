import Testing
import TourApp

@Suite struct `Arguments of the tour` {
  private let names = ["busy", "gone"]

  @Test func `are read with the value beside or behind the flag`() throws {
    let wishes = try TourArguments(
      [
        "--gateway", "g", "--chapter=busy", "--chapter", "gone", "--json", "--keep",
        "--transport=urlsession",
      ],
      chapters: names)
    #expect(wishes.transport == .urlSession)
    #expect(wishes.gateway == "g")
    #expect(wishes.chapters == ["busy", "gone"])
    #expect(wishes.isJSON)
    #expect(wishes.keepsLogs)
    #expect(!wishes.listsChapters)
  }

  @Test(arguments: [
    (["--chapter", "bsy"], "there is no chapter 'bsy'; --list names them"),
    (["--chapter"], "--chapter needs a value"), (["--json=yes"], "--json takes no value"),
    (["busy"], "there is no flag 'busy'; --help lists them"),
    (["--transport", "quic"], "there is no transport 'quic'; there are curl and urlsession"),
    ([""], "there is no flag ''; --help lists them"),
  ])
  func `that can't be used are refused with what would be`(arguments: [String], reason: String) {
    let refusal = #expect(throws: TourArguments.Refusal.self) {
      try TourArguments(arguments, chapters: names)
    }
    #expect(refusal?.description == reason)
  }
}
