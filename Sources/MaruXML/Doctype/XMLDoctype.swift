/// What an internal document type declaration said that a reader uses.
struct XMLDoctype {
  /// What a general entity stands for.
  enum Entity {
    /// Its replacement text (XML 1.0 §4.5).
    case text([UInt8])
    /// Something outside of the document. It is never fetched.
    case external
    /// Something that is no XML, named by a notation.
    case unparsed
  }

  /// What is known about the attributes of an element.
  struct Attributes {
    /// Whether the values of an attribute, by its name as written, are tokens.
    var isTokenized: [[UInt8]: Bool] = [:]
    /// The same by the number of its written name, for those that are.
    var tokenized: Set<UInt32> = []
    var defaults: [Default] = []
  }

  /// A value for an attribute that is not written.
  struct Default {
    /// Number of the written name, once it has one.
    var written: UInt32 = 0
    let name: [UInt8]
    let value: [UInt8]
    /// Where the name and the value lie in the reader's bytes, once they do.
    var namePlace = 0
    var valuePlace = 0
  }

  let limits: XMLEntityLimits
  private(set) var numbers: [[UInt8]: Int] = [:]
  private(set) var entities: [Entity] = []
  /// Where each entity's text lies in the reader's bytes, once it does.
  private(set) var places: [Range<Int>] = []
  /// By the element's name as written.
  var attributes: [[UInt8]: Attributes] = [:]
  /// By the number of the element's written name.
  private(set) var numbered: [UInt32: Attributes] = [:]
  /// Bytes that entities and defaults gave so far.
  var expandedBytes = 0

  init(limits: XMLEntityLimits) { self.limits = limits }

  func number(of name: [UInt8]) -> Int? { numbers[name] }

  /// Adds an entity; the first declaration of a name counts (XML 1.0 §4.2).
  mutating func declare(_ name: [UInt8], _ entity: Entity) {
    guard numbers[name] == nil else { return }
    numbers[name] = entities.count
    entities.append(entity)
    places.append(0..<0)
  }

  /// Gives names their numbers.
  mutating func number(in pool: inout XMLNamePool, at place: Int) throws(XMLFault) {
    // In an order that is the same each time.
    let sorted = attributes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (element, var known) in sorted {
      let names = known.isTokenized.filter(\.value).keys
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        known.tokenized.insert(try pool.intern(name, at: place))
      }
      for index in known.defaults.indices {
        known.defaults[index].written = try pool.intern(known.defaults[index].name, at: place)
      }
      numbered[try pool.intern(element, at: place)] = known
    }
    attributes = [:]
  }

  /// Lays the texts of entities and the defaults behind a document's bytes, a zero before and
  /// behind each to end it.
  mutating func install(into bytes: inout [UInt8]) {
    bytes.append(0)
    func lay(_ text: [UInt8]) -> Int {
      let place = bytes.count
      bytes += text
      bytes.append(0)
      return place
    }
    for number in entities.indices {
      guard case .text(let text) = entities[number] else { continue }
      let place = lay(text)
      places[number] = place..<place + text.count
    }
    for (element, var known) in numbered.sorted(by: { $0.key < $1.key }) {
      for index in known.defaults.indices {
        known.defaults[index].namePlace = lay(known.defaults[index].name)
        known.defaults[index].valuePlace = lay(known.defaults[index].value)
      }
      numbered[element] = known
    }
  }

  /// Counts what an expansion gives; each counts, even of nothing.
  mutating func count(_ bytes: Int, at place: Int) throws(XMLFault) {
    expandedBytes += bytes + 1
    if expandedBytes > limits.expandedBytes {
      throw .limit("bytes from entities and defaults", limits.expandedBytes, at: place)
    }
  }
}

/// Where reading goes on when an entity's text is at its end.
struct XMLEntityFrame {
  let entity: Int
  /// Of the reference.
  let reference: Int
  /// Behind the reference.
  let resume: Int
  /// The input around it.
  let end: Int
  let floor: Int
}
