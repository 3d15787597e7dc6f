import Testing

/// Each rule bites on a planted text, and only there.
@Suite struct `A planted violation` {
  private func file(
    _ text: String, at path: String = "Sources/MaruCore/Pipeline.swift"
  ) -> RepositoryFile {
    RepositoryFile(path: path, text: text)
  }

  @Test(arguments: [
    ("MaruCore", "import MaruCurl"),
    ("MaruCore", "public import MaruTesting"),
    ("MaruHTTP", "import MaruContract"),
    ("MaruHTTP", "package import struct MaruSystem.Locked"),
    ("MaruContract", "internal import MaruXML"),
    ("MaruTesting", "import Testing"),
    ("MaruCore", "@preconcurrency import XCTest"),
    ("MaruSystem", "import Synchronization"),
    ("MaruCore", "import FoundationNetworking"),
    ("MaruCore", "import Maru"),
    ("MaruCore", "internal import CMaruCurl"),
    ("MaruUnheardOf", "let one = 1"),
  ])
  func `of the floors is found`(target: String, text: String) {
    let findings = ImportRules.check(file(text, at: "Sources/\(target)/Inner/File.swift"))
    #expect(findings.count == 1, "\(findings)")
  }

  @Test(arguments: [
    ("MaruCore", "public import MaruContract"),
    ("MaruContract", "import MaruHTTP"),
    ("MaruXMLBodies", "import MaruXML"),
    ("Maru", "@_exported public import MaruCore"),
    ("MaruURLSession", "import FoundationNetworking"),
    ("MaruCore", "public import struct Foundation.URL"),
    ("MaruCore", "// import MaruCurl"),
    ("MaruCore", #"let text = "import MaruCurl""#),
  ])
  func `of the floors is not seen where there is none`(target: String, text: String) {
    #expect(ImportRules.check(file(text, at: "Sources/\(target)/File.swift")).isEmpty)
  }

  @Test(
    arguments: CallRules.everywhere.map(\.code) + CallRules.belowCompositions.map(\.code) + [
      "@_exported"
    ])
  func `of the calls is found`(code: String) {
    #expect(CallRules.check(file("  \(code)")).count == 1)
    #expect(CallRules.check(file("  let text = \"\\(\(code))\"")).count == 1)
  }

  @Test(arguments: [
    "let running = Task<Void, Never> { await work() }", "running = Task<Int, any Error> {",
  ])
  func `of task ownership with spelt types is found`(text: String) {
    #expect(CallRules.check(file(text)).count == 1)
  }

  @Test(arguments: [
    "// Date() is banned here", "/* Task { /* nested */ Task.sleep */", "/// Use `UUID()`.",
    #"let text = "Date() and Task.sleep""#, ##"let raw = #"UUID() \( "Date()" "#"##,
    "let text = \"\"\"\n  Task.detached \"quoted\" Date()\n  \"\"\"",
    "func `never calls Date() or Task {`() {}", "let subTask = makeTask { 1 }",
    "let running: Task<Void, Never>?", "var running: Task<Void, Never> { held }",
    "Task(executorPreference: executor) { await work() }", "UUID(uuidString: text)",
    "Date(timeIntervalSince1970: 0)", "let spanned = view.spanning", "myMutex()",
    "Int.random(in: 0..<9, using: &generator)",
  ])
  func `of the calls is not seen where there is none`(text: String) {
    #expect(CallRules.check(file(text)) == [])
  }

  @Test func `of the calls is allowed where its exception says so`() {
    let exception = CallRules.Exception(
      path: "Sources/MaruCore/Pipeline.swift", code: "Date()", reason: "a test")
    #expect(CallRules.check(file("Date()"), exceptions: [exception]).isEmpty)
    #expect(CallRules.check(file("UUID()"), exceptions: [exception]).count == 1)
    let other = file("Date()", at: "Sources/MaruCore/Other.swift")
    #expect(CallRules.check(other, exceptions: [exception]).count == 1)
  }

  @Test func `of the calls is allowed in a composition, but not what needs a newer system`() {
    let path = "Sources/Maru/SystemClock.swift"
    #expect(CallRules.check(file("Date()\n@_exported import MaruCore", at: path)).isEmpty)
    #expect(CallRules.check(file("Task.immediate { }", at: path)).count == 1)
  }

  @Test(arguments: [
    "final class Box: @unchecked Sendable {", "nonisolated(unsafe) var value = 1",
    "@exclusivity(unchecked) var value = 1", "let bytes = unsafe pointer.pointee",
    "let value = unsafeBitCast(one, to: Int.self)",
    "let value = try! decode()", "let value = list.first!", "call()!.name", "let a = b as! C",
    "var view: Label!", "/// Documentation is no reason.\nlet value = list[0]!",
    "// A reason too far away.\n\nlet value = list[0]!",
  ])
  func `of escape hatches is found`(text: String) {
    #expect(EscapeHatchRule.check(file(text)).count == 1)
  }

  @Test(arguments: [
    "let value = list[0]!  // The list was made with one element.",
    "// The list was made with one element.\nlet value = list[0]!",
    "final class Box: @unchecked Sendable {\n  // @unchecked: confined to one task.",
    "// Both were made with one element.\nlet one = list[0]!\nlet two = other[0]!",
    "if !isReady, one != two { print(\"wow!\") }", "guard a.b!=c else { return }", "#if !DEBUG",
  ])
  func `of escape hatches is not seen where there is none`(text: String) {
    #expect(EscapeHatchRule.check(file(text)) == [])
  }

  @Test(arguments: [
    ("Sources/MaruCore/Utils.swift", ""), ("Sources/MaruCore/Helpers/Retry.swift", ""),
    ("Gateway/Sources/Gateway/SessionManager.swift", ""),
    ("Samples/Tour/Sources/String+Extensions.swift", ""),
    ("Sources/MaruCore/Retry.swift", "final class TokenManager {"),
    ("Sources/MaruCore/Retry.swift", "enum DateUtils {"),
  ])
  func `of names is found`(path: String, text: String) {
    #expect(FileRules.checkNames(file(text, at: path)).count == 1)
  }

  @Test(arguments: [
    ("Sources/MaruCore/String+PercentEncoding.swift", "let files = FileManager.default"),
    ("Sources/MaruContract/Database.swift", "// class Manager"),
    ("Documentation/Common.md", ""),
  ])
  func `of names is not seen where there is none`(path: String, text: String) {
    #expect(FileRules.checkNames(file(text, at: path)) == [])
  }

  @Test(arguments: [("Sources/A/A.swift", 400), ("Gateway/Tests/GTests/ATests.swift", 600)])
  func `of length is found from the first line too many`(path: String, limit: Int) {
    let lines = String(repeating: "\n", count: limit)
    #expect(FileRules.checkLength(file(lines, at: path)).isEmpty)
    #expect(FileRules.checkLength(file(lines + "x", at: path)).count == 1)
  }

  @Test(arguments: ["work", "root", "farm", "home", "Users"])
  func `of machine paths is found in any text`(folder: String) {
    let path = "/\(folder)/somebody/file"
    for text in ["see \(path)", "\"\(path)\"", "cd \(path)", path] {
      #expect(FileRules.checkMachinePaths(file(text, at: "README.md")).count == 1, "\(text)")
    }
    #expect(FileRules.checkMachinePaths(file("https://a.example\(path)", at: "a.md")).isEmpty)
    #expect(FileRules.checkMachinePaths(file("docs\(path)", at: "a.md")).isEmpty)
  }

  @Test func `of unfinished work is found in comments only`() {
    let mark = "TO" + "DO"
    #expect(FileRules.checkUndone(file("// \(mark): later")).count == 1)
    #expect(FileRules.checkUndone(file("// FIX" + "ME later")).count == 1)
    #expect(FileRules.checkUndone(file("let text = \"\(mark)\"")).isEmpty)
  }
}
