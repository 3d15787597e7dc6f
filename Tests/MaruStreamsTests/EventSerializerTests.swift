import MaruStreams
import MaruTesting
import Testing

@Suite struct EventSerializerTests {
  @Test func `what is written is read again, whatever it holds`() throws {
    var random = SplitMix64(seed: 5)
    var stream: [UInt8] = []
    var expected: [ServerSentEvent] = []
    var id = ""
    for _ in 0..<2_000 {
      let data = random.hostileText(upTo: 30)
      let type = random.hostileText(upTo: 8)
      let next = Bool.random(using: &random) ? random.hostileText(upTo: 8) : nil
      do {
        stream += try EventSerializer.bytes(type: type, data: data, id: next)
      } catch {
        let hasEnd = (type + (next ?? "")).utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 }
        #expect(type.isEmpty || hasEnd)
        continue
      }
      id = next ?? id
      expected.append(ServerSentEvent(type: type, data: normalized(data), id: id))
      if Bool.random(using: &random) { stream += EventSerializer.heartbeat }
    }
    #expect(expected.count > 200)
    #expect(try reading(stream).events == expected)
  }

  /// Every line end as a line feed, as the format has it.
  private func normalized(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == 10, bytes.last == 13 { bytes.removeLast() }
      bytes.append(byte)
    }
    return String(decoding: bytes.map { $0 == 13 ? 10 : $0 }, as: UTF8.self)
  }

  @Test func `bytes are the ones of the standard`() throws {
    let text = { String(decoding: $0 as [UInt8], as: UTF8.self) }
    #expect(
      text(try EventSerializer.bytes(type: "t", data: "a\r\nb\rc\n", id: "7"))
        == "id: 7\nevent: t\ndata: a\ndata: b\ndata: c\ndata: \n\n")
    #expect(text(try EventSerializer.bytes(data: "", id: "")) == "id: \ndata: \n\n")
    #expect(text(EventSerializer.retry(.milliseconds(1_500))) == "retry: 1500\n\n")
    #expect(text(EventSerializer.retry(.seconds(-1))) == "retry: 0\n\n")
    #expect(text(EventSerializer.retry(.seconds(Int64.max))) == "retry: \(Int64.max)\n\n")
  }

  @Test(arguments: [("", nil), ("a\nb", nil), ("a\r", nil), ("t", "1\n"), ("t", "\r"), ("t", "\0")])
  func `what the format can't carry is refused`(type: String, id: String?) {
    let bytes = try? EventSerializer.bytes(type: type, data: "a", id: id)
    #expect(bytes == nil)
  }

  @Test func `an event shows nothing of its content`() throws {
    let event = ServerSentEvent(type: "secret-type", data: "secret-data", id: "secret-id")
    for form in printedForms(of: event) { #expect(!form.contains("secret")) }
  }
}
