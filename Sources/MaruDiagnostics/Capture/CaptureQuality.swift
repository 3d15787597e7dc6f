/// What a capture can and can't prove: looked at before any rule is.
public struct CaptureQuality: Sendable, Hashable {
  /// Who wrote the file, as it says itself.
  public var exporter = ""
  /// Whether credentials were taken out, so that a missing one proves nothing.
  public var isSanitized = false
  /// Whether credentials were replaced by one mask, so that two can't be told apart.
  public var isMasked = false
  /// Whether the fields are those that were sent, and not those that the app had set.
  public var hasFieldsAsSent = true
  /// Whether requests that have a body show it.
  public var hasRequestBodies = true
  /// Whether answers that have a body show it.
  public var hasResponseBodies = true
  /// Whether redirects stand there as answers of their own.
  public var hasRedirects = true
  /// How finely it knows the time.
  public var times = Times.milliseconds
  /// The kinds of clients that are known, sorted by name.
  public var clients: [ClientKind] = []
  /// Where the file was cut, if it was: whole exchanges before the cut are kept.
  public var cut: CaptureRefusal?
  /// How many exchanges stood there twice and were counted once.
  public var duplicates = 0

  /// How finely a capture knows the time.
  public enum Times: String, Sendable, Hashable {
    /// Not at all.
    case none
    /// To the second: what overlapped can't be told.
    case seconds
    /// To the millisecond or better.
    case milliseconds
  }

  /// What a rule needs of a capture to be believed.
  @nonexhaustive
  public enum Evidence: String, Sendable, Hashable, CaseIterable {
    /// When requests were sent.
    case times
    /// When requests were sent, finer than a second.
    case fineTimes
    /// The credentials of requests and answers, or their absence.
    case credentials
    /// Which credential is the same as which.
    case equality
    /// The bodies of requests.
    case requestBodies
    /// The bodies of answers.
    case responseBodies
    /// Redirects as answers of their own.
    case redirects
  }

  /// What the capture has.
  func has(_ evidence: Evidence) -> Bool {
    switch evidence {
    case .times: times != .none
    case .fineTimes: times == .milliseconds
    case .credentials: !isSanitized && hasFieldsAsSent
    case .equality: !isSanitized && !isMasked
    case .requestBodies: hasRequestBodies
    case .responseBodies: hasResponseBodies
    case .redirects: hasRedirects
    }
  }
}
