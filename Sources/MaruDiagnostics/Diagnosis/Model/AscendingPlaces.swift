/// Looking things up in lists that ascend.
extension RandomAccessCollection where Index == Int {
  /// Where what holds for the first elements ends, found by halving.
  func prefixEnd(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// The first of ascending numbers that is at least so large.
  func first(atLeast bound: Int) -> Int? {
    let place = prefixEnd { $0 < bound }
    return place < endIndex ? self[place] : nil
  }

  /// The last of ascending numbers that is smaller.
  func last(below bound: Int) -> Int? {
    let place = prefixEnd { $0 < bound }
    return place > startIndex ? self[place - 1] : nil
  }
}
