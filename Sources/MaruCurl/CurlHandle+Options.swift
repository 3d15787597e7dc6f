#if os(Linux)
  internal import CMaruCurl
  internal import MaruContract
  internal import MaruHTTP

  extension CurlHandle {
    /// How a request is put to libcurl.
    enum Shape: Hashable {
      /// Head only: no body in either direction.
      case noBody
      /// No body to send.
      case get
      /// A body, maybe empty, in one piece of memory.
      case fields
      /// A body that is read while it is sent.
      case reading
    }

    /// What was last set on the handle.
    struct LastSet {
      var shape: Shape?
      var method: String?
      var fresh = false
      var maximumIdleSeconds = 0
      var connectMilliseconds = 0
      var pins: String?
    }

    /// How long a kept connection may have been idle, in seconds.
    ///
    /// A server closes idle connections when it likes, and a request that crosses the closing is
    /// lost. What may not be repeated takes only connections that are younger than what servers
    /// close at the earliest (5 s: Apache's and Node's default).
    private static func maximumIdleSeconds(_ request: TransportRequest) -> Int {
      request.isRepeatable ? 60 : 3
    }

    /// A body up to this size is copied, so that it leaves in one piece with the head.
    private static let smallBody = 65_536

    /// Sets what is the same for all transfers; false if libcurl refuses any of it.
    func setConstants(_ trust: CurlTransport.Trust) -> Bool {
      let me = Unmanaged.passUnretained(self).toOpaque()
      // A build without HTTP/2 refuses this one and speaks HTTP/1.1.
      _ = maru_curl_set_long(
        easy, CurlOption.httpVersion,
        CurlVersion(maru_curl_version()).holdsBackHTTP2 ? CurlValue.http2OverTLS : CurlValue.http11)
      var statuses = [
        maru_curl_set_long(easy, CurlOption.noSignal, 1),
        maru_curl_set_text(easy, CurlOption.proxy, ""),
        maru_curl_set_long(easy, CurlOption.netrc, 0),
        maru_curl_set_long(easy, CurlOption.followLocation, 0),
        maru_curl_set_long(easy, CurlOption.http09Allowed, 0),
        maru_curl_set_long(easy, CurlOption.pathAsIs, 1),
        maru_curl_set_long(easy, CurlOption.disallowUserInURL, 1),
        maru_curl_set_long(easy, CurlOption.sslVersion, CurlValue.tls12),
        maru_curl_set_long(easy, CurlOption.verifyPeer, 1),
        maru_curl_set_long(easy, CurlOption.verifyHost, CurlValue.verifyHostName),
        maru_curl_set_text(easy, CurlOption.acceptEncoding, ""),
        maru_curl_set_function(easy, CurlOption.headerFunction, Self.headerFunction),
        maru_curl_set_function(easy, CurlOption.writeFunction, Self.writeFunction),
        maru_curl_set_function(easy, CurlOption.readFunction, Self.readFunction),
        maru_curl_set_pointer(easy, CurlOption.headerData, me),
        maru_curl_set_pointer(easy, CurlOption.writeData, me),
        maru_curl_set_pointer(easy, CurlOption.readData, me),
        maru_curl_set_pointer(easy, CurlOption.privateData, me),
        maru_curl_set_pointer(easy, CurlOption.errorBuffer, complaint),
        CurlVersion(maru_curl_version()).takesProtocolsAsText
          ? maru_curl_set_text(easy, CurlOption.protocolsText, "http,https")
          : maru_curl_set_long(easy, CurlOption.protocols, CurlValue.httpAndHTTPS),
      ]
      if case .certificates(let path) = trust {
        statuses.append(maru_curl_set_text(easy, CurlOption.caInfo, path))
        statuses.append(maru_curl_set_text(easy, CurlOption.caPath, nil))
      }
      // Since 7.87; before, cancelling while a name is resolved holds the loop up until it is.
      _ = maru_curl_set_long(easy, CurlOption.quickExit, 1)
      return statuses.allSatisfy { $0 == 0 }
    }

    /// Sets what the call asks for.
    func setRequest(_ call: CurlCall) -> TransportFailure? {
      let request = call.request
      guard request.url.string.withCString({ maru_curl_set_text(easy, CurlOption.url, $0) }) == 0
      else { return Self.refused }
      let list = fields.list(of: request, contentType: call.contentType)
      guard maru_curl_set_pointer(easy, CurlOption.httpHeader, list) == 0 else {
        return Self.refused
      }
      setFresh(request.needsFreshConnection)
      let idle = Self.maximumIdleSeconds(request)
      if idle != lastSet.maximumIdleSeconds {
        lastSet.maximumIdleSeconds = idle
        _ = maru_curl_set_long(easy, CurlOption.maximumIdleSeconds, idle)
      }
      // 0 would mean libcurl's own default; the loop's own deadline has fired by then.
      let connect = min(max(1, call.deadline.connect / 1_000_000), 1 << 30)
      if Int(connect) != lastSet.connectMilliseconds {
        lastSet.connectMilliseconds = Int(connect)
        _ = maru_curl_set_long(easy, CurlOption.connectTimeoutMilliseconds, Int(connect))
      }
      guard setPins(call.pins) else { return Self.cannotPin }
      return setBody(call)
    }

    /// Says which keys the server may have; false if libcurl's TLS can't compare keys.
    private func setPins(_ pins: String?) -> Bool {
      guard pins != lastSet.pins else { return true }
      guard maru_curl_set_text(easy, CurlOption.pinnedPublicKey, pins) == 0 else { return false }
      lastSet.pins = pins
      return true
    }

    /// Says whether kept connections are left alone.
    func setFresh(_ isFresh: Bool) {
      guard isFresh != lastSet.fresh else { return }
      lastSet.fresh = isFresh
      _ = maru_curl_set_long(easy, CurlOption.freshConnect, isFresh ? 1 : 0)
    }

    private func setBody(_ call: CurlCall) -> TransportFailure? {
      let method = call.request.method
      switch call.content {
      case .none where method == .head:
        setShape(.noBody, method: nil)
      // RFC 9110 §8.6: a method that expects a body says with a length of 0 that there is none.
      case .none where method == .post || method == .put || method == .patch:
        setShape(.fields, method: method == .post ? nil : method.rawValue)
        setFields([])
      case .none:
        setShape(.get, method: method == .get ? nil : method.rawValue)
      case _ where method == .head:
        return TransportFailure(
          .unsupported, arrival: .impossible, reason: "libcurl sends no body with HEAD")
      case .bytes(let bytes) where bytes.count <= Self.smallBody:
        setShape(.fields, method: method == .post ? nil : method.rawValue)
        setFields(bytes)
      case .bytes(let bytes):
        setShape(.reading, method: method == .put ? nil : method.rawValue)
        _ = maru_curl_set_offset(easy, CurlOption.inFileSize, Int64(bytes.count))
      case .stream(let upload):
        setShape(.reading, method: method == .put ? nil : method.rawValue)
        _ = maru_curl_set_offset(easy, CurlOption.inFileSize, upload.length.map(Int64.init) ?? -1)
      }
      return nil
    }

    private func setShape(_ shape: Shape, method: String?) {
      if shape != lastSet.shape {
        // Going through "get" takes back what a former shape has set (uploading above all).
        _ = maru_curl_set_long(easy, CurlOption.httpGet, 1)
        switch shape {
        case .noBody: _ = maru_curl_set_long(easy, CurlOption.noBody, 1)
        case .get: break
        case .fields: _ = maru_curl_set_long(easy, CurlOption.post, 1)
        case .reading: _ = maru_curl_set_long(easy, CurlOption.upload, 1)
        }
        lastSet.shape = shape
      }
      if method != lastSet.method {
        lastSet.method = method
        _ = maru_curl_set_text(easy, CurlOption.customRequest, method)
      }
    }

    private func setFields(_ bytes: [UInt8]) {
      let memory = fields.keep(bytes)
      _ = maru_curl_set_offset(easy, CurlOption.postFieldSize, Int64(bytes.count))
      _ = maru_curl_set_pointer(easy, CurlOption.postFields, memory)
    }

    private static let cannotPin = TransportFailure(
      .unsupported, arrival: .impossible, reason: "libcurl's TLS can't compare keys")

    private static let refused = TransportFailure(
      .unsupported, arrival: .impossible, reason: "libcurl refuses the request")
  }
#endif
