/// One thing that a server of a stream does with a connection, in no protocol's words.
///
/// A script that ends without ``lose``, ``end`` or ``hold`` leaves the connection open and quiet, as a
/// server does that has no news. ``refuse(status:retryAfter:)`` and ``over`` stand alone.
///
/// Where each question is a connection of its own, as in polling, the events of a script are what one
/// answer brings: ``lose`` loses the answer, and after everything else the next question follows.
public enum StreamAct: Sendable, Hashable {
  /// Sends the event of a number, with the text of ``StreamSourceEvent/init(number:)``.
  case event(Int)
  /// Sends what shows that it is still there, and is no event.
  case alive
  /// Does nothing for a while.
  case pause(Duration)
  /// Loses the connection without a word.
  case lose
  /// Ends the connection as its protocol says.
  case end
  /// Stays silent for ever, as a machine that is gone does.
  case hold
  /// Says that there will be nothing more.
  case over
  /// Lets nobody in, and asks to wait so long, in whole seconds.
  case refuse(status: Int, retryAfter: Duration? = nil)
}

/// An event of a stream under test.
public struct StreamSourceEvent: Sendable, Hashable {
  /// Which one it is, from 1: its id, and the position behind it.
  public var number: Int
  /// What it says.
  public var text: String

  /// An event as it was read.
  public init(number: Int, text: String) {
    self.number = number
    self.text = text
  }

  /// The event of a number, as the server sends it: each is another kind of text.
  ///
  /// Line ends are line feeds, since server-sent events can carry no other.
  public init(number: Int) {
    let text =
      switch number % 8 {
      case 0: ""
      case 1: "event \(number)"
      case 2: "집 \(number) 👩‍👩‍👧 e\u{301}"
      case 3: "two\nlines"
      case 4: " a space first"
      case 5: "data: \(number)\nid: 9"
      case 6: String(repeating: "long \(number) ", count: 4_000)
      default: "\n"
      }
    self.init(number: number, text: text)
  }
}
