/// What the containers of one encoding share: the settings, and the way to the value.
final class XMLEncodingSession {
  let settings: XMLEncoder
  private let table: XMLTraitsTable
  var path: [XMLPathStep] = []
  /// Names that a strategy made of keys.
  var namesByKey: [String: String] = [:]
  private var lastSerial: Int32 = 0
  /// Asked for when a value is deep.
  private lazy var stack = XMLStack()

  init(_ settings: XMLEncoder) {
    self.settings = settings
    table = XMLTraitsTable(settings.shapes)
  }

  var codingPath: [any CodingKey] { path.map(\.codingKey) }

  @inline(__always)
  func traits<Value>(of type: Value.Type) -> XMLTypeTraits { table.traits(of: type) }

  /// A number that tells a frame from a later one at the same place.
  @inline(__always)
  func serial() -> Int32 {
    lastSerial &+= 1
    return lastSerial
  }

  func checkStack() throws {
    guard stack?.isNearlyUsedUp == true else { return }
    throw error(
      "as many values in each other as the stack holds", "more", code: .limitExceeded)
  }

  /// Writes a value into a root element.
  func root<Value: Encodable>(
    _ value: Value, _ name: XMLName, _ shape: XMLResolvedShape?
  ) throws -> [UInt8] {
    let sink = XMLSink(self)
    try sink.open(name.local, namespace: name.namespace, shape: shape)
    try sink.fill(value, isOptional: true)
    sink.close()
    return sink.finish()
  }

  /// Writes an enum whose case is the root.
  func chosenRoot<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    let sink = XMLSink(self)
    sink.pushDocument()
    try value.encode(
      to: XMLValueEncoder(
        sink: sink, frame: 0, serial: sink.frames[0].serial, shape: traits(of: Value.self).shape))
    let output = sink.finish()
    guard sink.roots == 1 else {
      throw error("one case, which is the root", "\(sink.roots) elements")
    }
    return output
  }

  /// An error for the value at the path.
  @inline(never)
  func error(
    _ expected: String, _ found: String, code: XMLError.Code = .unwritable
  ) -> XMLError {
    XMLError(code, expected: expected, found: found, codingPath: codingPath)
  }
}
