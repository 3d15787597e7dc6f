internal import MaruHTTP

extension RequestBody {
  /// The body as one attempt sends it: counted, if anyone wants to hear of it.
  package func counted(as attempt: Int) -> RequestBody {
    guard let report, let mediaType else { return self }
    switch content {
    case .none:
      return self
    case .bytes(let bytes):
      return .stream(mediaType, length: bytes.count, isRestartable: true) {
        CountingReader(PieceReader(bytes), attempt: attempt, total: bytes.count, report: report)
      }
    case .stream(let length, let isRestartable, let open):
      return .stream(mediaType, length: length, isRestartable: isRestartable) {
        CountingReader(try open(), attempt: attempt, total: length, report: report)
      }
    }
  }
}

/// Counts what another reader gives.
private final class CountingReader: RequestBodyReader, @unchecked Sendable {
  // @unchecked: a body has one reader, which is asked by one task at a time.
  private let base: any RequestBodyReader
  private let attempt: Int
  private let total: Int?
  private let report: ProgressReport
  private var completed = 0

  init(_ base: any RequestBodyReader, attempt: Int, total: Int?, report: @escaping ProgressReport) {
    self.base = base
    self.attempt = attempt
    self.total = total
    self.report = report
    tell()
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    let before = buffer.count
    let hasMore = try await base.next(into: &buffer)
    if buffer.count > before {
      completed += buffer.count - before
      tell()
    }
    return hasMore
  }

  private func tell() {
    report(TransferProgress(attempt: attempt, completed: completed, total: total))
  }
}

/// Gives bytes that are here, piece by piece.
final class PieceReader: RequestBodyReader, @unchecked Sendable {
  // @unchecked: a body has one reader, which is asked by one task at a time.
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    guard !rest.isEmpty else { return false }
    buffer.append(contentsOf: rest.prefix(FileReader.pieceBytes))
    rest = rest.dropFirst(FileReader.pieceBytes)
    return true
  }
}
