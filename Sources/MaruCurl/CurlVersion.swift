#if os(Linux)
  /// What a version of libcurl can do, as `0xXXYYZZ`.
  package struct CurlVersion: Hashable {
    private let number: UInt32

    /// Takes over a number of `curl_version_info`.
    package init(_ number: UInt32) {
      self.number = number
    }

    /// Whether it knows CURLOPT_PROTOCOLS_STR (7.85).
    package var takesProtocolsAsText: Bool { number >= 0x07_5500 }

    /// Whether a handle can be used for one transfer after another.
    ///
    /// From 7.83 until 8.1.1 a handle remembers where the last transfer's last field was, and writes
    /// into that freed memory when an answer's first field line begins with a blank (curl/curl#11101).
    package var reusesHandles: Bool { !(0x07_5300..<0x08_0101).contains(number) }

    /// Whether HTTP/2 survives that a sender is held back.
    ///
    /// 7.84 can't go on after it (curl/curl#9180), and 8.16 fails the transfer (curl/curl#19334; 8.17
    /// came out two days after that report). HTTP/1.1 is spoken with those.
    package var holdsBackHTTP2: Bool {
      switch number >> 8 {
      case 0x07_54, 0x08_10, 0x08_11: false
      default: true
      }
    }
  }
#endif
