import GatewayHTTP
import MaruHTTP
import Testing

@Suite struct PreconditionTests {
  private func fields(_ name: HeaderName, _ values: [String]) throws -> HeaderFields {
    var fields = HeaderFields()
    for value in values { try fields.append(value, for: name) }
    return fields
  }

  @Test(arguments: [
    ([], 0), (["\"3\""], 0), (["*"], 0), (["\"2\", \"3\""], 0), (["\"2\"", "\"3\""], 0),
    (["\"a,b\" , \"3\""], 0), (["\"2\""], 412), (["W/\"3\""], 412), (["\"3,\""], 412),
    (["3"], 400), ([""], 400), (["\"3"], 400), (["*, \"3\""], 400),
  ])
  func `a change is meant for the versions that it names, strongly`(
    _ values: [String], _ status: Int
  ) throws {
    let version = try #require(EntityTag("\"3\""))
    let fields = try fields("If-Match", values)
    var refusal: Problem?
    do { try Precondition.check(fields, version: version) } catch { refusal = error }
    #expect(refusal?.status ?? 0 == status)
  }

  @Test(arguments: [
    ([], false), (["\"3\""], true), (["W/\"3\""], true), (["*"], true), (["\"2\",\"4\""], false),
  ])
  func `a reading is spared for the versions that it names, weakly`(
    _ values: [String], _ isKnown: Bool
  ) throws {
    let version = try #require(EntityTag("\"3\""))
    let fields = try fields("If-None-Match", values)
    #expect(try Precondition.isKnown(fields, version: version) == isKnown)
    #expect(throws: Problem.self) {
      try Precondition.isKnown(self.fields("If-None-Match", ["3"]), version: version)
    }
  }
}
