public import MaruContract
internal import MaruHTTP
internal import MaruSystem

internal import struct Foundation.Date

/// Records what a client sends and gets, as HAR 1.2, without its secrets.
///
/// Put ``watching(_:)`` around the client's transport, and the recorder itself among its observers:
/// from the first come the messages as they were sent, each redirect and attempt by itself; from the
/// second, why there was another attempt. What HAR has no place for stands under `_maru`.
///
/// Nothing is ever kept that was not redacted before: credentials become stand-ins, the same for the
/// same, and of bodies only the shape of short JSON and forms stays, so that a ``Diagnosis`` can follow
/// tokens. It is bounded in memory and on disk. On disk each exchange is written whole when it is over,
/// so that after a crash all but the last can be read.
///
/// For development and support: an app that ships with it records its users.
public final class ExchangeRecorder: CallObserver {
  let book: RecordingBook
  private let clock: any MonotonicClock
  private let wallClock: any WallClock
  private let notes: Locked<CallNotes>

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - client: what kind of client it is; nil if it does not say.
  ///   - limits: how much is kept.
  ///   - folder: where files go, which only this user may write to; nil: nothing goes to disk.
  ///   - clock: by which it is measured how long things take.
  ///   - wallClock: by which it is told when they were.
  ///   - random: makes stand-ins that nobody can guess back.
  public init(
    client: ClientKind?, limits: RecordingLimits = RecordingLimits(), folder: String? = nil,
    clock: any MonotonicClock, wallClock: any WallClock, random: any RandomSource
  ) {
    book = RecordingBook(client: client, limits: limits, folder: folder, key: random.next())
    self.clock = clock
    self.wallClock = wallClock
    notes = Locked(CallNotes())
  }

  /// A transport that does what another does, and records it.
  public func watching(_ transport: some Transport) -> RecordingTransport {
    RecordingTransport(base: transport, recorder: self)
  }

  /// What is kept of the last exchanges, as a HAR file.
  public func har() async -> [UInt8] { await book.har() }

  /// Why there is no file, or no whole one, as the system says; nil while all goes well.
  public func diskFailure() async -> String? { await book.failure }

  /// Ends the present file, so that it is a whole HAR. Later exchanges go to another.
  public func finish() async { await book.endFile() }

  /// Hears why a call is sent again.
  public func observe(_ event: CallEvent) {
    notes.withLock { $0.hear(event) }
  }

  func now() -> (wall: Date, monotonic: MonotonicInstant) { (wallClock.now(), clock.now()) }

  func note(of requestID: String?) -> CallNotes.Note? {
    notes.withLock { notes in requestID.flatMap { notes.note(of: $0) } }
  }
}

/// What observers heard of calls that are on their way, by request id.
struct CallNotes: Sendable {
  struct Note: Sendable, Hashable {
    var call: UInt64 = 0
    var attempt = 0
    /// Why the attempt was made: nil for the first.
    var reason: String?
  }

  private var notes: [String: Note] = [:]
  /// More calls at once than any client has.
  private static let limit = 10_000

  mutating func hear(_ event: CallEvent) {
    let id = event.requestID.rawValue
    switch event.step {
    case .ended: notes[id] = nil
    case .attemptStarted(let number): change(id, event) { $0.attempt = number }
    case .authorizing(refusal: true): change(id, event) { $0.reason = "refresh" }
    case .waiting(_, let reason): change(id, event) { $0.reason = reason.rawValue }
    case .redirected: change(id, event) { $0.reason = "redirect" }
    default: break
    }
  }

  private mutating func change(_ id: String, _ event: CallEvent, _ change: (inout Note) -> Void) {
    guard notes[id] != nil || notes.count < Self.limit else { return }
    var note = notes[id] ?? Note()
    note.call = event.call
    change(&note)
    notes[id] = note
  }

  func note(of id: String) -> Note? { notes[id] }
}
