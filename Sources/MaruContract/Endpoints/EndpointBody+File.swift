public import struct Foundation.URL
public import MaruHTTP

extension EndpointBody {
  /// A file, read while it is sent: 64 KiB at a time, never held whole.
  ///
  /// Its length is told to the server beforehand. For a retry, a refreshed credential or a redirect
  /// it is opened again; if its size or its date of modification is another than when the call was
  /// made, the call fails (`configuration`, the transport's `requestBodyFailed`) rather than send one
  /// half of each. A file that is not there or not a plain one fails the call before anything is
  /// sent. Nothing of its name or path is sent or logged.
  ///
  /// The limit of an attempt covers the sending: give the endpoint a `deadline` and an `attemptLimit`
  /// that fit the size.
  public static func file(_ file: URL, as mediaType: MediaType) -> EndpointBody {
    EndpointBody {
      let version = try FileVersion(of: file)
      return .stream(mediaType, length: version.size, isRestartable: true) {
        try UnchangedFileReader(version)
      }
    }
  }
}
