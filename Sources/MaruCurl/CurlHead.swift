#if os(Linux)
  package import MaruContract
  internal import MaruHTTP

  /// Reads a response's head line by line, as it came, and refuses what is no HTTP.
  ///
  /// libcurl reads heads leniently: it takes half a head for a whole one and the last of two lengths.
  /// Heads of interim responses are counted and passed over. Lines behind the head are trailers,
  /// which are passed over too.
  package struct CurlHead {
    /// What is wrong with a head.
    package enum Problem: Error, Hashable {
      /// It has more bytes than allowed.
      case tooLarge
      /// It is no HTTP, for this reason.
      case malformed(String)
    }

    /// How the body behind the head is framed.
    package struct Framing: Hashable {
      /// What `Content-Length` says.
      package var contentLength: Int?
      /// Whether the body is compressed.
      package var isEncoded = false
    }

    /// The head, once its blank line has come.
    package private(set) var response: TransportResponse?
    /// How the body is framed.
    package private(set) var framing = Framing()
    /// Whether the protocol is HTTP/1, in which an answer is known by its place alone.
    package private(set) var isVersion1 = false
    /// Whether any line has come.
    package private(set) var hasBegun = false

    private let maximumBytes: Int
    private let names: CurlNames
    private var bytes = 0
    private var status = 0
    private var isChunked = false
    private var fields = HeaderFields()
    private var lastName: HeaderName?
    private var lastValue = ""

    /// Awaits a head.
    package init(maximumBytes: Int, names: CurlNames) {
      self.maximumBytes = maximumBytes
      self.names = names
    }

    /// Reads the next line, its end included.
    package mutating func read(_ line: UnsafeRawBufferPointer) throws(Problem) {
      hasBegun = true
      bytes += line.count
      if bytes > maximumBytes { throw .tooLarge }
      guard response == nil else { return }
      let line = Self.withoutEnd(line)
      if status == 0 {
        status = try Self.status(line)
        isVersion1 = line[5] == UInt8(ascii: "1")
      } else if line.isEmpty {
        try end()
      } else if line[0] == space || line[0] == tab {
        // RFC 9112 §5.2: a folded line goes on with the value before it.
        guard lastName != nil else { throw .malformed("a field begins with a space") }
        let rest = try Self.text(Self.trimmed(line))
        if !rest.isEmpty { lastValue += lastValue.isEmpty ? rest : " " + rest }
      } else {
        try flushField()
        try beginField(line)
      }
    }

    private mutating func beginField(_ line: UnsafeRawBufferPointer) throws(Problem) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw .malformed("a field has no colon")
      }
      guard let name = names.name(UnsafeRawBufferPointer(rebasing: line[..<colon])) else {
        throw .malformed("a field's name is no token")
      }
      let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
      lastName = name
      lastValue = try Self.text(Self.trimmed(value))
    }

    private mutating func flushField() throws(Problem) {
      guard let name = lastName else { return }
      lastName = nil
      if fields.isEmpty { fields.reserveCapacity(12) }
      fields.append(unchecked: lastValue, for: name)
      switch name.rawValue.utf8.count {
      case 14 where name == .contentLength: try noteLength()
      case 16 where name == .contentEncoding: noteEncoding()
      case 17 where name == .transferEncoding: isChunked = true
      default: break
      }
    }

    private mutating func end() throws(Problem) {
      try flushField()
      if status < 200 {
        // 101 would hand the connection to another protocol, which nobody has asked for.
        if status == 101 { throw .malformed("the server switches protocols unasked") }
        status = 0
        fields = HeaderFields()
        framing = Framing()
        isChunked = false
        return
      }
      // RFC 9112 §6.3: a transfer encoding overrides a length.
      if isChunked { framing.contentLength = nil }
      response = TransportResponse(status: status, headers: fields)
    }

    /// RFC 9110 §8.6: all lengths that a message names must be the same number.
    private mutating func noteLength() throws(Problem) {
      for piece in lastValue.split(separator: ",", omittingEmptySubsequences: false) {
        let digits = FieldSyntax.trimmed(piece)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
          let value = Int(digits)
        else { throw .malformed("the content length is no number") }
        if let length = framing.contentLength, length != value {
          throw .malformed("two content lengths differ")
        }
        framing.contentLength = value
      }
    }

    private mutating func noteEncoding() {
      if !lastValue.isEmpty, lastValue.lowercased() != "identity" { framing.isEncoded = true }
    }

    /// RFC 9112 §4: `HTTP/1.1 200 …`; libcurl writes that of HTTP/2 as `HTTP/2 200`.
    private static func status(_ line: UnsafeRawBufferPointer) throws(Problem) -> Int {
      let problem = Problem.malformed("the status line is no HTTP")
      guard let space = line.firstIndex(of: space),
        versions.contains(where: { version in
          line[..<space].elementsEqual(version.utf8)
        })
      else { throw problem }
      let code = line[(space + 1)...].prefix { $0 != self.space }
      guard code.count == 3, code.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
        throw problem
      }
      let status = code.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      guard (100...599).contains(status) else { throw .malformed("the status has no meaning") }
      return status
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) throws(Problem) -> String {
      var isASCII = true
      for byte in bytes {
        // RFC 9110 §5.5; a carriage return is only left here if no line feed was behind it.
        guard (byte >= 0x20 && byte != 0x7F) || byte == tab else {
          throw .malformed("a field's value holds a control character")
        }
        if byte >= 0x80 { isASCII = false }
      }
      if isASCII { return String(decoding: bytes, as: UTF8.self) }
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      // RFC 9110 §5.5: historically ISO-8859-1, where each byte is the scalar of its number.
      return String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      var bytes = bytes[...]
      while let first = bytes.first, first == space || first == tab { bytes = bytes.dropFirst() }
      while let last = bytes.last, last == space || last == tab { bytes = bytes.dropLast() }
      return UnsafeRawBufferPointer(rebasing: bytes)
    }

    private static func withoutEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      var line = line[...]
      if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      return UnsafeRawBufferPointer(rebasing: line)
    }

    private static let versions: [String] = ["HTTP/1.1", "HTTP/2", "HTTP/1.0", "HTTP/3"]
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private var space: UInt8 { Self.space }
    private var tab: UInt8 { Self.tab }
  }
#endif
