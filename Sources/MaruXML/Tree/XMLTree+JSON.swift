/// How a tree becomes JSON.
public struct XMLJSONOptions: Sendable, Hashable {
  /// Elements that are lists even where there is only one of them.
  public var lists: Set<XMLName>
  /// Whether the root's name is kept, as the one member of an object around all.
  public var hasRootName: Bool

  /// Makes no lists of single elements, and leaves the root's name out.
  public init(lists: Set<XMLName> = [], hasRootName: Bool = false) {
    self.lists = lists
    self.hasRootName = hasRootName
  }
}

extension XMLTree {
  /// The tree as JSON text in UTF-8, by a fixed convention:
  ///
  /// - An element with neither attributes nor elements is a string, its text; `""` if it is empty.
  /// - Any other is an object. Attributes are strings in the member `@attributes`, elements are members
  ///   by their names as written, with prefixes; one that occurs again is an array, in the document's
  ///   order. Text is the member `#value`, if there is any; white space alone between elements is not
  ///   text.
  /// - Numbers, `true` and `null` are never guessed: every value is a string. Comments, instructions and
  ///   declarations of namespaces are left out; so is the order among elements of different names.
  public func json(_ options: XMLJSONOptions = XMLJSONOptions()) -> [UInt8] {
    let lists = Set(options.lists.compactMap { arena.nameNumber($0) })
    var output: [UInt8] = []
    // What is still to be written, the next at the end: no recursion, however deep.
    var work: [JSONWork] = []
    if options.hasRootName {
      work = [.byte(UInt8(ascii: "}")), .element(index), .key(index), .byte(UInt8(ascii: "{"))]
    } else {
      work = [.element(index)]
    }
    while let next = work.popLast() {
      switch next {
      case .byte(let byte): output.append(byte)
      case .key(let element):
        Self.appendJSON(Array(arena.qualifiedName(ofRecord: element).utf8), to: &output)
        output.append(UInt8(ascii: ":"))
      case .element(let element):
        XMLTree(arena: arena, index: element).appendJSON(to: &output, lists: lists, work: &work)
      }
    }
    return output
  }

  private enum JSONWork {
    case byte(UInt8)
    case key(Int)
    case element(Int)
  }

  /// Writes what needs no descent, and puts the rest on the stack.
  private func appendJSON(
    to output: inout [UInt8], lists: Set<UInt32>, work: inout [JSONWork]
  ) {
    var text: [UInt8] = []
    let hasElements = arena.resolveText(ofElement: index, into: &text)
    let attributes = arena.attributes(ofElement: index).filter { arena.records[$0].isAttribute }
    guard hasElements || !attributes.isEmpty else {
      Self.appendJSON(text, to: &output)
      return
    }
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    func comma() {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
    }
    if !attributes.isEmpty {
      comma()
      output += "\"@attributes\":{".utf8
      for (number, place) in attributes.enumerated() {
        if number > 0 { output.append(UInt8(ascii: ",")) }
        Self.appendJSON(Array(arena.qualifiedName(ofRecord: place).utf8), to: &output)
        output.append(UInt8(ascii: ":"))
        var value: [UInt8] = []
        arena.resolve(place, into: &value)
        Self.appendJSON(value, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
    let isText = hasElements ? !text.allSatisfy(XMLCharacters.isSpace) : !text.isEmpty
    if isText {
      comma()
      output += "\"#value\":".utf8
      Self.appendJSON(text, to: &output)
    }
    work.append(.byte(UInt8(ascii: "}")))
    var members: [JSONWork] = []
    for group in groups {
      if !isFirst { members.append(.byte(UInt8(ascii: ","))) }
      isFirst = false
      members.append(.key(group[0]))
      let isList = group.count > 1 || lists.contains(arena.records[group[0]].name)
      if isList { members.append(.byte(UInt8(ascii: "["))) }
      for (number, element) in group.enumerated() {
        if number > 0 { members.append(.byte(UInt8(ascii: ","))) }
        members.append(.element(element))
      }
      if isList { members.append(.byte(UInt8(ascii: "]"))) }
    }
    work += members.reversed()
  }

  /// The elements in this one by their names as written, in the order of each name's first.
  private var groups: [[Int]] {
    var numbers: [[UInt8]: Int] = [:]
    var groups: [[Int]] = []
    for element in elements {
      let name = Array(arena.qualifiedName(ofRecord: element.index).utf8)
      if let number = numbers[name] {
        groups[number].append(element.index)
      } else {
        numbers[name] = groups.count
        groups.append([element.index])
      }
    }
    return groups
  }

  /// Appends a JSON string (RFC 8259 §7).
  private static func appendJSON(_ text: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0D: output += "\\r".utf8
      case 0x09: output += "\\t".utf8
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
