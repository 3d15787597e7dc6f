#if os(Linux)
  /// Options of `curl_easy_setopt`, by libcurl's stable numbers (curl/curl.h).
  enum CurlOption {
    static let writeData: Int32 = 10_001
    static let url: Int32 = 10_002
    static let proxy: Int32 = 10_004
    static let readData: Int32 = 10_009
    static let errorBuffer: Int32 = 10_010
    static let postFields: Int32 = 10_015
    static let httpHeader: Int32 = 10_023
    static let headerData: Int32 = 10_029
    static let customRequest: Int32 = 10_036
    static let caInfo: Int32 = 10_065
    static let caPath: Int32 = 10_097
    static let acceptEncoding: Int32 = 10_102
    static let privateData: Int32 = 10_103
    static let pinnedPublicKey: Int32 = 10_230
    static let protocolsText: Int32 = 10_318

    static let writeFunction: Int32 = 20_011
    static let readFunction: Int32 = 20_012
    static let headerFunction: Int32 = 20_079

    static let inFileSize: Int32 = 30_115
    static let postFieldSize: Int32 = 30_120

    static let sslVersion: Int32 = 32
    static let noBody: Int32 = 44
    static let upload: Int32 = 46
    static let post: Int32 = 47
    static let netrc: Int32 = 51
    static let followLocation: Int32 = 52
    static let verifyPeer: Int32 = 64
    static let freshConnect: Int32 = 74
    static let httpGet: Int32 = 80
    static let verifyHost: Int32 = 81
    static let httpVersion: Int32 = 84
    static let noSignal: Int32 = 99
    static let connectTimeoutMilliseconds: Int32 = 156
    static let protocols: Int32 = 181
    static let pathAsIs: Int32 = 234
    static let disallowUserInURL: Int32 = 278
    static let http09Allowed: Int32 = 285
    static let maximumIdleSeconds: Int32 = 288
    static let quickExit: Int32 = 322
  }

  /// Values of those options.
  enum CurlValue {
    /// CURL_SSLVERSION_TLSv1_2: that version or a newer one.
    static let tls12: Int = 6
    /// CURL_HTTP_VERSION_1_1.
    static let http11: Int = 2
    /// CURL_HTTP_VERSION_2TLS: HTTP/2 if TLS agrees on it, else HTTP/1.1.
    static let http2OverTLS: Int = 4
    /// CURLPROTO_HTTP | CURLPROTO_HTTPS.
    static let httpAndHTTPS: Int = 3
    /// That the certificate's names are compared with the host.
    static let verifyHostName: Int = 2
    /// CURL_WRITEFUNC_PAUSE.
    static let writePause = 0x1000_0001
    /// CURL_READFUNC_PAUSE.
    static let readPause = 0x1000_0001
    /// CURL_READFUNC_ABORT.
    static let readAbort = 0x1000_0000
    /// CURLPAUSE_SEND: only sending stays paused.
    static let pauseSending: Int32 = 4
    /// CURLPAUSE_RECV: only receiving stays paused.
    static let pauseReceiving: Int32 = 1
    /// CURLPAUSE_CONT.
    static let pauseNothing: Int32 = 0
  }

  /// What can be asked of a transfer by `curl_easy_getinfo`.
  enum CurlInfo {
    static let requestSize: Int32 = 0x20_000C
    static let verifyResult: Int32 = 0x20_000D
    static let connectCount: Int32 = 0x20_001A
    static let httpVersion: Int32 = 0x20_002E
    static let bytesSent: Int32 = 0x60_0007
    static let bytesReceived: Int32 = 0x60_0008
    static let totalMicroseconds: Int32 = 0x60_0032
    static let nameLookupMicroseconds: Int32 = 0x60_0033
    static let connectMicroseconds: Int32 = 0x60_0034
    static let firstByteMicroseconds: Int32 = 0x60_0036
    static let tlsMicroseconds: Int32 = 0x60_0038
  }
#endif
