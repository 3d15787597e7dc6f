import Foundation

/// nginx with the configuration that is deployed, with other ports and files, on this machine.
final class NginxProcess {
  let port: UInt16
  let plainPort: UInt16
  private let folder: URL
  private let process = Process()

  /// What is missing for it; nil if nothing is.
  static let missing: String? = {
    let absent = ["nginx", "openssl", "curl"].filter { path(of: $0) == nil }
    return absent.isEmpty ? nil : absent.joined(separator: ", ")
  }()

  struct DidNotStart: Error {
    let text: String
  }

  init(before upstream: UInt16) throws {
    folder = try GatewayProcess.makeFolder()
    port = try Self.freePort()
    plainPort = try Self.freePort()
    try Self.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=gateway.example.com", "-addext",
        "subjectAltName=DNS:gateway.example.com", "-keyout", file("key"), "-out", file("pem"),
      ])
    try Data(try configuration(before: upstream).utf8).write(to: URL(fileURLWithPath: file("conf")))
    process.executableURL = Self.path(of: "nginx").map(URL.init(fileURLWithPath:))
    process.arguments = ["-p", folder.path, "-c", file("conf"), "-e", file("log")]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<500 where process.isRunning {
      if (try? RawConnection(port: port)) != nil { return }
      usleep(20_000)
    }
    throw DidNotStart(text: (try? String(contentsOfFile: file("log"), encoding: .utf8)) ?? "")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func configuration(before upstream: UInt16) throws -> String {
    let deployed = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Deployment/nginx.conf").standardized
    let text = try String(contentsOf: deployed, encoding: .utf8)
      .replacing("listen 80;", with: "listen 127.0.0.1:\(plainPort);")
      .replacing("listen 443 ", with: "listen 127.0.0.1:\(port) ")
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(upstream)")
      .replacing("/etc/nginx/tls/gateway.pem", with: file("pem"))
      .replacing("/etc/nginx/tls/gateway.key", with: file("key"))
    let scratch = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(file($0));"
    }
    return """
      daemon off;
      pid \(file("pid"));
      worker_processes 1;
      events { worker_connections 512; }
      http {
      access_log off;
      \(scratch.joined(separator: "\n"))
      \(text)
      }
      """
  }

  // MARK: - Calls

  /// One call with curl, over TLS and HTTP/2 unless told otherwise.
  func call(_ path: String, _ more: [String] = [], plain: Bool = false) throws -> RawAnswer {
    let answers = try calls(path, more, plain: plain)
    guard answers.count == 1 else { throw DidNotStart(text: "\(answers.count) answers") }
    return answers[0]
  }

  /// As many calls as the path stands for, by curl's globs, on one connection.
  func calls(_ path: String, _ more: [String] = [], plain: Bool = false) throws -> [RawAnswer] {
    let host = "gateway.example.com"
    let port = plain ? plainPort : port
    let text = try Self.run(
      "curl",
      [
        "-s", "-i", "--max-time", "20", "--cacert", file("pem"), "--resolve",
        "\(host):\(port):127.0.0.1", "--noproxy", "*",
      ] + more + ["\(plain ? "http" : "https")://\(host):\(port)\(path)"])
    // The parser reads HTTP/1.1; that it was HTTP/2 is asked for by itself.
    var rest = Array(text.replacing("HTTP/2 ", with: "HTTP/1.1 ").utf8)
    var answers: [RawAnswer] = []
    while !rest.isEmpty {
      guard let (answer, length) = RawAnswer.parse(rest, toHead: false, isComplete: true) else {
        throw DidNotStart(text: text)
      }
      answers.append(answer)
      rest.removeFirst(length)
    }
    return answers
  }

  @discardableResult
  private static func run(_ name: String, _ arguments: [String]) throws -> String {
    guard let path = path(of: name) else { throw DidNotStart(text: "there is no \(name)") }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin", "/usr/local/sbin"]).map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// A port that was free just now.
  static func freePort() throws -> UInt16 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard status == 0 else { throw DidNotStart(text: "no port is free") }
    return UInt16(bigEndian: address.sin_port)
  }
}
