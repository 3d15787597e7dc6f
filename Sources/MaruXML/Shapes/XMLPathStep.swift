/// A step on the way to a value; cheaper to push and pop than a key for each index.
enum XMLPathStep {
  case key(any CodingKey)
  case index(Int)

  var codingKey: any CodingKey {
    switch self {
    case .key(let key): key
    case .index(let index): XMLIndexKey(index: index)
    }
  }
}

/// An index in a coding path.
struct XMLIndexKey: CodingKey {
  let intValue: Int?
  let stringValue: String

  init(index: Int) {
    intValue = index
    stringValue = "Index \(index)"
  }

  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(index: intValue) }
}

/// The key that stands for a superclass's part.
struct XMLSuperKey: CodingKey {
  let stringValue = "super"
  var intValue: Int? { nil }

  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
