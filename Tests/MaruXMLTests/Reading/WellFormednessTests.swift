import MaruXML
import Testing

@Suite("Well-formedness")
struct WellFormednessTests {
  struct Refusal: Sendable, CustomStringConvertible {
    var document: String
    var line: Int
    var column: Int
    var expected: String

    init(_ document: String, _ line: Int, _ column: Int, _ expected: String) {
      self.document = document
      self.line = line
      self.column = column
      self.expected = expected
    }
    var description: String { document }
  }

  @Test(arguments: [
    Refusal("<doc><row>1</doc>", 1, 12, "</row>"),
    Refusal("<a>\n<b>one</b>\n", 3, 1, "</a>"),
    Refusal("<a/><a/>", 1, 6, "nothing behind the root but comments"),
    Refusal("<a>]]></a>", 1, 4, "text without ']]>'"),
    Refusal("<a b=1/>", 1, 6, "a quote before the attribute's value"),
    Refusal("<a b/>", 1, 5, "'='"),
    Refusal("<a b='1'c='2'/>", 1, 9, "white space"),
    Refusal("<a b='1' b='2'/>", 1, 10, "each attribute once"),
    Refusal("<a b='<'/>", 1, 7, "the attribute's value and its closing quote"),
    Refusal("<a>가나\u{1}</a>", 1, 6, "a character that XML allows"),
    Refusal("<a>&nbsp;</a>", 1, 4, "a declared entity"),
    Refusal("<a>&amp</a>", 1, 8, "';' at the end of a reference"),
    Refusal("<a>&#0;</a>", 1, 4, "the number of a character that XML allows"),
    Refusal("<a>&#xD800;</a>", 1, 4, "the number of a character that XML allows"),
    Refusal("<a>&#x110000;</a>", 1, 4, "the number of a character that XML allows"),
    Refusal("<a>&#99999999999999999999;</a>", 1, 4, "the number of a character that XML allows"),
    Refusal("<a><!-- a -- b --></a>", 1, 13, "'>' behind '--' in a comment"),
    Refusal("<a><?xml x?></a>", 1, 6, "another target than 'xml', which stands at the start only"),
    Refusal(
      " <?xml version='1.0'?><a/>", 1, 4,
      "another target than 'xml', which stands at the start only"),
    Refusal("<?xml version='2.0'?><a/>", 1, 20, "version=\"1.0\""),
    Refusal("<?xml encoding='UTF-8'?><a/>", 1, 7, "version=\"1.0\""),
    Refusal("<1a/>", 1, 2, "a name, '/', '!' or '?' behind '<'"),
    Refusal("<a\u{D7}/>", 1, 3, "a character of a name"),
    Refusal("<\u{B7}a/>", 1, 2, "a character of a name"),
    Refusal("<a></a", 1, 7, "'>'"),
    Refusal("<a></b>", 1, 4, "</a>"),
    Refusal("<a></ab>", 1, 4, "</a>"),
    Refusal("<ab></a>", 1, 5, "</ab>"),
    Refusal("<a/>text", 1, 5, "nothing behind the root"),
    Refusal("<a><![CDATA[x]]</a>", 1, 20, "']]>' at the end of the CDATA section"),
    Refusal("<a><![CDATA[\u{1}]]></a>", 1, 13, "']]>' at the end of the CDATA section"),
    Refusal("<a><![CDATA[\t\n\u{1F}]]></a>", 2, 1, "']]>' at the end of the CDATA section"),
    Refusal("<a><!--\t\n\u{1F}--></a>", 2, 1, "'-->' at the end of the comment"),
    Refusal("<a><?p \t\n\u{1F}?></a>", 2, 1, "'?>' at the end of the instruction"),
    Refusal("<a><!ELEMENT b></a>", 1, 4, "an element, a comment or a CDATA section"),
    Refusal("<a>\u{FFFF}</a>", 1, 4, "a character that XML allows"),
    Refusal("</a>", 1, 2, "a name, '/', '!' or '?' behind '<'"),
  ])
  func `what breaks a rule is refused where it does`(_ refusal: Refusal) {
    let error = #expect(throws: XMLError.self) { try XMLTree(refusal.document) }
    #expect(error?.position?.line == refusal.line)
    #expect(error?.position?.column == refusal.column)
    #expect(error?.expected == refusal.expected)
  }

