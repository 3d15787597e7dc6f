#if canImport(Glibc)
  import Glibc
#endif

/// Memory for rows that can be very long.
enum XMLMemory {
  /// From so many bytes on, Linux is asked for its large pages: getting small ones, a fault for each,
  /// takes as long as reading the document that fills them.
  private static let largeBytes = 4 << 20
  private static let pageBytes = 2 << 20

  /// Room for elements, to be freed by `deallocate()`.
  static func allocate<Element: BitwiseCopyable>(
    _ type: Element.Type, capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    #if canImport(Glibc)
      let bytes = capacity * MemoryLayout<Element>.stride
      if bytes >= largeBytes {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: pageBytes)
        // unsafe: advice about memory of our own; whether it is taken changes nothing but time.
        _ = unsafe madvise(memory, bytes, MADV_HUGEPAGE)
        // unsafe: there is room for as many as are bound, and nothing is read before it is written.
        return unsafe memory.bindMemory(to: type, capacity: capacity)
      }
    #endif
    return UnsafeMutablePointer<Element>.allocate(capacity: capacity)
  }
}
