internal import Foundation
internal import MaruHTTP

extension EndpointBody {
  /// A form with files (`multipart/form-data`, RFC 7578).
  ///
  /// ```swift
  /// .multipart {
  ///   MultipartPart.field("title", "장보기")
  ///   MultipartPart.file("photo", photo, as: .bytes)
  /// }
  /// ```
  ///
  /// Files are read while they are sent, never held whole; its length is told to the server
  /// beforehand; it can be sent again, by the rules of ``file(_:as:)``. The boundary is 128 bits of
  /// the client's chance, and is in none of the fields and bytes, which are searched for it.
  public static func multipart(
    @MultipartBuilder _ parts: () -> [MultipartPart]
  ) -> EndpointBody {
    let parts = parts()
    return EndpointBody(drawing: { try MultipartBody(parts, random: $0).requestBody() })
  }
}

/// A form's parts laid out as they are sent.
struct MultipartBody: Sendable {
  enum Segment: Sendable {
    case bytes([UInt8])
    case file(FileVersion)

    var length: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let version): version.size
      }
    }
  }

  let boundary: String
  let segments: [Segment]

  /// Looks at the files and draws a boundary.
  init(_ parts: [MultipartPart], random: any RandomSource) throws {
    boundary = Self.boundary(notIn: parts, random: random)
    var segments: [Segment] = []
    for part in parts {
      segments.append(.bytes(Array("--\(boundary)\r\n".utf8) + part.head))
      switch part.content {
      case .bytes(let bytes): segments.append(.bytes(bytes))
      case .file(let url): segments.append(.file(try FileVersion(of: url)))
      }
      segments.append(.bytes(Array("\r\n".utf8)))
    }
    segments.append(.bytes(Array("--\(boundary)--\r\n".utf8)))
    self.segments = segments
  }

  func requestBody() -> RequestBody {
    let length = segments.reduce(0) { $0 + $1.length }
    let segments = segments
    let mediaType = MediaType("multipart/form-data; boundary=\(boundary)")
    // The boundary is a token, so that the text is always a media type.
    return .stream(mediaType!, length: length, isRestartable: true) {
      MultipartReader(segments)
    }
  }

  /// RFC 2046 §5.1.1: at most 70 characters, and none of the parts has it.
  private static func boundary(
    notIn parts: [MultipartPart], random: any RandomSource
  ) -> String {
    while true {
      let boundary = "maru-" + HexDigits.of128Bits(random)
      let bytes = Data(boundary.utf8)
      let isTaken = parts.contains { part in
        if case .bytes(let content) = part.content, Data(content).range(of: bytes) != nil {
          return true
        }
        return part.name.contains(boundary) || part.fileName?.contains(boundary) == true
      }
      if !isTaken { return boundary }
    }
  }
}

/// Reads a form from its first byte to its last.
private final class MultipartReader: RequestBodyReader, @unchecked Sendable {
  // @unchecked: a body has one reader, which is asked by one task at a time.
  private var rest: ArraySlice<MultipartBody.Segment>
  private var current: (any RequestBodyReader)?
  private var left = 0

  init(_ segments: [MultipartBody.Segment]) {
    rest = segments[...]
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    while true {
      if let current {
        let before = buffer.count
        if try await current.next(into: &buffer) {
          left -= buffer.count - before
          // What a file has grown by would stand where the next part begins.
          guard left >= 0 else { throw UnreadableFile("the file has grown") }
          return true
        }
        guard left == 0 else { throw UnreadableFile("the file has shrunk") }
        self.current = nil
      }
      guard let segment = rest.popFirst() else { return false }
      left = segment.length
      switch segment {
      case .bytes(let bytes): current = PieceReader(bytes)
      case .file(let version): current = try UnchangedFileReader(version)
      }
    }
  }
}
