import Maru
import TourApp

/// What each chapter measures when every promise holds.
enum GoodFacts {
  static let signIn: SignInFacts = {
    var facts = SignInFacts()
    facts.early = .failed(.notAuthenticated, nil)
    facts.seenEarly = 0
    facts.wrongPasswordIsRefused = true
    facts.list = .value
    facts.seenTokens = [
      SeenRequest("POST", "/v1/token", 400, authorized: false),
      SeenRequest("POST", "/v1/token", 200, authorized: false),
    ]
    facts.seenList = [SeenRequest("GET", "/v1/todos", 200)]
    facts.tokenIsShown = false
    return facts
  }()

  static let doctor: DoctorFacts = {
    var facts = DoctorFacts()
    facts.recorded = 44
    facts.recordedInAll = 900
    facts.secretsInRecordings = 0
    facts.own = []
    facts.others = ["auth.refresh-storm", "auth.retry-with-old-token", "retry.non-idempotent"]
    facts.report = "report.html"
    return facts
  }()

  static let todos: TodosFacts = {
    var facts = TodosFacts()
    facts.sent = ["한글 🥛", "각"]
    facts.created = facts.sent
    facts.listed = facts.sent
    facts.listIsWithoutDoubles = true
    facts.renamed = "두부는 샀다 ✅"
    facts.isDone = true
    facts.versions = [1, 2, 3]
    facts.deleted = .failed(.notFound, nil)
    facts.routeOfStrangeID = "/v1/todos/{id}"
    facts.seen =
      Array(repeating: SeenRequest("POST", "/v1/todos", 201), count: 3)
      + Array(repeating: SeenRequest("PATCH", "/v1/todos/{id}", 200), count: 2)
      + Array(repeating: SeenRequest("DELETE", "/v1/todos/{id}", 204), count: 3)
    return facts
  }()

  static let validation: ValidationFacts = {
    var facts = ValidationFacts()
    facts.empty = .failed(.invalidRequest, .refused)
    facts.status = 422
    facts.fields = ["/title must have 1–200 characters"]
    facts.pageFields = ["/limit must be a number, 1–100"]
    facts.description = "invalidRequest at judgement, status 422"
    facts.seen = [SeenRequest("POST", "/v1/todos", 422)]
    return facts
  }()

  static let refresh: RefreshFacts = {
    var facts = RefreshFacts()
    let refused = SeenRequest("GET", "/v1/todos", 401)
    let token = SeenRequest("POST", "/v1/token", 200, authorized: false)
    let sent = SeenRequest("GET", "/v1/todos", 200)
    facts.callers = 2
    facts.single = [.value]
    facts.several = [.value, .value]
    facts.seenAlone = [refused, token, sent]
    facts.seenTogether = [refused, refused, token, sent, sent]
    return facts
  }()

  static let refusedAgain: RefusedAgainFacts = {
    var facts = RefusedAgainFacts()
    let refused = SeenRequest("GET", "/v1/todos", 401)
    facts.end = .failed(.credentialRefused, nil)
    facts.seen = [refused, SeenRequest("POST", "/v1/token", 200, authorized: false), refused]
    facts.after = .value
    facts.seenAfter = [SeenRequest("GET", "/v1/todos", 200)]
    return facts
  }()

  static let deadSession: DeadSessionFacts = {
    var facts = DeadSessionFacts()
    let refused = SeenRequest("GET", "/v1/todos", 401)
    facts.callers = 2
    facts.ends = Array(repeating: .failed(.credentialRefused, nil), count: 2)
    facts.later = facts.ends
    facts.stateSaysSo = true
    facts.told = 1
    facts.again = .value
    facts.seen = [refused, refused, SeenRequest("POST", "/v1/token", 400, authorized: false)]
    facts.seenLater = 0
    return facts
  }()

  static let lostRotation: LostRotationFacts = {
    var facts = LostRotationFacts()
    let token = SeenRequest("POST", "/v1/token", 200, authorized: false)
    facts.first = .failed(.connectionLost, nil)
    facts.isSignedIn = true
    facts.pause = .milliseconds(700)
    facts.second = .value
    facts.refreshes = 2
    facts.endings = 0
    facts.seen = [
      SeenRequest("GET", "/v1/todos", 401), token, token, SeenRequest("GET", "/v1/todos", 200),
    ]
    return facts
  }()

