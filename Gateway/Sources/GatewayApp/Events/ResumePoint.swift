/// Where a client wants to go on, by what it came back with.
package enum ResumePoint: Hashable, Sendable {
  /// It has nothing yet: from now on.
  case now
  /// Behind a place that it has got everything up to.
  case behind(Int64)
  /// It names something that this gateway never gave, or would not give any more.
  case unknown

  /// Reads `Last-Event-ID`.
  ///
  /// - Parameters:
  ///   - values: the field's values.
  ///   - last: the place of the last change: an id behind it is of another database, or of one that
  ///     was set back.
  package init(_ values: [String], last: Int64) {
    guard let value = values.first, !(values.count == 1 && value.isEmpty) else {
      self = .now
      return
    }
    guard values.count == 1, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let place = Int64(value), place <= last
    else {
      self = .unknown
      return
    }
    self = .behind(place)
  }
}
