import MaruTesting
import Testing

@Suite struct HostilityTests {
  @Test func `hostile text comes out the same for a seed and holds what it promises`() {
    var one = SplitMix64(seed: 1)
    var other = SplitMix64(seed: 1)
    let texts = (0..<2000).map { _ in one.hostileText(upTo: 8) }
    #expect(texts == (0..<2000).map { _ in other.hostileText(upTo: 8) })
    let scalars = Set(texts.joined().unicodeScalars)
    let missing = "/.%2Fe\r\n\0+&?#".unicodeScalars.filter { !scalars.contains($0) }
    #expect(missing.isEmpty)
    #expect(scalars.contains { $0.properties.isEmoji && $0.value > 0xFFFF })
    #expect(scalars.contains { (0xAC00...0xD7A3).contains($0.value) })
    #expect(texts.contains("") && one.hostileText(upTo: 0) == "" && one.hostileText(upTo: -1) == "")
  }

  @Test func `printed forms find what a description hides and a dump shows`() {
    struct Careless: CustomStringConvertible {
      var secret = "s3cr3t"
      var description: String { "nothing" }
    }
    #expect(printedForms(of: Careless()).contains { $0.contains("s3cr3t") })
    #expect(!printedForms(of: 1).contains { $0.contains("s3cr3t") })
  }
}
