import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// A law that was broken.
struct Broken: LawBreach, CustomStringConvertible {
  var law: String
  var description: String
  init(_ law: String, _ text: String) {
    self.law = law
    description = "\(law): \(text)"
  }
}

/// The laws of one call, checked on what was seen of a scenario; none of them asks the machine.
struct CallLaws {
  let scenario: CallScenario
  let records: [CallRecord]
  let seen: Watch.Seen

  init(_ scenario: CallScenario) {
    self.scenario = scenario
    records = scenario.records.withLock { $0 }
    seen = scenario.watch.seen.withLock { $0 }
  }

  func check() throws {
    for record in records {
      try ends(record)
      try refreshesOnce(record)
      try sendsNothingAfterCancel(record)
      try keepsTheDeadline(record)
      try keepsRetryAfter(record)
      try repeatsOnlyWhatIsHarmless(record)
      try boundsAttempts(record)
      try tellsTheOutcome(record)
    }
    try keepsCredentialsAtHome()
    try keepsSecrets()
  }

  private func sends(_ record: CallRecord) -> [Watch.Send] {
    seen.sends.filter { $0.id == record.id }
  }

  /// FAIL-2, and that every call ends.
  private func ends(_ record: CallRecord) throws {
    switch record.end {
    case .value, .error: break
    case .cancelled where record.cancelledAt != nil: break
    case .cancelled: throw Broken("FAIL-2", "\(record.id) was not cancelled, and says that it was")
    case .strange(let text): throw Broken("FAIL-1", "\(record.id) threw \(text)")
    case nil: throw Broken("NET-2", "\(record.id) never ended")
    }
    if case .error(let error) = record.end, error.requestID?.rawValue != record.id {
      throw Broken("OBSERVE-2", "\(record.id)'s error has another id")
    }
  }

  /// AUTH-2: for a 401 one refresh and one re-send, and nothing after the second.
  private func refreshesOnce(_ record: CallRecord) throws {
    let refusals = seen.events.filter {
      $0.requestID.rawValue == record.id && $0.step == .authorizing(refusal: true)
    }
    guard refusals.count <= 1 else {
      throw Broken("AUTH-2", "\(record.id) refreshed \(refusals.count) times")
    }
    let refused = seen.heads.filter { $0.id == record.id && $0.refusesCredential }
    guard refused.count <= 2 else {
      throw Broken("AUTH-2", "\(record.id) was refused \(refused.count) times")
    }
    if refused.count == 2,
      seen.sends.dropFirst(refused[1].sendsBefore).contains(where: { $0.id == record.id })
    {
      throw Broken("AUTH-2", "\(record.id) was sent again after its second 401")
    }
  }

  /// RETRY-5.
  private func sendsNothingAfterCancel(_ record: CallRecord) throws {
    if sends(record).contains(where: \.afterCancel) {
      throw Broken("RETRY-5", "\(record.id) was sent after it had been cancelled")
    }
  }

  /// RETRY-3.
  private func keepsTheDeadline(_ record: CallRecord) throws {
    let deadline = record.start.advanced(by: record.deadline)
    if let end = record.endedAt, end > deadline {
      throw Broken("RETRY-3", "\(record.id) ended \(deadline.duration(to: end)) late")
    }
    if sends(record).contains(where: { $0.time >= deadline }) {
      throw Broken("RETRY-3", "\(record.id) was sent after its deadline")
    }
  }

  /// RETRY-1, RETRY-2: a server's own time is never undercut.
  private func keepsRetryAfter(_ record: CallRecord) throws {
    for head in seen.heads where head.id == record.id {
      guard let wait = head.retryAfter else { continue }
      let earliest = head.time.advanced(by: wait)
      guard let next = seen.sends.dropFirst(head.sendsBefore).first(where: { $0.id == record.id })
      else { continue }
      if next.time < earliest {
        throw Broken(
          "RETRY-2", "\(record.id) came back \(next.time.duration(to: earliest)) too early")
      }
    }
  }

  /// RETRY-1: what may not be repeated is done once at most.
  private func repeatsOnlyWhatIsHarmless(_ record: CallRecord) throws {
    guard !record.isRepeatable else { return }
    // A redirect to 'see other' turns the write into a read, which is another request.
    let writes = scenario.server.arrivals(of: record.id).filter {
      $0.request.method == record.method
    }
    for (arrival, _) in zip(writes, writes.dropFirst()) where !arrival.wasUnprocessed {
      throw Broken(
        "RETRY-1", "\(record.id) was sent again although \(arrival.status) may mean that it is done"
      )
    }
  }

  /// Attempts that count stay within the policy.
  private func boundsAttempts(_ record: CallRecord) throws {
    let steps = seen.events.filter { $0.requestID.rawValue == record.id }.map(\.step)
    let retries = steps.filter {
      if case .waiting(_, let reason) = $0 { reason != .keyInFlight } else { false }
    }
    guard retries.count <= 2 else {
      throw Broken("RETRY-1", "\(record.id) was retried \(retries.count) times")
    }
    let others = steps.filter {
      switch $0 {
      case .authorizing(refusal: true), .redirected, .waiting: true
      default: false
      }
    }
    if sends(record).count > 1 + others.count {
      throw Broken("RETRY-1", "\(record.id) was sent more often than anyone decided")
    }
  }

  /// FAIL-6.
  private func tellsTheOutcome(_ record: CallRecord) throws {
    guard case .error(let error) = record.end else { return }
    let arrivals = scenario.server.arrivals(of: record.id)
    guard !record.method.isSafe else {
      if error.outcome != nil { throw Broken("FAIL-6", "\(record.id) reads and has an outcome") }
      return
    }
    guard let outcome = error.outcome else { throw Broken("FAIL-6", "\(record.id) has no outcome") }
    if outcome == .notSent, !arrivals.isEmpty {
      throw Broken("FAIL-6", "\(record.id) says that it never left, and arrived")
    }
    if outcome == .refused, let done = arrivals.first(where: { $0.status < 300 }) {
      throw Broken("FAIL-6", "\(record.id) says refused, and was answered \(done.status)")
    }
  }

  /// AUTH-9, NET: what belongs to the origin stays there, and nothing goes to plain http.
  private func keepsCredentialsAtHome() throws {
    let homebound: [HeaderName] = [.authorization, .cookie, .tenantID, .userID, "X-Device"]
    for send in seen.sends {
      if send.request.url.origin.scheme == .http {
        throw Broken("AUTH-9", "\(send.id) went to plain http")
      }
      guard send.request.url.origin.host.hasPrefix("other") else { continue }
      for name in homebound where send.request.headers.contains(name) {
        throw Broken("AUTH-9", "\(send.id) took \(name) to another origin")
      }
    }
  }

  /// FAIL-3: nothing planted comes out, whichever way it is printed.
  private func keepsSecrets() throws {
    // Printing every event three ways costs more than all else, so an eighth of the worlds must do.
    let isSampled = scenario.world.seed.isMultiple(of: 8)
    for event in isSampled ? seen.events : [] {
      try keepsSecret(event, as: "an event")
      try keepsSecret(CallLog.line(for: event), as: "a log line")
    }
    for record in records {
      guard case .error(let error) = record.end else { continue }
      try keepsSecret(error, as: "an error")
    }
  }

  private func keepsSecret(_ value: some Any, as name: String) throws {
    var dumped = ""
    dump(value, to: &dumped)
    for text in [dumped, String(describing: value), String(reflecting: value)]
    where text.lowercased().contains(ModelServer.secret.lowercased()) {
      throw Broken("FAIL-3", "\(name) shows what was planted")
    }
  }
}
