public import MaruHTTP

/// What a request carries.
public struct RequestBody: Sendable {
  /// Where the bytes come from.
  public enum Content: Sendable {
    /// There is no body.
    case none
    /// They are here.
    case bytes([UInt8])
    /// They are read while they are sent; see ``RequestBody/stream(_:length:isRestartable:open:)``.
    case stream(
      length: Int?, isRestartable: Bool, open: @Sendable () throws -> any RequestBodyReader)
  }

  /// Where the bytes come from.
  public let content: Content
  /// What they are; sent as `Content-Type`.
  public let mediaType: MediaType?
  /// What hears how much was handed over.
  package var report: ProgressReport?

  private init(content: Content, mediaType: MediaType?) {
    self.content = content
    self.mediaType = mediaType
  }

  /// No body.
  public static let none = RequestBody(content: .none, mediaType: nil)

  /// A body of bytes.
  public static func bytes(_ bytes: [UInt8], as mediaType: MediaType) -> RequestBody {
    RequestBody(content: .bytes(bytes), mediaType: mediaType)
  }

  /// A body that is read while it is sent, never held whole.
  ///
  /// - Parameters:
  ///   - mediaType: what it is.
  ///   - length: how many bytes it has, if known; fewer or more fail the call.
  ///   - isRestartable: whether `open` may be called again and gives the same bytes. If not, a call
  ///     is not sent a second time: not for a retry, a refreshed credential or a redirect.
  ///   - open: starts reading from the first byte.
  public static func stream(
    _ mediaType: MediaType, length: Int?, isRestartable: Bool,
    open: @escaping @Sendable () throws -> any RequestBodyReader
  ) -> RequestBody {
    RequestBody(
      content: .stream(length: length, isRestartable: isRestartable, open: open),
      mediaType: mediaType)
  }

  /// Whether it can be sent again from the first byte.
  public var isRestartable: Bool {
    if case .stream(_, let isRestartable, _) = content { isRestartable } else { true }
  }
}

/// Reads a request's body, from the first byte to the last.
public protocol RequestBodyReader: AnyObject, Sendable {
  /// Adds the next bytes to `buffer`; false once there are no more.
  ///
  /// Runs in the call's task, so that cancelling reaches it.
  /// - Throws: what kept it from reading; the call fails with it as its cause.
  func next(into buffer: inout [UInt8]) async throws -> Bool
}

extension RequestBody: CustomStringConvertible, CustomReflectable {
  /// What it is, never what it holds.
  public var description: String { mediaType?.essence ?? "no body" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

extension RequestBody.Content: CustomStringConvertible, CustomReflectable {
  /// How the bytes come, never which.
  public var description: String {
    switch self {
    case .none: "no body"
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .stream(let length, _, _): length.map { "a stream of \($0) bytes" } ?? "a stream"
    }
  }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
