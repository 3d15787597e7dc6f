internal import Foundation
internal import MaruSystem

/// Files of a recording: each a HAR whose entries are appended whole.
///
/// After a crash a file lacks its end, and perhaps a part of its last entry: readers that keep whole
/// entries, as ``Capture`` does, lose nothing else.
struct RecordingFile {
  private let folder: String
  private let limits: RecordingLimits
  private var file: SystemFile?
  private var size = 0
  private var isFirst = true

  /// What stands behind the last entry.
  static let end = Array("\n]}}\n".utf8)

  init(folder: String, limits: RecordingLimits) {
    self.folder = folder
    self.limits = limits
  }

  mutating func append(_ entry: [UInt8], start: [UInt8]) throws {
    if file != nil, size + entry.count > limits.fileBytes { try end() }
    var bytes: [UInt8] = []
    if file == nil {
      file = try open()
      (size, isFirst) = (0, true)
      bytes = start
    }
    bytes += isFirst ? [0x0A] : [UInt8(ascii: ","), 0x0A]
    bytes += entry
    // One write: what the disk gets of it, it gets in this order.
    try file?.write(bytes, at: size)
    size += bytes.count
    isFirst = false
  }

  mutating func end() throws {
    guard let file else { return }
    self.file = nil
    try file.write(Self.end, at: size)
  }

  private func open() throws -> SystemFile {
    let place = try PrivateFolder.open(folder)
    let numbers = Self.numbers(in: folder)
    for number in numbers.dropLast(min(max(limits.files, 1) - 1, numbers.count)) {
      try place.remove(Self.name(number))
    }
    return try place.create(Self.name((numbers.last ?? 0) + 1))
  }

  private static func name(_ number: Int) -> String { "maru-\(number).har" }

  /// The numbers of the files that there are, in order.
  private static func numbers(in folder: String) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix("maru-"), name.hasSuffix(".har") else { return nil }
      return Int(name.dropFirst(5).dropLast(4))
    }.sorted()
  }
}
