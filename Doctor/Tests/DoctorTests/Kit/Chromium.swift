import Foundation

/// A Chromium without a window, driven over its pipe (Chrome DevTools Protocol): no network, no port.
final class Chromium {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The program, if there is one.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private let process = Process()
  private let scratch: Scratch
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var next = 1
  private var session: String?
  /// What the page reported, in order: names and parameters of events.
  private(set) var events: [(name: String, parameters: [String: Any])] = []

  init() throws {
    scratch = try Scratch()
    let (incoming, outgoing) = (scratch.path("in"), scratch.path("out"))
    guard let program = Self.path, mkfifo(incoming, 0o600) == 0, mkfifo(outgoing, 0o600) == 0 else {
      throw Failure(description: "no Chromium, or no pipes for it")
    }
    // Open at both ends, so that neither side waits for the other.
    input = Self.descriptor(incoming)
    output = Self.descriptor(outgoing)
    var flags = [
      "--headless", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
      "--disable-dev-shm-usage", "--disable-background-networking", "--window-size=1200,900",
      "--user-data-dir=\(scratch.path("profile"))",
    ]
    // Root has no sandbox to step into; the pages are our own.
    if geteuid() == 0 { flags.append("--no-sandbox") }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      [
        "-c", "in=$1 out=$2 program=$3; shift 3; exec \"$program\" \"$@\" 3<\"$in\" 4>\"$out\"",
        "sh",
      ]
      + [incoming, outgoing, program] + flags
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Network", "Log"] { try call("\(domain).enable") }
  }

  deinit {
    // Asked, and not killed: its other processes would go on writing into the folder that is removed.
    session = nil
    if (try? call("Browser.close")) == nil { process.terminate() }
    process.waitUntilExit()
    close(input)
    close(output)
  }

  private static func descriptor(_ path: String) -> Int32 { open(path, O_RDWR | O_CLOEXEC) }
  private static func open(_ path: String, _ flags: Int32) -> Int32 {
    path.withCString { Foundation.open($0, flags) }
  }

  // MARK: What tests ask for

  /// Opens a file, and returns when it is loaded.
  func open(file path: String, fragment: String = "") throws {
    events.removeAll()
    try call("Page.navigate", ["url": "file://\(path)\(fragment)"])
    while !events.contains(where: { $0.name == "Page.loadEventFired" }) { try take() }
  }

  /// The value of an expression.
  func value(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true])
    if let details = answer["exceptionDetails"] as? [String: Any] {
      throw Failure(description: "\(details["exception"] ?? details)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  func text(_ expression: String) throws -> String { try value(expression) as? String ?? "" }
  func number(_ expression: String) throws -> Int { try value(expression) as? Int ?? -1 }
  func isTrue(_ expression: String) throws -> Bool { try value(expression) as? Bool ?? false }
  func texts(_ expression: String) throws -> [String] {
    try value(expression) as? [String] ?? []
  }

  /// Presses a key as a person does.
  func press(_ key: String) throws {
    let isText = key.count == 1
    var parameters: [String: Any] = ["type": isText ? "keyDown" : "rawKeyDown", "key": key]
    if isText { parameters["text"] = key }
    let codes = ["Enter": 13, "Tab": 9, "Escape": 27]
    if let code = codes[key] { parameters["windowsVirtualKeyCode"] = code }
    if key == "Enter" { parameters["text"] = "\r" }
    try call("Input.dispatchKeyEvent", parameters)
    try call("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
  }

  func prefer(dark: Bool, media: String = "") throws {
    try call(
      "Emulation.setEmulatedMedia",
      [
        "media": media,
        "features": [["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]],
      ])
  }

  // MARK: The protocol

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let id = next
    next += 1
    var message: [String: Any] = ["id": id, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the pipe is closed") }
      sent += count
    }
    while true {
      guard let answer = try take(), answer["id"] as? Int == id else { continue }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  /// The next message; events are noted and nil.
  @discardableResult
  private func take() throws -> [String: Any]? {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let data = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        let message = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        guard let name = message["method"] as? String else { return message }
        events.append((name, message["params"] as? [String: Any] ?? [:]))
        return nil
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      // A browser that says nothing for a minute is dead, and no test is to wait for it for ever.
      guard wait(&poll, 60_000) > 0 else { throw Failure(description: "Chromium is silent") }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = piece.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the pipe is closed") }
      buffer += piece[..<count]
    }
  }

  private func wait(_ one: inout pollfd, _ milliseconds: Int32) -> Int32 {
    poll(&one, 1, milliseconds)
  }
}
