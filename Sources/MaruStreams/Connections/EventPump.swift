internal import MaruContract
internal import MaruSystem

/// Does what a connection's machine says: connects, waits, draws, tells. Ends with its reader.
struct EventPump<Event: Sendable>: Sendable {
  let carrier: any EventCarrier<Event>
  let queue: EventQueue<Event>
  let board: StateBoard
  let options: EventStreamOptions
  let means: TimeAndChance

  func run() async {
    let record = Locked(EventConnection<Event>.Record(lastEventID: options.lastEventID))
    var machine = ConnectionMachine(policy: options.reconnect, whenEnded: options.whenEnded)
    var event = ConnectionMachine.Event.begin
    while !Task.isCancelled {
      switch options.decide(&machine, event) {
      case .connect:
        event = await connect(record)
      case .wait(let least, let jitter):
        await wait(least + means.random.duration(upTo: jitter), after: event)
        event = .waited
      case .finish(let error):
        board.post(.ended(error))
        return queue.finish(error)
      }
    }
    // The reader is gone and knows: nobody else cancels this task.
    board.post(.ended(nil))
    queue.finish(CancellationError())
  }

  private func connect(_ record: Locked<EventConnection<Event>.Record>) async
    -> ConnectionMachine.Event
  {
    board.post(.connecting)
    record.withLock { $0.opened = nil }
    let connection = EventConnection(record, queue: queue, board: board, clock: means.clock)
    do {
      let end = try await Waiting.for("a connection that brings events") {
        try await carrier.connect(connection)
      }
      return end == .noContent ? .noContent : .ended(closing(record))
    } catch let error as CallError {
      return .failed(error, closing(record))
    } catch {
      // The loop sees its own cancellation before this counts; anything else is a carrier's mistake.
      return .failed(
        CallError(
          .malformedResponse, at: .attempt, reason: "the carrier failed without a reason",
          cause: error), closing(record))
    }
  }

  private func closing(_ record: Locked<EventConnection<Event>.Record>)
    -> ConnectionMachine.Closing
  {
    let now = means.clock.now()
    return record.withLock { record in
      ConnectionMachine.Closing(
        openFor: record.opened.map { $0.duration(to: now) }, retry: record.retry)
    }
  }

  private func wait(_ delay: Duration, after event: ConnectionMachine.Event) async {
    var error: CallError?
    if case .failed(let failure, _) = event { error = failure }
    board.post(.waiting(delay, after: error))
    // Cancelled: the loop sees it.
    try? await means.clock.sleep(until: means.clock.now().advanced(by: delay))
  }
}
