#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// How much is left of the thread's stack.
///
/// A type that reads itself recursively takes some of it for each element, how much is the compiler's
/// affair, and threads have between half a megabyte and eight. A document must not decide whether it
/// is enough.
struct XMLStack {
  /// What must be left for whatever a type does in one step.
  private static let reserve: UInt = 96 * 1024

  private let lowest: UInt
  private let highest: UInt

  /// Nothing is known of it, and it is never used up.
  static let unknown = XMLStack(lowest: 0, highest: 0)

  private init(lowest: UInt, highest: UInt) {
    self.lowest = lowest
    self.highest = highest
  }

  /// The bounds of the calling thread's stack; nil if the system does not tell.
  init?() {
    #if canImport(Darwin)
      let thread = pthread_self()
      // unsafe: only the address is used.
      highest = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
      lowest = highest - UInt(pthread_get_stacksize_np(thread))
    #elseif canImport(Glibc)
      // The header has it for GNU sources only, which a Swift module is not.
      typealias Attributes =
        @convention(c) (
          pthread_t, UnsafeMutablePointer<pthread_attr_t>
        ) -> CInt
      // unsafe: the name is a C string, and nothing is read but the address.
      guard let symbol = unsafe dlsym(nil, "pthread_getattr_np") else { return nil }
      // unsafe: that is the function's type in pthread.h.
      let read = unsafe unsafeBitCast(symbol, to: Attributes.self)
      var attributes = pthread_attr_t()
      // unsafe: the structure is the system's to fill, and is given back.
      guard unsafe read(pthread_self(), &attributes) == 0 else { return nil }
      defer { unsafe _ = pthread_attr_destroy(&attributes) }
      var base: UnsafeMutableRawPointer?
      var size = 0
      // unsafe: both are the system's to fill.
      guard unsafe pthread_attr_getstack(&attributes, &base, &size) == 0 else { return nil }
      lowest = UInt(bitPattern: base)
      highest = lowest + UInt(size)
    #else
      return nil
    #endif
  }

  /// Whether there is less left than a step may need.
  @inline(never)
  var isNearlyUsedUp: Bool {
    var here: UInt8 = 0
    // unsafe: only the address is used.
    let address = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    // A sanitizer may keep variables elsewhere.
    guard address >= lowest, address < highest else { return false }
    return address - lowest < Self.reserve
  }
}