  static let killed: KilledFacts = {
    var facts = KilledFacts()
    let token = SeenRequest("POST", "/v1/token", 200, authorized: false)
    let list = SeenRequest("GET", "/v1/todos", 200)
    var moment = KilledFacts.Moment()
    moment.wasKilled = true
    moment.seenBefore = [token]
    moment.end = .value
    moment.endAfterwards = .value
    moment.seen = [token, token, list, list]
    facts.moments = ["unstored": moment, "unused": moment]
    return facts
  }()

  static let signOut: SignOutFacts = {
    var facts = SignOutFacts()
    facts.callers = 2
    facts.ends = [.failed(.signedOut, nil), .failed(.signedOut, nil)]
    facts.took = .milliseconds(1)
    facts.late = .failed(.notAuthenticated, nil)
    facts.seenLate = 0
    facts.recordBefore = true
    facts.recordAfter = false
    facts.stateSaysSo = true
    facts.copied = .failed(.credentialRefused, nil)
    return facts
  }()

  static let accountSwitch: AccountSwitchFacts = {
    var facts = AccountSwitchFacts()
    facts.callers = 2
    facts.ends = [.failed(.signedOut, nil), .failed(.signedOut, nil)]
    facts.first = ["마루 청소하기 🧹"]
    facts.second = ["Call the dentist"]
    facts.again = facts.first
    facts.seenBack = [
      SeenRequest("POST", "/v1/token", 200, authorized: false),
      SeenRequest("GET", "/v1/todos", 200),
    ]
    return facts
  }()

  static let cookies: CookiesFacts = {
    var facts = CookiesFacts()
    facts.outcomes = ["stored", "stored", "stored", "publicSuffix", "otherHost"]
    facts.oddities = [
      "cookie sid is there 2 times for one request", "cookie wide was refused: a",
      "cookie foreign was refused: b",
    ]
    facts.field = "sid=planted-own; sid=planted-shared"
    facts.overHTTP = ["sid: withinDomain", "sid: needsTLS"]
    facts.toSister = ["sid: withinDomain", "sid: otherHost"]
    facts.missedDeletion = "deleted nothing, namesakes are left"
    facts.valuesShown = 0
    return facts
  }()

  static let secrets: SecretsFacts = {
    var facts = SecretsFacts()
    facts.sent = 12
    facts.inOutput = 0
    facts.inDescriptions = 0
    facts.logLines = 40
    facts.inLogs = 0
    return facts
  }()

  static let busy: BusyFacts = {
    var facts = BusyFacts()
    facts.kept = .value
    facts.seenKept = [503, 200]
    facts.pause = .milliseconds(1_010)
    facts.pauseInLog = .milliseconds(1_009)
    facts.late = .failed(.unavailable, nil)
    facts.lateTook = .milliseconds(2)
    facts.lateRetryAfter = .seconds(60)
    facts.seenLate = [503]
    return facts
  }()

  static let lostAnswer: LostAnswerFacts = {
    var facts = LostAnswerFacts()
    facts.lost = .failed(.connectionLost, .unknown)
    facts.errorHasKey = true
    facts.fate = "completed"
    facts.fateStatus = 201
    facts.again = .value
    facts.againIsTheSame = true
    facts.made = 1
    facts.byItself = .value
    facts.seenByItself = [201, 201]
    facts.madeByItself = 1
    return facts
  }()

  static let deadline: DeadlineFacts = {
    var facts = DeadlineFacts()
    facts.read = .failed(.deadlineExceeded, nil)
    facts.readTook = .milliseconds(301)
    facts.write = .failed(.deadlineExceeded, .unknown)
    facts.writeTook = .milliseconds(301)
    facts.fateAtOnce = "inFlight"
    facts.fateLater = "completed"
    facts.seen = [201]
    return facts
  }()

  static let cancel: CancelFacts = {
    var facts = CancelFacts()
    facts.beforeStart = .cancelled
    facts.seenBeforeStart = 0
    facts.beforeFirstByte = .cancelled
    facts.endedAfter = .milliseconds(1)
    facts.seenBeforeFirstByte = 1
    facts.fate = "completed"
    facts.afterHead = .cancelled
    facts.seenAfterHead = [200]
    facts.openBefore = 3
    facts.openAfter = 3
    facts.inFlightBefore = 0
    facts.inFlightAfter = 0
    return facts
  }()

