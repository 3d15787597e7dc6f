#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract
  internal import MaruHTTP

  /// A request's header fields as the linked list that libcurl reads, in memory that is used again.
  final class CurlFieldList {
    private var text: UnsafeMutableBufferPointer<CChar>
    private var nodes: UnsafeMutableBufferPointer<MaruCurlList>
    private var body: UnsafeMutableRawBufferPointer
    private var used = 0
    private var starts: [Int] = []

    init() {
      text = .allocate(capacity: 1024)
      nodes = .allocate(capacity: 16)
      body = .allocate(byteCount: 1024, alignment: 1)
    }

    deinit {
      text.deallocate()
      nodes.deallocate()
      body.deallocate()
    }

    /// A copy of a body that stays where it is until the next call.
    func keep(_ bytes: [UInt8]) -> UnsafeRawPointer {
      if bytes.count > body.count {
        body.deallocate()
        body = .allocate(byteCount: bytes.count, alignment: 1)
      }
      body.copyBytes(from: bytes)
      // !: it was allocated with room for at least one byte.
      return UnsafeRawPointer(body.baseAddress!)
    }

    /// The fields of a request; valid until the next call.
    func list(of request: TransportRequest, contentType: String?) -> UnsafeMutablePointer<
      MaruCurlList
    > {
      used = 0
      starts.removeAll(keepingCapacity: true)
      var hasAccept = false
      var hasContentType = false
      for field in request.headers where !Self.isTransports(field.name) {
        hasAccept = hasAccept || field.name == .accept
        hasContentType = hasContentType || field.name == .contentType
        add(field.name.rawValue, field.value)
      }
      if !hasContentType, let contentType {
        hasContentType = true
        add("Content-Type", contentType)
      }
      // A name with nothing behind its colon takes out what libcurl would add by itself.
      add("Expect", nil)
      if !hasAccept { add("Accept", nil) }
      if !hasContentType { add("Content-Type", nil) }
      return linked()
    }

    /// `Host` and what frames the body or the connection is the transport's to say
    /// (RFC 9110 §7.6.1, RFC 9112 §6).
    private static func isTransports(_ name: HeaderName) -> Bool {
      switch name.rawValue.utf8.count {
      case 2, 4, 6, 7, 10, 14, 16, 17: transports.contains(name)
      default: false
      }
    }

    private static let transports: [HeaderName] = [
      .host, .contentLength, .transferEncoding, .connection, "Keep-Alive", "Proxy-Connection",
      "Upgrade", "Expect", "Trailer", "TE",
    ]

    /// Adds a line; `nil` takes out the field of that name, and an empty value sends it empty.
    private func add(_ name: String, _ value: String?) {
      starts.append(used)
      put(name)
      switch value {
      case nil: put(":")
      case "": put(";")
      case let value?:
        put(": ")
        put(value)
      }
      reserve(1)
      text[used] = 0
      used += 1
    }

    private func put(_ string: String) {
      var string = string
      string.withUTF8 { bytes in
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: text[used...]))
          .copyMemory(from: UnsafeRawBufferPointer(bytes))
        used += bytes.count
      }
    }

    private func reserve(_ count: Int) {
      guard used + count > text.count else { return }
      let larger = UnsafeMutableBufferPointer<CChar>.allocate(
        capacity: max(text.count * 2, used + count))
      _ = larger.update(fromContentsOf: text[..<used])
      text.deallocate()
      text = larger
    }

    private func linked() -> UnsafeMutablePointer<MaruCurlList> {
      if starts.count > nodes.count {
        nodes.deallocate()
        nodes = .allocate(capacity: starts.count * 2)
      }
      // !: both buffers were allocated with room for at least one element.
      let text = text.baseAddress!
      let first = nodes.baseAddress!
      for (index, start) in starts.enumerated() {
        let next = index + 1 < starts.count ? first + index + 1 : nil
        (first + index).initialize(to: MaruCurlList(data: text + start, next: next))
      }
      return first
    }
  }
#endif
