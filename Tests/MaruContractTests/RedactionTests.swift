import Foundation
import MaruContract
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A planted secret` {
  struct Cause: Error { var text = "s3cr3t" }

  static func values() throws -> [any Sendable] {
    let url = try RequestURL("https://s3cr3t.example/s3cr3t?s3cr3t=s3cr3t")
    var headers = HeaderFields()
    for name in ["Authorization", "Cookie", "Set-Cookie", "Location", "X-Api-Key"] as [HeaderName] {
      try headers.append("s3cr3t", for: name)
    }
    let endpoint = Endpoint<Void>.post(
      "/v1/\("s3cr3t")", query: ["s3cr3t": "s3cr3t"], json: ["s3cr3t": "s3cr3t"])
    var withHeader = endpoint
    withHeader.headers = [try EndpointHeader("X-Api-Key", "s3cr3t", isSecret: true)]
    let problem = ProblemDetails(
      title: "s3cr3t", detail: "s3cr3t", code: "s3cr3t",
      fieldErrors: [.init(field: "s3cr3t", message: "s3cr3t")])
    let error = CallError(
      .invalidRequest, at: .judgement, reason: "status 400", status: 400,
      problem: Sensitive(problem), cause: Cause())
    let secret = Sensitive("s3cr3t")
    return [
      url, url.origin, headers, headers[0], endpoint, withHeader, endpoint.path, endpoint.query,
      endpoint.body, withHeader.headers, error, [error], secret, Sensitive(["s3cr3t": ["s3cr3t"]]),
      Sensitive<String?>("s3cr3t"), try Credential.bearer("s3cr3t-s3cr3t"),
      try CallContext(tenant: "s3cr3t-and-more", user: "s3cr3t"),
      TransportRequest(method: .post, url: url, headers: headers, isRepeatable: false),
      TransportResponse(status: 200, headers: headers),
      RequestBody.bytes(Array("s3cr3t".utf8), as: .json),
      RequestBody.bytes(Array("s3cr3t".utf8), as: .json).content,
      EndpointBody.form(["s3cr3t": "s3cr3t"]), EndpointBody.text("s3cr3t"),
      EndpointBody.bytes(Data("s3cr3t".utf8)), ResponseFormat<String>.text,
    ]
  }

  @Test func `is shown by no contract type in any way`() throws {
    // A dump of bytes would show their numbers.
    let asNumbers = "115, 51, 99"
    for value in try Self.values() {
      for shown in printedForms(of: value) {
        #expect(!shown.contains("s3cr3t"), "\(type(of: value))")
        #expect(!shown.contains(asNumbers) && !shown.contains("- 115\n"), "\(type(of: value))")
      }
    }
  }

  @Test func `is shown neither by the error's bridge to Foundation nor inside a result`() throws {
    let error = CallError(
      .undecodable, at: .decoding, reason: "a body",
      problem: Sensitive(ProblemDetails(title: "s3cr3t")),
      cause: Cause())
    let bridged = error as NSError
    let result = Result<Int, CallError>.failure(error)
    for shown in printedForms(of: bridged) + printedForms(of: result) + [error.localizedDescription]
    {
      #expect(!shown.contains("s3cr3t"))
    }
    #expect(printedForms(of: bridged.userInfo).allSatisfy { !$0.contains("s3cr3t") })
  }

  @Test func `is still there for whoever asks by name`() throws {
    #expect(Sensitive("s3cr3t").value == "s3cr3t")
    #expect(Sensitive("a") == Sensitive("a") && Sensitive("a") != Sensitive("b"))
    let error = CallError(
      .conflict, at: .judgement, reason: "", problem: Sensitive(ProblemDetails(code: "mine")),
      cause: Cause())
    #expect(error.serverCode == "mine")
    #expect(error.cause?.value is Cause)
  }
}
