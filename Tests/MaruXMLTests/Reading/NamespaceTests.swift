import MaruXML
import Testing

@Suite("Namespaces")
struct NamespaceTests {
  @Test func `a name is its namespace and its local part`() throws {
    let tree = try XMLTree(
      "<s:Envelope xmlns:s='u1'><s:Body><q:Ask xmlns:q='u2' s:x='1' x='2'/></s:Body></s:Envelope>")
    #expect(tree.name == XMLName("Envelope", in: "u1"))
    let ask = try #require(tree[XMLName("Body", in: "u1")]?[XMLName("Ask", in: "u2")])
    #expect(ask.prefix == "q")
    #expect(ask[attribute: XMLName("x", in: "u1")] == "1")
    #expect(ask[attribute: "x"] == "2")
    #expect(ask[attribute: XMLName("x", in: "u2")] == nil)
  }

  @Test func `prefixes are never merged`() throws {
    let tree = try XMLTree("<r xmlns:m='u'><m:title>x</m:title><title>y</title></r>")
    #expect(tree["title"]?.text == "y")
    #expect(tree[XMLName("title", in: "u")]?.text == "x")
  }

  @Test func `two prefixes of one namespace are one name`() throws {
    let tree = try XMLTree("<r xmlns:a='u' xmlns:b='u'><a:x/><b:x/></r>")
    #expect(tree.elements(XMLName("x", in: "u")).count == 2)
  }

  @Test func `a declaration holds for its element and what is in it`() throws {
    let tree = try XMLTree(
      "<a xmlns='1'><b xmlns='2'><c xmlns=''/><d/></b><e/><p:f xmlns:p='3'/></a>")
    #expect(tree.name == XMLName("a", in: "1"))
    let b = try #require(tree[XMLName("b", in: "2")])
    #expect(b["c"] != nil)
    #expect(b[XMLName("d", in: "2")] != nil)
    #expect(tree[XMLName("e", in: "1")] != nil)
    #expect(tree[XMLName("f", in: "3")] != nil)
  }

  @Test(arguments: [
    "<p:a/>", "<a p:b='1'/>", "<a xmlns:p='u'/><!-- --><p:b/>", "<r><a xmlns:p='u'/><p:b/></r>",
    "<a:b:c xmlns:a='u'/>", "<:a/>", "<a:/>", "<a xmlns:p=''/>", "<a xmlns:xmlns='u'/>",
    "<a xmlns:xml='u'/>", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
    "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
    "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
    "<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>", "<xmlns:a/>", "<a><?b:c d?></a>",
    "<a xmlns:p='u'><p:1/></a>", "<a xmlns='u' xmlns='u'/>",
  ])
  func `what breaks a rule of namespaces is refused`(_ document: String) {
    #expect(throws: XMLError.self) { try XMLTree(document) }
  }

  @Test(arguments: [
    "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='ko'/>", "<a xml:space='x'/>",
    "<a xmlns:p='u' xmlns:q='v' p:x='1' q:x='2' x='3'/>",
    "<a xmlns='u' xmlns:p='u' p:x='1' x='2'/>",
    "<xmla xmlns:xmlp='u'/>",
  ])
  func `what they allow is accepted`(_ document: String) throws {
    _ = try XMLTree(document)
  }

  @Test func `a namespace is compared as its resolved characters`() throws {
    let tree = try XMLTree("<r><a xmlns='u&#49;'/><a xmlns=' u1'/></r>")
    #expect(tree.elements(XMLName("a", in: "u1")).count == 1)
    #expect(tree.elements(XMLName("a", in: " u1")).count == 1)
    // The same letter, composed and decomposed: two names.
    let letters = try XMLTree("<r xmlns:a='\u{E9}' xmlns:b='e\u{301}'><a:x/><b:x/></r>")
    #expect(letters.elements(XMLName("x", in: "\u{E9}")).count == 1)
    #expect(XMLName("x", in: "\u{E9}") != XMLName("x", in: "e\u{301}"))
  }

  @Test func `a prefix in a value is resolved where it stands`() throws {
    let tree = try XMLTree(
      "<a xmlns='d' xmlns:p='1'><b xmlns:p='2'><c/></b><e xmlns='' xmlns:q='3'><f/></e><g/></a>")
    let c = try #require(tree[XMLName("b", in: "d")]?[XMLName("c", in: "d")])
    #expect(c.namespace(ofPrefix: "p") == "2")
    #expect(c.namespace(ofPrefix: "") == "d")
    #expect(c.namespace(ofPrefix: "q") == nil)
    #expect(c.namespace(ofPrefix: "xml") == "http://www.w3.org/XML/1998/namespace")
    let f = try #require(tree["e"]?["f"])
    #expect(f.namespace(ofPrefix: "p") == "1")
    #expect(f.namespace(ofPrefix: "") == nil)
    #expect(f.namespace(ofPrefix: "q") == "3")
    let g = try #require(tree[XMLName("g", in: "d")])
    #expect(g.namespace(ofPrefix: "q") == nil)
  }

  @Test func `an undeclared prefix has its own code`() {
    let error = #expect(throws: XMLError.self) { try XMLTree("<r>\n <m:a/></r>") }
    #expect(error?.code == .undeclaredPrefix)
    #expect(error?.position == XMLPosition(line: 2, column: 3, offset: 6))
  }
}
