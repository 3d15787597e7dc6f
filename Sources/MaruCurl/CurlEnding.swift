#if os(Linux)
  package import MaruContract

  /// How a transfer ended, in libcurl's words, and what it means in ours.
  package struct CurlEnding: Hashable {
    /// The result code (libcurl-errors).
    package var code: Int32
    /// OpenSSL's verdict on the certificate (X509_V_ERR_…); 0 if it had none.
    package var verifyResult: Int = 0
    /// Whether a byte of the request may have left.
    package var wasSent: Bool
    /// Whether the request was about to be sent a second time.
    package var wouldSendAgain = false
    /// Whether an address was refused because it is not this machine's.
    package var addressWasRefused = false
    /// Whether libcurl complains about chunks.
    package var chunksAreBroken = false
    /// Whether there was a connection of TCP, at least.
    package var wasConnected = false
    /// Whether any line of the head has come.
    package var headHasBegun: Bool
    /// Whether the head's blank line has come.
    package var headIsWhole: Bool

    /// Makes an ending of which nothing is known but this.
    package init(
      _ code: Int32, wasSent: Bool, headHasBegun: Bool = false, headIsWhole: Bool = false
    ) {
      self.code = code
      self.wasSent = wasSent
      self.headHasBegun = headHasBegun
      self.headIsWhole = headIsWhole
    }

    /// Why there is no whole response; nil if there is one.
    ///
    /// The reasons are our own words: libcurl's texts hold hosts and addresses.
    package var failure: TransportFailure? {
      if wouldSendAgain {
        return failure(.connectionLost, "the connection ended before an answer came")
      }
      if addressWasRefused {
        return failure(.blockedByPolicy, "the name of this machine leads to another")
      }
      if chunksAreBroken {
        return failure(.malformedResponse, "the body's chunks are none")
      }
      switch code {
      // CURLE_OK also stands for a head that was cut off.
      case 0:
        return headIsWhole
          ? nil : failure(.connectionLost, "the connection ended within the response's head")
      case 1, 8, 43:
        return failure(.malformedResponse, "what came is no HTTP response")
      case 3:
        return failure(.unsupported, "libcurl can't read the address")
      case 4:
        return failure(.unsupported, "libcurl was built without what is needed")
      case 5, 6:
        return failure(.unreachable, "the host's name is unknown")
      case 7 where wasConnected:
        return failure(.connectionLost, "the connection ended before anything was sent")
      case 7, 45:
        return failure(.unreachable, "the host refuses or does not answer")
      case 28:
        return failure(.timedOut, "the connect limit was reached")
      case 27, 100:
        // libcurl holds at most 100 KiB of one line, and says "out of memory" for more.
        return headIsWhole
          ? failure(.connectionLost, "libcurl has no memory left")
          : failure(.headersTooLarge, "a line of the response's head is too long")
      case 61:
        return failure(.malformedResponse, "the body's content encoding can't be undone")
      case 60, 51:
        return certificateFailure
      case 62:
        return failure(.tlsHostMismatch, "the certificate is for another host")
      case 83:
        return failure(.tlsUntrusted, "the certificate's issuer is not the expected one")
      case 90:
        return failure(.tlsPinMismatch, "the key is none of the pinned ones")
      case 77:
        return failure(.tlsFailed, "the trusted certificates can't be read")
      case 35, 53, 54, 58, 59, 64, 66, 80, 82, 91, 98:
        return failure(.tlsFailed, "TLS could not be agreed")
      default:
        return lossOfConnection
      }
    }

    /// Codes 16, 18, 52, 55, 56, 65, 92 and whatever else may be.
    private var lossOfConnection: TransportFailure {
      if headIsWhole {
        return failure(.connectionLost, "the connection ended before the body did")
      }
      if headHasBegun {
        return failure(.connectionLost, "the connection ended within the response's head")
      }
      return failure(.connectionLost, "the connection ended before an answer came")
    }

    /// X509_V_ERR_… of openssl/x509_vfy.h.
    private var certificateFailure: TransportFailure {
      switch verifyResult {
      // libcurl compares the names itself, before it asks OpenSSL for its verdict, which is then
      // "unspecified" or none.
      case 0, 1, 62: failure(.tlsHostMismatch, "the certificate is for another host")
      case 9: failure(.tlsExpired, "the certificate is not valid yet")
      case 10: failure(.tlsExpired, "the certificate has expired")
      case 2, 18, 19, 20, 21, 27: failure(.tlsUntrusted, "the certificate's issuer is not trusted")
      default: failure(.tlsFailed, "the certificate is not accepted (verdict \(verifyResult))")
      }
    }

    private func failure(_ kind: TransportFailure.Kind, _ reason: String) -> TransportFailure {
      TransportFailure(kind, arrival: wasSent ? .possible : .impossible, reason: reason)
    }
  }
#endif
