#if os(Linux)
  internal import MaruHTTP

  /// The field names that came lately, so that the same ones are not made again for every response.
  ///
  /// A server's answers have the same few names. The size is fixed: a name takes the place of
  /// another, so a hostile server costs no memory.
  package final class CurlNames {
    private struct Entry {
      var bytes: [UInt8]
      var name: HeaderName
    }

    private var entries = [Entry?](repeating: nil, count: 128)

    /// Knows no name.
    package init() {}

    /// The name of these bytes; nil if they are no token.
    func name(_ bytes: UnsafeRawBufferPointer) -> HeaderName? {
      // FNV-1a: spread is all that matters, since names are compared whole.
      var hash: UInt32 = 2_166_136_261
      for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      let slot = Int(hash & 127)
      if let entry = entries[slot], bytes.elementsEqual(entry.bytes) { return entry.name }
      guard !bytes.isEmpty, bytes.allSatisfy(FieldSyntax.isTokenByte) else { return nil }
      let name = HeaderName(unchecked: String(decoding: bytes, as: UTF8.self))
      entries[slot] = Entry(bytes: Array(bytes), name: name)
      return name
    }
  }
#endif
