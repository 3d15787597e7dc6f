public import struct Foundation.URL
internal import MaruContract
public import MaruHTTP

/// A file that has come whole.
public struct DownloadedFile: Sendable {
  /// Where it is.
  public let url: URL
  /// How many bytes it has.
  public let byteCount: Int
  /// How many of them were there before the last attempt.
  public let resumedBytes: Int
  /// What the server says it is.
  public let mediaType: MediaType?
  /// What the server calls it (`Content-Disposition`), made safe to be used in a folder; nil if it
  /// has no name for it.
  public let suggestedName: String?
  /// The status of the last answer: 206 if the download was resumed.
  public let status: Int
  /// The fields of the last answer.
  public let headers: HeaderFields

  /// The version that was downloaded.
  public var eTag: EntityTag? { headers[.eTag].flatMap { EntityTag($0) } }

  init(url: URL, byteCount: Int, resumedBytes: Int, head: TransportResponse) {
    self.url = url
    self.byteCount = byteCount
    self.resumedBytes = resumedBytes
    mediaType = head.headers[.contentType].flatMap { MediaType($0) }
    let name = head.headers["Content-Disposition"].flatMap { ContentDisposition($0) }?
      .safeFileName(otherwise: "")
    suggestedName = name?.isEmpty == false ? name : nil
    status = head.status
    headers = head.headers
  }
}

extension DownloadedFile: CustomStringConvertible, CustomReflectable {
  /// Size and status; neither its place nor its name.
  public var description: String { "\(byteCount) bytes, status \(status)" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["file": description]) }
}
