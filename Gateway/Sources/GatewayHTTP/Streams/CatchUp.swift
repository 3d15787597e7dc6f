/// How far a stream has come, so that it gets everything once: first what was there, read in pieces,
/// then what is published.
///
/// What is published while it reads would be lost if it simply followed then, and doubled if it had
/// followed from the start. So each reading tells up to where it has seen everything, and a stream
/// may follow only if nothing behind that was published before.
package struct CatchUp: Hashable, Sendable {
  /// Up to where the stream has got everything that is for it.
  package private(set) var place: Int64

  /// Begins behind a place.
  package init(behind place: Int64) {
    self.place = place
  }

  /// Takes note of a reading of everything behind ``place``, in order.
  ///
  /// - Parameters:
  ///   - horizon: the last place of all, asked for before the reading began.
  ///   - last: the place of the last thing that was read; nil if there was none.
  ///   - isWhole: whether there was no more to read.
  package mutating func read(horizon: Int64, last: Int64?, isWhole: Bool) {
    let seen = last ?? place
    place = max(place, isWhole ? max(seen, horizon) : seen)
  }

  /// Whether the stream may follow, on a loop where everything up to `published` has been handed out.
  package func mayFollow(published: Int64) -> Bool { place >= published }

  /// Whether something that is published is to be sent.
  package mutating func takes(_ published: Int64) -> Bool {
    guard published > place else { return false }
    place = published
    return true
  }
}
