import MaruXML
import Testing

@Suite("Document type declarations")
struct DoctypeTests {
  private func read(
    _ document: String, _ limits: XMLEntityLimits = XMLEntityLimits()
  ) throws(XMLError) -> XMLTree {
    try XMLTree(document, options: XMLReadingOptions(doctype: .internalSubset(limits)))
  }
  private func skip(_ document: String) throws(XMLError) -> XMLTree {
    try XMLTree(document, options: XMLReadingOptions(doctype: .skip))
  }
  private func code(_ document: String, _ limits: XMLEntityLimits = XMLEntityLimits()) -> XMLError
    .Code?
  {
    do {
      _ = try read(document, limits)
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED>]><a/>", "<!DOCTYPE a><a/>",
    "<!DOCTYPE a [<!NOTATION n SYSTEM 'n'>]><a/>", "<!DOCTYPE a SYSTEM 'x'><a/>",
  ])
  func `they are refused unless asked for`(_ document: String) throws {
    let error = #expect(throws: XMLError.self) { try XMLTree(document) }
    #expect(error?.code == .doctypeRefused)
    _ = try skip(document)
    _ = try read(document)
  }

  @Test func `one that is read past gives neither entities nor defaults`() throws {
    let tree = try skip(
      """
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://x/y.dtd" [
      <!-- ]> --> <?x ]> ?> <!ENTITY e "]>"> <!ATTLIST plist v CDATA ']>'> ]>
      <plist/>
      """)
    #expect(tree.attributes == [])
    let error = #expect(throws: XMLError.self) {
      try skip("<!DOCTYPE a [<!ENTITY co 'Acme'>]><a>&co; Ltd</a>")
    }
    #expect(error?.code == .undeclaredEntity)
    for cut in [
      "<!DOCTYPE a [", "<!DOCTYPE a [<!ENTITY e 'x>", "<!DOCTYPE a [<!-- ", "<!DOCTYPE a",
    ] {
      #expect(throws: XMLError.self) { try skip(cut) }
    }
  }

  @Test func `entities stand for their text and markup`() throws {
    let tree = try read(
      "<!DOCTYPE a [<!ENTITY co 'Acme'><!ENTITY b '<b>&co;</b>&#38;amp;'>]><a c='&co;!'>&co; Ltd&b;</a>"
    )
    #expect(tree.text == "Acme Ltd&")
    #expect(tree["b"]?.text == "Acme")
    #expect(tree[attribute: "c"] == "Acme!")
    #expect(Array(tree.children).count == 3)
  }

  @Test func `the standard's own examples of expansion come out`() throws {
    // XML 1.0, appendix D.
    let first = try read(
      """
      <!DOCTYPE a [<!ENTITY example "<p>An ampersand (&#38;#38;) may be escaped
      numerically (&#38;#38;#38;) or with a general entity
      (&amp;amp;).</p>">]><a>&example;</a>
      """)
    #expect(
      first["p"]?.text
        == "An ampersand (&) may be escaped\nnumerically (&#38;) or with a general entity\n(&amp;)."
    )
    let second = try read(
      """
      <?xml version='1.0'?>
      <!DOCTYPE test [
      <!ELEMENT test (#PCDATA) >
      <!ENTITY % xx '&#37;zz;'>
      <!ENTITY % zz '&#60;!ENTITY tricky "error-prone" >' >
      %xx;
      ]>
      <test>This sample shows a &tricky; method.</test>
      """)
    #expect(second.text == "This sample shows a error-prone method.")
  }

  @Test func `white space that was a reference in an entity is kept in text`() throws {
    let tree = try read("<!DOCTYPE a [<!ENTITY e 'x&#13;y&#10;z&#13;&#10;'>]><a b='&e;'>&e;&e;</a>")
    #expect(tree.text == "x\ry\nz\r\nx\ry\nz\r\n")
    #expect(tree[attribute: "b"] == "x y z  ")
  }

  @Test func `defaults and types of attributes apply`() throws {
    let tree = try read(
      """
      <!DOCTYPE a [<!ENTITY e "2"><!ATTLIST a b CDATA "1&e;" c NMTOKENS #IMPLIED d (x|y) " x "
      xmlns:p CDATA #FIXED "u" p:q CDATA "z" b CDATA "late"><!ATTLIST a c CDATA 'no' f NMTOKEN '  g ' >]>
      <a c="  k   l&#32;m "/>
      """)
    #expect(tree[attribute: "b"] == "12")
    #expect(tree[attribute: "c"] == "k l m")
    #expect(tree[attribute: "d"] == "x")
    #expect(tree[attribute: "f"] == "g")
    #expect(tree[attribute: XMLName("q", in: "u")] == "z")
    #expect(tree.attributes.filter { $0.isDefault }.map(\.name.local) == ["b", "d", "q", "f"])
    #expect(tree.namespace(ofPrefix: "p") == "u")
  }

  @Test(arguments: [
    "<a/>", "<a></a>", "<a ></a>", "<a\n/>", "<r><a>x</a></r>", "<r><a c='1'>x</a></r>",
  ])
  func `a default is there in every form of a tag, also a prefix that it declares`(
    _ element: String
  ) throws {
    let declarations = "<!ATTLIST a b CDATA 'x' xmlns CDATA 'u' xmlns:p CDATA 'v' p:q CDATA 'y'>"
    let root = try read("<!DOCTYPE a [\(declarations)]>\(element)")
    let tree = try #require(root.name.local == "a" ? root : root[XMLName("a", in: "u")])
    #expect(tree.name == XMLName("a", in: "u"))
    #expect(tree[attribute: "b"] == "x")
    #expect(tree[attribute: XMLName("q", in: "v")] == "y")
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>",
    "<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a b='&e;'/>",
    "<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>", "<!DOCTYPE a [<!ENTITY e '</a>'>]><a>&e;",
    "<!DOCTYPE a [<!ENTITY e '<b'>]><a>&e;/></a>", "<!DOCTYPE a [<!ENTITY e '<'>]><a b='&e;'/>",
    "<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a b='&e;'/>",
    "<!DOCTYPE a [<!ENTITY e SYSTEM 'x' NDATA n>]><a>&e;</a>",
    "<!DOCTYPE a [<!ENTITY % p ''><!ENTITY e '%p;'>]><a/>",
    "<!DOCTYPE a [<!ENTITY % p '<!ELEMENT b'>%p; ANY>]><a/>",
    "<!DOCTYPE a [<!ELEMENT a (b,c|d)>]><a/>", "<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)>]><a/>",
    "<!DOCTYPE a [<!ELEMENT a ()>]><a/>", "<!DOCTYPE a [<!ELEMENT a (b,(c)]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA>]><a/>", "<!DOCTYPE a [<!ATTLIST a b (x||y) 'x'>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA '<'>]><a/>", "<!DOCTYPE a [<!NOTATION n>]><a/>",
    "<!DOCTYPE a [<!NOTATION n PUBLIC '{'>]><a/>", "<!DOCTYPE a []><!DOCTYPE a []><a/>",
    "<a/><!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY lt '<'>]><a/>", "<!DOCTYPE a [<![IGNORE[]]>]><a/>",
    "<!DOCTYPE a [<!ENTITY a:b 'x'>]><a/>", "<!DOCTYPE a [<!ENTITY e 'x'>",
  ])
  func `what breaks a rule in them is refused`(_ document: String) {
    #expect(throws: XMLError.self) { try read(document) }
    #expect(code(document) != .limitExceeded)
  }

  @Test func `nothing from outside is read, and using it says so`() {
    #expect(
      code("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>") == .undeclaredEntity)
    #expect(code("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>&e;</a>") == .undeclaredEntity)
    #expect(
      code("<!DOCTYPE a [<!ENTITY % p SYSTEM 'x'>%p;<!ENTITY e '1'>]><a>&e;</a>")
        == .undeclaredEntity)
    #expect(
      code(
        "<?xml version='1.0' standalone='yes'?><!DOCTYPE a [<!ENTITY % p SYSTEM 'x'>%p;<!ENTITY e '1'>]><a>&e;</a>"
      ) == nil)
  }

  @Test func `bombs stop at a limit`() {
    var laughs = "<!DOCTYPE a [<!ENTITY l0 'ha'>"
    for level in 1...12 {
      laughs += "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: 10))'>"
    }
    #expect(code(laughs + "]><a>&l12;</a>") == .limitExceeded)
    #expect(code(laughs + "]><a b='&l12;'/>") == .limitExceeded)
    #expect(code(laughs + "<!ATTLIST a b CDATA '&l12;'>]><a/>") == .limitExceeded)
    // Nothing, very often.
    let nothing = laughs.replacing("'ha'", with: "''")
    #expect(code(nothing + "]><a>&l12;</a>") == .limitExceeded)
    // Quadratic: one long text, often.
    let long = String(repeating: "x", count: 50_000)
    let often = String(repeating: "&e;", count: 50_000)
    #expect(code("<!DOCTYPE a [<!ENTITY e '\(long)'>]><a>\(often)</a>") == .limitExceeded)
    #expect(code("<!DOCTYPE a [<!ENTITY e '\(long)'>]><a b='\(often)'/>") == .limitExceeded)
    // Defaults on many elements.
    let many = String(repeating: "<b/>", count: 50_000)
    #expect(code("<!DOCTYPE a [<!ATTLIST b c CDATA '\(long)'>]><a>\(many)</a>") == .limitExceeded)
    // Parameter entities.
    var doubled = "<!DOCTYPE a [<!ENTITY % p0 ' '>"
    for level in 1...15 {
      doubled += "<!ENTITY % p\(level) '\(String(repeating: "&#37;p\(level - 1);", count: 10))'>"
    }
    #expect(code(doubled + "%p15;]><a/>") == .limitExceeded)
    let declarations = String(repeating: "<!ELEMENT b ANY>", count: 10_001)
    #expect(code("<!DOCTYPE a [\(declarations)]><a/>") == .limitExceeded)
    #expect(
      code(
        "<!DOCTYPE a [<!ENTITY a '&b;'><!ENTITY b '&c;'><!ENTITY c 'x'>]><a>&a;</a>",
        XMLEntityLimits(depth: 2)) == .limitExceeded)
  }

  @Test func `an error in an entity has the place of its reference`() {
    let error = #expect(throws: XMLError.self) {
      try read("<!DOCTYPE a [<!ENTITY e '<b><c></b>'>]>\n<a>x&e;</a>")
    }
    #expect(error?.position?.line == 2)
    #expect(error?.position?.column == 5)
  }
}