  static let redirect: RedirectFacts = {
    var facts = RedirectFacts()
    let all = ["Authorization", "X-Tenant-ID", "X-User-ID", "X-Request-ID", "Maru-Fault"]
    facts.away = .value
    facts.seenHere = [SeenRequest("GET", "/v1/hello", 307, headers: all)]
    facts.seenThere = [
      SeenRequest("GET", "/v1/hello", 200, authorized: false, headers: ["X-Request-ID"])
    ]
    facts.near = .value
    facts.seenNear = [SeenRequest("GET", "/v1/hello", 307), SeenRequest("GET", "/v1/hello", 200)]
    facts.open = .failed(.redirectRefused, nil)
    facts.seenOpen = [SeenRequest("GET", "/v1/hello", 307)]
    return facts
  }()

  static let html: HTMLFacts = {
    var facts = HTMLFacts()
    facts.end = .failed(.unexpectedContent, nil)
    facts.stage = .judgement
    facts.reason = "expected application/json, found text/html"
    facts.seen = [200]
    return facts
  }()

  static let gone: GoneFacts = {
    var facts = GoneFacts()
    facts.before = .value
    facts.read = .failed(.unreachable, nil)
    facts.readTook = .milliseconds(300)
    facts.attempts = 3
    facts.write = .failed(.unreachable, .notSent)
    facts.writeTook = .milliseconds(300)
    return facts
  }()

  static let shutdown: ShutdownFacts = {
    var facts = ShutdownFacts()
    facts.callers = 2
    facts.finishing = [.value, .value]
    facts.readAfter = .failed(.shutDown, nil)
    facts.writeAfter = .failed(.shutDown, .notSent)
    facts.seenAfter = 0
    facts.cancelling = [.failed(.shutDown, nil), .failed(.shutDown, nil)]
    facts.cancellingTook = .milliseconds(1)
    facts.runningAfter = 0
    return facts
  }()

  static let callback: CallbackFacts = {
    var facts = CallbackFacts()
    let (limit, moment) = (CallbackFacts.limit, Duration.milliseconds(5))
    facts.waits = [
      "once": .init(end: "a value", took: moment, cancels: 0, calls: 1, dropped: []),
      "early": .init(end: "a value", took: moment, cancels: 0, calls: 1, dropped: []),
      "twice": .init(end: "a value", took: moment, cancels: 0, calls: 2, dropped: [.second]),
      "never": .init(end: "timedOut", took: limit + moment, cancels: 1, calls: 0, dropped: []),
      "forgetful": .init(end: "neverCalled", took: moment, cancels: 1, calls: 0, dropped: []),
      "late": .init(
        end: "timedOut", took: limit + moment, cancels: 1, calls: 1, dropped: [.afterTimeout]),
      "left": .init(end: "CancellationError", took: moment, cancels: 1, calls: 0, dropped: []),
    ]
    facts.seen = CallbackFacts.asked
    return facts
  }()

  static let stream: StreamFacts = {
    var facts = StreamFacts()
    facts.written = (1...33).map { "할 일 \($0)" } + ["last"]
    facts.read = facts.written
    let first = SeenRequest("GET", "/v1/events", 200)
    let back = SeenRequest("GET", "/v1/events", 200, headers: ["Last-Event-ID"])
    facts.cut = [first, back, back, back]
    facts.restarted = [back]
    facts.end = .value
    facts.streamsLeft = 0
    return facts
  }()

  static let slowReader: SlowReaderFacts = {
    var facts = SlowReaderFacts()
    facts.written = ["1", "2", "last"]
    facts.readBefore = 1
    facts.wasLetGo = true
    facts.cameBack = true
    facts.read = facts.written
    facts.end = .value
    facts.dropped = 0
    facts.newest = ["0", "37", "38", "39", "40"]
    facts.droppedOfNewest = 36
    facts.endOfNewest = .value
    return facts
  }()

  static let leaving: LeavingFacts = {
    var facts = LeavingFacts()
    facts.open = LeavingFacts.readers
    facts.cancelled = Array(repeating: .cancelled, count: LeavingFacts.readers / 2)
    facts.cancelledLeft = LeavingFacts.readers / 2
    facts.cancelledTook = .milliseconds(5)
    facts.returned = Array(repeating: .value, count: LeavingFacts.readers / 2)
    facts.returnedLeft = 0
    facts.returnedTook = .milliseconds(5)
    facts.running = 0
    return facts
  }()
}