  @Test func `what is not XML has its own code`() {
    for document in [
      "", "  \n", "{\"a\": 1}", "502 Bad Gateway", "<!DOCTYPE html><html></html>",
      "<!doctype HTML>",
    ] {
      let error = #expect(throws: XMLError.self) { try XMLTree(document) }
      #expect(error?.code == .notXML, "\(document)")
    }
    let html = #expect(throws: XMLError.self) { try XMLTree("\n<!DOCTYPE html>\n<html>") }
    #expect(html?.found == "HTML")
    let json = #expect(throws: XMLError.self) { try XMLTree("[1]") }
    #expect(json?.found == "what looks like JSON")
    let empty = #expect(throws: XMLError.self) { try XMLTree("") }
    #expect(empty?.found == "an empty document")
  }

  @Test func `names of the fifth edition are names`() throws {
    for name in ["가", "ॐ", "_", "a·b", "\u{10000}", "a\u{300}", "Ⅷ"] {
      #expect(try XMLTree("<\(name)/>").name == XMLName(name))
    }
  }

  @Test func `white space and line ends are as the standard says`() throws {
    let tree = try XMLTree("<a b='1\r\n2\n3\t4&#10;5&#13;6'>x\r\ny\rz&#13;\n</a>")
    #expect(tree[attribute: "b"] == "1 2 3 4\n5\r6")
    #expect(tree.text == "x\ny\nz\r\n")
    #expect(try XMLTree("<a><![CDATA[x\r\ny\r]]></a>").text == "x\ny\n")
    // Alone: a reference beside it would have the text looked at anyway.
    for (written, text) in [
      ("x\r\ny", "x\ny"), ("x\ry", "x\ny"), ("\r\n", "\n"), (" \r \r\n ", " \n \n "),
      ("x\r", "x\n"),
      ("\rx", "\nx"), ("x\n\r\n", "x\n\n"), ("\r\r\n\n", "\n\n\n"),
    ] {
      #expect(try XMLTree("<a>\(written)</a>").text == text)
      #expect(try XMLTree("<a><b/>\(written)<b/></a>").text == text)
      #expect(try XMLTree("<a b='\(written)'/>")[attribute: "b"] == text.replacing("\n", with: " "))
      #expect(try XMLDecoder().decode(String.self, from: "<a>\(written)</a>") == text)
    }
  }

  @Test func `references stand for their characters`() throws {
    let tree = try XMLTree("<a q='&quot;&apos;'>&lt;&gt;&amp;&#x41;&#66;&#x1F600;&#xAC00;</a>")
    #expect(tree.text == "<>&AB😀가")
    #expect(tree[attribute: "q"] == "\"'")
  }

  @Test func `text in several pieces is one text`() throws {
    let tree = try XMLTree("<m>a<![CDATA[b]]>c<!-- x -->d<?y z?>e</m>")
    #expect(tree.text == "abcde")
    #expect(try XMLTree("<t><![CDATA[<b>hi</b>]]></t>").text == "<b>hi</b>")
    #expect(try XMLTree("<t><![CDATA[]]]]><![CDATA[>]]></t>").text == "]]>")
  }

  @Test func `a declaration may have any minor version, as the fifth edition says`() throws {
    #expect(try XMLTree("<?xml version=\"1.9\" standalone='yes' ?><a/>").name == "a")
    #expect(throws: XMLError.self) { try XMLTree("<?xml version='1.'?><a/>") }
    #expect(throws: XMLError.self) { try XMLTree("<?xml version='1.0' standalone='maybe'?><a/>") }
    #expect(throws: XMLError.self) { try XMLTree("<?xml version='1.0'encoding='UTF-8'?><a/>") }
  }

  @Test func `an error tells no text of the document but its excerpt`() {
    let error = #expect(throws: XMLError.self) { try XMLTree("<a>s3cret<b></a>") }
    guard let error else { return }
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", error.localizedDescriptionText, dumped, String(reflecting: error)] {
      #expect(!text.contains("s3cret"))
    }
    #expect(error.excerpt?.contains("s3cret") == true)
    #expect(
      "\(error)" == "xml.not-well-formed: expected </b>, found </a>, at line 1, column 13, byte 12")
  }
}

extension XMLError {
  /// What Foundation would show.
  fileprivate var localizedDescriptionText: String { String(describing: self as any Error) }
}
