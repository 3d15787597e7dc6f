import MaruXML
import Testing

@Suite("Trees")
struct TreeTests {
  @Test func `children come in the document's order`() throws {
    let options = XMLReadingOptions(keepsComments: true, keepsInstructions: true)
    let tree = try XMLTree(
      "<p>one <b>two</b><!--c--> <![CDATA[&]]><?t d?>three</p>", options: options)
    let b = try #require(tree["b"])
    #expect(
      Array(tree.children) == [
        .text("one "), .element(b), .comment("c"), .text(" "), .cdata("&"),
        .instruction(target: "t", data: "d"), .text("three"),
      ])
    #expect(try XMLTree("<p>a<!--c-->b</p>").children.map { $0 } == [.text("ab")])
  }

  @Test func `an instruction may be called as a declaration is`() throws {
    let options = XMLReadingOptions(keepsInstructions: true)
    let tree = try XMLTree("<?xmlns?><r><?xmlns a?></r><?xmlns b?>", options: options)
    #expect(Array(tree.children) == [.instruction(target: "xmlns", data: "a")])
    #expect(try XMLTree(bytes: tree.write(), options: options) == tree)
  }

  @Test func `looking for what is not there gives nothing`() throws {
    let tree = try XMLTree("<a x='1'><b><c/><c/></b><b/></a>")
    #expect(tree["z"] == nil)
    #expect(tree["b"]?["z"]?["y"]?.text == nil)
    #expect(tree.elements("z") == [])
    #expect(tree[attribute: "z"] == nil)
    #expect(tree["b"]?[attribute: "x"] == nil)
    #expect(tree.elements(at: "b", "c").count == 2)
    #expect(tree.elements(at: "b", "z", "c") == [])
    #expect(tree.elements(at: "c") == [])
    #expect(tree.elements.map(\.name) == ["b", "b"])
    #expect(tree["x"] == nil)
  }

  @Test func `equal is what says the same`() throws {
    func tree(_ text: String) throws -> XMLTree { try XMLTree(text) }
    let one = try tree("<p:a xmlns:p='u' x='1' y='&lt;'>t&amp;<b/></p:a>")
    let same = try tree("<a xmlns='u' y='&#60;'  x=\"1\" ><![CDATA[t&]]><b xmlns=''></b></a>")
    #expect(one == same)
    #expect(one.hashValue == same.hashValue)
    for other in [
      "<p:a xmlns:p='v' x='1' y='&lt;'>t&amp;<b/></p:a>", "<p:a xmlns:p='u' x='1'>t&amp;<b/></p:a>",
      "<p:a xmlns:p='u' x='1' y='&lt;'>t&amp; <b/></p:a>",
      "<p:a xmlns:p='u' x='1' y='&lt;'>t&amp;<c/></p:a>",
      "<p:a xmlns:p='u' x='1' y='&lt;'><b/>t&amp;</p:a>",
      "<p:a xmlns:p='u' x='1' y='&lt;'>t&amp;<b>x</b></p:a>",
      "<p:a xmlns:p='u' x='1' y='&lt;'>t&amp;<b/><b/></p:a>",
      "<p:a xmlns:p='u' x='1' y='&lt;'>t&amp;<b><b/></b></p:a>",
    ] {
      #expect(try tree(other) != one, "\(other)")
    }
    // A part is equal to a whole that says the same.
    #expect(try tree("<r><a>x</a></r>")["a"] == tree("<a>x</a>"))
  }

  @Test func `a tree is written as it was, where that is possible`() throws {
    let text =
      "<a xmlns=\"u\" xmlns:p=\"v\" p:x=\"1\" y=\"&lt;&#9;\"><p:b>t &amp;</p:b><![CDATA[<>]]><c xmlns=\"\"/></a>"
    let tree = try XMLTree(text)
    #expect(tree.string(XMLWritingOptions(hasDeclaration: false)) == text)
    #expect(tree.string().hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a "))
  }

  @Test func `layout never changes text`() throws {
    let tree = try XMLTree("<a><b>x</b><c> y <d/></c><e/><f><g/></f></a>")
    let written = tree.string(XMLWritingOptions(hasDeclaration: false, indentation: 2))
    #expect(
      written == "<a>\n  <b>x</b>\n  <c> y <d/></c>\n  <e/>\n  <f>\n    <g/>\n  </f>\n</a>\n")
    let unindented = tree.string(XMLWritingOptions(hasDeclaration: false, indentation: -1))
    #expect(unindented == written.replacing(/\n +/, with: "\n"))
    let again = try XMLTree(written)
    #expect(again["b"]?.text == "x")
    #expect(again["c"] == tree["c"])
  }

  @Test func `a tree that was built reads back as itself`() throws {
    var random = SmallRandom(seed: 7)
    for _ in 0..<300 {
      let tree = try RandomTree.make(&random)
      let options = XMLReadingOptions(keepsComments: true, keepsInstructions: true)
      #expect(try XMLTree(bytes: tree.write(), options: options) == tree)
      let indented = tree.write(XMLWritingOptions(indentation: 3))
      #expect(
        try XMLTree(bytes: indented, options: options).fullText.filter { !$0.isWhitespace }
          == tree.fullText.filter { !$0.isWhitespace })
      // Inside of another, under other prefixes.
      var builder = XMLTreeBuilder()
      try builder.start(XMLName("outer", in: "n1"), prefix: "")
      try builder.tree(tree)
      try builder.end()
      let outer = try builder.finish()
      #expect(outer[tree.name] == tree)
    }
  }

  @Test func `what can't be written is refused`() {
    func refused(_ build: (inout XMLTreeBuilder) throws(XMLError) -> Void) -> Bool {
      var builder = XMLTreeBuilder()
      do throws(XMLError) {
        try build(&builder)
        _ = try builder.finish()
        return false
      } catch { return error.code == .unwritable }
    }
    #expect(refused { builder throws(XMLError) in try builder.start("bad key") })
    #expect(refused { builder throws(XMLError) in try builder.start("a:b") })
    #expect(refused { builder throws(XMLError) in try builder.start("") })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.text("\u{1}")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.attribute("b", "\u{FFFE}"); try builder.end()
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.cdata("\u{0}")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.comment("--")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.comment("x-")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.instruction(target: "XML", data: "")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.instruction(target: "x", data: "?>")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.end(); try builder.start("b")
      })
    #expect(refused { builder throws(XMLError) in try builder.start("a") })
    #expect(refused { builder throws(XMLError) in try builder.end() })
    #expect(refused { builder throws(XMLError) in try builder.text("x") })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.text("x"); try builder.attribute("b", "1")
      })
    #expect(
      refused { builder throws(XMLError) in
        try builder.start("a"); try builder.attribute("b", "1"); try builder.attribute("b", "2")
      })
    #expect(
      !refused { builder throws(XMLError) in
        try builder.start("a"); try builder.text("]]>\r\n\t<&"); try builder.end()
      })
  }
}
