/// One promise of Maru's, shown and measured.
protocol Chapter: Sendable {
  /// What `--chapter` takes.
  var name: String { get }
  /// What is promised, in one line.
  var promise: String { get }

  /// Tries it, and says what was measured.
  ///
  /// - Throws: what kept it from measuring.
  func run(on stage: Stage) async throws -> [Finding]
}

/// The chapters, in the order in which they are told.
enum Chapters {
  static let all: [any Chapter] = [
    SignInChapter(), TodosChapter(), ValidationChapter(), RefreshChapter(), RefusedAgainChapter(),
    DeadSessionChapter(), LostRotationChapter(), KilledChapter(), SignOutChapter(),
    AccountSwitchChapter(), BusyChapter(), LostAnswerChapter(), DeadlineChapter(), CancelChapter(),
    RedirectChapter(), HTMLChapter(), GoneChapter(), ShutdownChapter(), CookiesChapter(),
    StreamChapter(), SlowReaderChapter(), LeavingChapter(), CallbackChapter(), SecretsChapter(),
    DoctorChapter(),
  ]
}
