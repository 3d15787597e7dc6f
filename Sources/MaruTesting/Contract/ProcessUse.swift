#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What this process holds of the machine, where the system tells it as files (Linux, proc(5)).
enum ProcessUse {
  /// How many bytes of memory are resident, shared ones included; nil where the system has no such
  /// file. Of `/proc/self/statm`: Swift's import of glibc has no `mallinfo2`.
  static var residentBytes: Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let words = text.split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * Int(getpagesize()) } : nil
  }

  /// How many descriptors are open, but for the one that it looks with; nil where the system has no
  /// such folder.
  static var descriptors: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // The folder itself, its parent, and the descriptor that reads it.
    return count - 3
  }
}
