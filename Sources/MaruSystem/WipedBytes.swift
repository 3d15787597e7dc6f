#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Bytes that are overwritten before their memory is given back.
///
/// They are filled once, where they are made, and never change. Copies of them are whoever's who makes
/// them, and the system may have written their page to its swap.
package final class WipedBytes: Sendable {
  // nonisolated(unsafe): the address never changes, and its bytes only while it is made or given back.
  private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

  /// Has bytes filled in; they are zero before.
  package init<Failure>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    memory = .allocate(byteCount: count, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    try fill(memory)
  }

  /// Copies bytes.
  package convenience init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  deinit {
    Self.wipe(memory)
    memory.deallocate()
  }

  /// How many there are.
  package var count: Int { memory.count }

  /// Lends the bytes to `body`.
  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }

  /// Overwrites bytes with zeros, also if nobody reads them any more.
  package static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    #if canImport(Darwin)
      memset_s(start, bytes.count, 0, bytes.count)
    #else
      explicit_bzero(start, bytes.count)
    #endif
  }

  /// Overwrites an array that nobody else has with zeros.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { wipe($0) }
  }
}

extension WipedBytes: CustomStringConvertible, CustomReflectable {
  /// How many there are.
  package var description: String { "\(count) bytes" }
  /// A mirror without children: `dump` finds nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
