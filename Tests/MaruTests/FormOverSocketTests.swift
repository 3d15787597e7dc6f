#if os(Linux)
  import Foundation
  import Maru
  import MaruTesting
  import Testing

  @Suite(.enabled(if: ChildTransfer.role == nil)) struct `A form over a socket` {
    @Test(.timeLimit(.minutes(1))) func `arrives byte for byte, again behind a redirect`()
      async throws
    {
      let file = FileManager.default.temporaryDirectory.appending(path: "maru-\(UUID())-사진.txt")
      defer { try? FileManager.default.removeItem(at: file) }
      let content = Array(repeatElement(Array("안녕 \r\n--maru-".utf8), count: 9_000).joined())
      try Data(content).write(to: file)
      let peer = try BreakingPeer.playing { request in
        request.target == "/forms"
          ? ServerAct.response(307, [("Location", "/other")]) : ServerAct.response(204)
      }
      defer { peer.stop() }
      let address = try #require(URL(string: "http://127.0.0.1:\(peer.port)"))
      let client = try MaruClient(
        MaruClient.Configuration(baseURL: address, plainHTTP: .allowedToLoopback),
        credentials: nil)
      let body = EndpointBody.multipart {
        MultipartPart.field("title", "장보기")
        MultipartPart.file("photo", file, fileName: "사진.txt", as: .text)
      }
      try await client.send(Endpoint<Void>.post("/forms", body: body, credential: .none))
      await client.shutdown(.finishing)
      #expect(peer.requests.map(\.target) == ["/forms", "/other"])
      let bodies = peer.requests.map(\.body)
      #expect(bodies[0] == bodies[1])
      #expect(Data(bodies[0]).range(of: Data(content)) != nil)
      #expect(Data(bodies[0]).range(of: Data("filename=\"사진.txt\"".utf8)) != nil)
      for request in peer.requests {
        #expect(request.isBodyWhole && request.bodyLength == request.body.count)
        #expect(request.values(of: .contentLength) == ["\(request.body.count)"])
        #expect(
          request.values(of: .contentType)[0].hasPrefix("multipart/form-data; boundary=maru-"))
      }
    }
  }
#endif
