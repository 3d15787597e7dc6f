#if canImport(Darwin)
  internal import Darwin
#endif

/// Which run of the machine this is.
public enum SystemBoot {
  /// A text that is another one after each start; nil where the system does not tell.
  public static var id: String? {
    #if canImport(Darwin)
      var size = 0
      guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 0 else {
        return nil
      }
      var text = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    #else
      // random(4).
      return SystemFile.readStream("/proc/sys/kernel/random/boot_id", upTo: 64)
        .map { String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self) }
    #endif
  }
}
