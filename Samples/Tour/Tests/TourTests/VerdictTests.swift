import Maru
import Testing
import TourApp

/// A verdict that could not fail would prove nothing.
@Suite struct `A chapter's verdict` {
  /// Facts with a name for the test's output.
  struct Facts: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let findings: [Finding]

    init(_ name: String, _ findings: [Finding]) {
      testDescription = name
      self.findings = findings
    }

    init<Value>(
      _ name: String, _ good: Value, _ findings: KeyPath<Value, [Finding]>,
      spoiledBy spoil: (inout Value) -> Void
    ) {
      var facts = good
      spoil(&facts)
      self.init(name, facts[keyPath: findings])
    }
  }

  static let good = [
    Facts("sign-in", GoodFacts.signIn.findings), Facts("todos", GoodFacts.todos.findings),
    Facts("validation", GoodFacts.validation.findings),
    Facts("refresh", GoodFacts.refresh.findings), Facts("busy", GoodFacts.busy.findings),
    Facts("refused-again", GoodFacts.refusedAgain.findings),
    Facts("dead-session", GoodFacts.deadSession.findings),
    Facts("lost-rotation", GoodFacts.lostRotation.findings),
    Facts("killed", GoodFacts.killed.findings), Facts("sign-out", GoodFacts.signOut.findings),
    Facts("account-switch", GoodFacts.accountSwitch.findings),
    Facts("secrets", GoodFacts.secrets.findings), Facts("cookies", GoodFacts.cookies.findings),
    Facts("lost-answer", GoodFacts.lostAnswer.findings),
    Facts("deadline", GoodFacts.deadline.findings), Facts("cancel", GoodFacts.cancel.findings),
    Facts("redirect", GoodFacts.redirect.findings), Facts("html", GoodFacts.html.findings),
    Facts("gone", GoodFacts.gone.findings), Facts("shutdown", GoodFacts.shutdown.findings),
    Facts("callback", GoodFacts.callback.findings), Facts("stream", GoodFacts.stream.findings),
    Facts("slow-reader", GoodFacts.slowReader.findings),
    Facts("leaving", GoodFacts.leaving.findings), Facts("doctor", GoodFacts.doctor.findings),
  ]

  static let unmeasured = [
    Facts("refused-again", RefusedAgainFacts().findings),
    Facts("dead-session", DeadSessionFacts().findings),
    Facts("lost-rotation", LostRotationFacts().findings),
    Facts("killed", KilledFacts().findings), Facts("sign-out", SignOutFacts().findings),
    Facts("account-switch", AccountSwitchFacts().findings),
    Facts("secrets", SecretsFacts().findings), Facts("cookies", CookiesFacts().findings),
    Facts("sign-in", SignInFacts().findings), Facts("todos", TodosFacts().findings),
    Facts("validation", ValidationFacts().findings), Facts("refresh", RefreshFacts().findings),
    Facts("busy", BusyFacts().findings), Facts("lost-answer", LostAnswerFacts().findings),
    Facts("deadline", DeadlineFacts().findings), Facts("cancel", CancelFacts().findings),
    Facts("redirect", RedirectFacts().findings), Facts("html", HTMLFacts().findings),
    Facts("gone", GoneFacts().findings), Facts("shutdown", ShutdownFacts().findings),
    Facts("callback", CallbackFacts().findings), Facts("stream", StreamFacts().findings),
    Facts("slow-reader", SlowReaderFacts().findings), Facts("leaving", LeavingFacts().findings),
    Facts("doctor", DoctorFacts().findings),
  ]

  static let spoiled: [Facts] = {
    let lists = Array(repeating: SeenRequest("GET", "/v1/todos", 401), count: 2)
    return [
      Facts("a call before the sign-in was sent", GoodFacts.signIn, \.findings) {
        $0.seenEarly = 1
      },
      Facts("the sign-in carried a credential", GoodFacts.signIn, \.findings) {
        $0.seenTokens[1] = SeenRequest("POST", "/v1/token", 200, authorized: true)
      },
      Facts("a description shows the token", GoodFacts.signIn, \.findings) {
        $0.tokenIsShown = true
      },
      Facts("Korean came back composed", GoodFacts.todos, \.findings) {
        $0.sent = ["\u{1112}\u{1161}\u{11AB}"]
        $0.created = ["\u{D55C}"]
        $0.listed = $0.sent
      },
      Facts("an id became a path", GoodFacts.todos, \.findings) { $0.routeOfStrangeID = nil },
      Facts("a refused input was sent twice", GoodFacts.validation, \.findings) {
        $0.seen += $0.seen
      },
      Facts("two refreshes ran", GoodFacts.refresh, \.findings) {
        $0.seenTogether.append(SeenRequest("POST", "/v1/token", 200, authorized: false))
      },
      Facts("the refresh came after the re-send", GoodFacts.refresh, \.findings) {
        $0.seenAlone.swapAt(1, 2)
      },
      Facts("nothing was sent again", GoodFacts.refresh, \.findings) { $0.seenTogether = lists },
      Facts("a refused token was refreshed twice", GoodFacts.refusedAgain, \.findings) {
        $0.seen += $0.seen.suffix(2)
      },
      Facts("a refused call signed somebody out", GoodFacts.refusedAgain, \.findings) {
        $0.after = .failed(.notAuthenticated, nil)
      },
      Facts("a dead token was sent again", GoodFacts.deadSession, \.findings) {
        $0.seen.append(SeenRequest("POST", "/v1/token", 400, authorized: false))
      },
      Facts("a dead session told of it twice", GoodFacts.deadSession, \.findings) { $0.told = 2 },
      Facts("a dead session was called at", GoodFacts.deadSession, \.findings) { $0.seenLater = 1 },
      Facts("one of the calls heard something else", GoodFacts.deadSession, \.findings) {
        $0.ends[1] = .failed(.unavailable, nil)
      },
      Facts("a lost answer signed somebody out", GoodFacts.lostRotation, \.findings) {
        $0.endings = 1
        $0.isSignedIn = false
      },
      Facts("nobody said when to come back", GoodFacts.lostRotation, \.findings) {
        $0.pause = .zero
      },
      Facts("an app that was killed is signed out", GoodFacts.killed, \.findings) {
        $0.moments["unstored"]?.end = .failed(.credentialRefused, nil)
      },
      Facts("an app was not killed", GoodFacts.killed, \.findings) {
        $0.moments["unused"]?.wasKilled = false
      },
      Facts("an answer came after signing out", GoodFacts.signOut, \.findings) {
        $0.ends[0] = .value
      },
      Facts("the record stayed", GoodFacts.signOut, \.findings) { $0.recordAfter = true },
      Facts("a copied token still works", GoodFacts.signOut, \.findings) { $0.copied = .value },
      Facts("one account saw the other's", GoodFacts.accountSwitch, \.findings) {
        $0.second.formUnion($0.first)
      },
      Facts("a cookie of 'com' was stored", GoodFacts.cookies, \.findings) {
        $0.outcomes[3] = "stored"
      },
      Facts("a cookie that has ended was sent", GoodFacts.cookies, \.findings) {
        $0.field? += "; brief=planted-brief"
      },
      Facts("a secure cookie went without TLS", GoodFacts.cookies, \.findings) {
        $0.overHTTP[1] = "sid: sameHost"
      },
      Facts("a cookie's value was shown", GoodFacts.cookies, \.findings) { $0.valuesShown = 1 },
      Facts("a secret was recorded", GoodFacts.doctor, \.findings) { $0.secretsInRecordings = 1 },
      Facts("the doctor found something in Maru's", GoodFacts.doctor, \.findings) {
        $0.own = ["auth.refresh-storm"]
      },
      Facts("the doctor missed something", GoodFacts.doctor, \.findings) {
        $0.others.removeFirst()
      },
      Facts("there is no page", GoodFacts.doctor, \.findings) { $0.report = nil },
      Facts("a secret was shown", GoodFacts.secrets, \.findings) { $0.inOutput = 1 },
      Facts("a secret was logged", GoodFacts.secrets, \.findings) { $0.inLogs = 1 },
      Facts("nothing was looked for", GoodFacts.secrets, \.findings) { $0.sent = 0 },
      Facts("Retry-After was not kept", GoodFacts.busy, \.findings) {
        $0.pause = .milliseconds(999)
      },
      Facts("Retry-After was not kept for the server", GoodFacts.busy, \.findings) {
        $0.pauseInLog = .milliseconds(400)
      },
      Facts("a hopeless wait was waited", GoodFacts.busy, \.findings) { $0.lateTook = .seconds(5) },
      Facts("a lost write was called refused", GoodFacts.lostAnswer, \.findings) {
        $0.lost = .failed(.connectionLost, .refused)
      },
      Facts("a write was made twice", GoodFacts.lostAnswer, \.findings) { $0.made = 2 },
      Facts("a retried write was made twice", GoodFacts.lostAnswer, \.findings) {
        $0.madeByItself = 2
      },
      Facts("a deadline was not kept", GoodFacts.deadline, \.findings) {
        $0.writeTook = .milliseconds(1_500)
      },
      Facts("a late write was called not sent", GoodFacts.deadline, \.findings) {
        $0.write = .failed(.deadlineExceeded, .notSent)
      },
      Facts("a cancelled call threw a CallError", GoodFacts.cancel, \.findings) {
        $0.beforeFirstByte = .failed(.connectionLost, .unknown)
      },
      Facts("a cancelled call was sent again", GoodFacts.cancel, \.findings) {
        $0.seenBeforeFirstByte = 2
      },
      Facts("a connection stayed open", GoodFacts.cancel, \.findings) { $0.openAfter = 4 },
      Facts("the credential went along", GoodFacts.redirect, \.findings) {
        $0.seenThere[0] = SeenRequest("GET", "/v1/hello", 200, headers: ["authorization"])
      },
      Facts("the tenant went along", GoodFacts.redirect, \.findings) {
        $0.seenThere[0] = SeenRequest(
          "GET", "/v1/hello", 200, authorized: false, headers: ["x-tenant-id"])
      },
      Facts("the credential was never there", GoodFacts.redirect, \.findings) {
        $0.seenHere[0] = SeenRequest("GET", "/v1/hello", 307, authorized: false)
      },
      Facts("a web page could not be decoded", GoodFacts.html, \.findings) {
        $0.end = .failed(.undecodable, nil)
      },
      Facts("a write to nobody is unknown", GoodFacts.gone, \.findings) {
        $0.write = .failed(.unreachable, .unknown)
      },
      Facts("a shutdown looked like cancelling", GoodFacts.shutdown, \.findings) {
        $0.cancelling[1] = .cancelled
      },
      Facts("a call was left over", GoodFacts.shutdown, \.findings) { $0.runningAfter = 1 },
      Facts("an event came twice", GoodFacts.stream, \.findings) { $0.read.append("last") },
      Facts("an event was lost", GoodFacts.stream, \.findings) { $0.read.removeFirst() },
      Facts("nothing was cut", GoodFacts.stream, \.findings) { $0.cut = [$0.cut[0]] },
      Facts("it came back without a place", GoodFacts.stream, \.findings) {
        $0.restarted = [SeenRequest("GET", "/v1/events", 200)]
      },
      Facts("a stream stayed", GoodFacts.stream, \.findings) { $0.streamsLeft = 1 },
      Facts("nobody was let go", GoodFacts.slowReader, \.findings) { $0.wasLetGo = false },
      Facts("a slow reader missed something", GoodFacts.slowReader, \.findings) {
        $0.read.removeLast()
      },
      Facts("drops were not counted", GoodFacts.slowReader, \.findings) {
        $0.droppedOfNewest = 0
      },
      Facts("a stream outlived its reader", GoodFacts.leaving, \.findings) {
        $0.cancelledLeft = 11
      },
      Facts("the server saw it late", GoodFacts.leaving, \.findings) {
        $0.returnedTook = .seconds(14)
      },
      Facts("a wait had no end in time", GoodFacts.callback, \.findings) {
        $0.waits["never"]?.took = .seconds(10)
      },
      Facts("a second call was not told", GoodFacts.callback, \.findings) {
        $0.waits["twice"]?.dropped = []
      },
      Facts("a late call ended the wait", GoodFacts.callback, \.findings) {
        $0.waits["late"]?.end = "a value"
      },
      Facts("the library went on", GoodFacts.callback, \.findings) {
        $0.waits["never"]?.cancels = 0
      },
      Facts("a callback that was let go of was waited for", GoodFacts.callback, \.findings) {
        $0.waits["forgetful"]?.took = CallbackFacts.limit
      },
      Facts("a request was sent twice", GoodFacts.callback, \.findings) { $0.seen += 1 },
    ]
  }()

  @Test(arguments: good) func `holds when every fact is right`(facts: Facts) {
    #expect(facts.findings.filter { !$0.holds }.isEmpty)
  }

  @Test(arguments: unmeasured) func `fails when nothing was measured`(facts: Facts) {
    #expect(facts.findings.contains { !$0.holds })
  }

  @Test(arguments: spoiled) func `fails when one fact is wrong`(facts: Facts) {
    #expect(facts.findings.contains { !$0.holds })
  }

  @Test func `says what was expected and what was found`() {
    var facts = GoodFacts.html
    facts.stage = nil
    facts.end = .failed(.undecodable, nil)
    let texts = facts.findings.filter { !$0.holds }.map(\.text)
    #expect(
      texts == [
        "the call fails as unexpectedContent: expected unexpectedContent, found undecodable",
        "at judgement, before anything is decoded: expected judgement, found nothing",
      ])
  }

  @Test func `fails when there is no finding at all`() {
    let result = ChapterResult(name: "x", promise: "", findings: [], calls: [], took: .zero)
    #expect(!result.holds)
  }
}
