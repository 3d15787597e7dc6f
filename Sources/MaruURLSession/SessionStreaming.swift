internal import Foundation
internal import MaruContract

/// How a body that is read while it is sent is given to URLSession.
enum SessionStreaming {
  #if canImport(FoundationNetworking)
    /// None is asked for: bodies are gathered first.
    static func give(_ call: SessionCall, to take: @Sendable (InputStream?) -> Void) { take(nil) }
  #else
    /// The pair of streams that Apple's documentation of streamed uploads shows; the thread that
    /// fills it is blocked while there is no room.
    static func give(_ call: SessionCall, to take: @Sendable (InputStream?) -> Void) {
      guard let upload = call.upload else { return take(nil) }
      var input: InputStream?
      var output: OutputStream?
      Stream.getBoundStreams(
        withBufferSize: SessionUpload.highWater, inputStream: &input, outputStream: &output)
      guard let input, let output else { return take(nil) }
      // nonisolated(unsafe): handed over to the one thread that writes.
      nonisolated(unsafe) let writing = output
      Thread.detachNewThread {
        writing.open()
        defer { writing.close() }
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 65_536)
        defer { buffer.deallocate() }
        while true {
          let count = upload.read(into: buffer) { call.bodyReaderIsWaited(for: $0) }
          guard count > 0, var next = UnsafePointer(buffer.baseAddress) else { return }
          var left = count
          while left > 0 {
            let written = writing.write(next, maxLength: left)
            guard written > 0 else { return }
            next += written
            left -= written
          }
        }
      }
      take(input)
    }
  #endif
}
