import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A file's name from a server` {
  static let long = String(repeating: "가", count: 100)

  static let names: [(String, String)] = [
    ("report.pdf", "report.pdf"),
    ("보고서 2026.pdf", "보고서 2026.pdf"),
    // Decomposed, as macOS's older file system had it.
    ("\u{1112}\u{1161}\u{11AB}.txt", "한.txt"),
    ("../../etc/passwd", "passwd"),
    ("/etc/passwd", "passwd"),
    ("C:\\Windows\\system32\\cmd.exe", "cmd.exe"),
    ("..\\..\\x.txt", "x.txt"),
    ("a/..", "download"),
    ("folder/", "download"),
    ("..", "download"),
    (".", "download"),
    ("...", "download"),
    ("", "download"),
    ("   ", "download"),
    (".bashrc", "bashrc"),
    ("..hidden..", "hidden"),
    ("name. . .", "name"),
    (" spaced.txt ", "spaced.txt"),
    ("a\u{0}b\r\nc\u{7F}.txt", "abc.txt"),
    ("photo\u{202E}gpj.exe", "photogpj.exe"),
    ("\u{FEFF}bom.txt", "bom.txt"),
    ("line\u{2028}two.txt", "linetwo.txt"),
    ("a<b>c:d\"e|f?g*h", "a_b_c_d_e_f_g_h"),
    ("CON", "_CON"),
    ("con.txt", "_con.txt"),
    ("NUL.tar.gz", "_NUL.tar.gz"),
    ("Com1", "_Com1"),
    ("LPT9.x", "_LPT9.x"),
    ("com¹.txt", "_com¹.txt"),
    ("AUX .txt", "_AUX .txt"),
    ("CONSOLE.txt", "CONSOLE.txt"),
    ("COM10", "COM10"),
    ("%2e%2e%2fetc", "%2e%2e%2fetc"),
    ("👩‍👩‍👧‍👦.png", "👩‍👩‍👧‍👦.png"),
    (long + ".pdf", String(repeating: "가", count: 83) + ".pdf"),
    (
      String(repeating: "x", count: 300),
      String(repeating: "x", count: 255)
    ),
    ("e" + String(repeating: "\u{301}", count: 400), "download"),
  ]

  @Test(arguments: names)
  func `stays in its folder on every system`(text: String, name: String) {
    let safe = FileName.safe(text, otherwise: "download")
    #expect(safe == name)
    #expect(safe.utf8.count <= 255)
    #expect(FileName.safe(safe, otherwise: "download") == safe, "not the same a second time")
  }

  @Test func `is harmless whatever the text`() {
    var random = SplitMix64(seed: 7)
    let pieces = [
      "/", "\\", "..", ".", " ", "\u{0}", "\u{202E}", "CON", "가", "é", "\u{301}", "👩‍👧", "a", "~",
      ":",
    ]
    for _ in 0..<1_000 {
      let text = (0..<Int.random(in: 0...140, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      let safe = FileName.safe(text, otherwise: "download")
      #expect(!safe.isEmpty && safe.utf8.count <= 255)
      #expect(!safe.hasPrefix(".") && !safe.contains("/") && !safe.contains("\\"))
    }
  }
}

@Suite struct `A Content-Disposition` {
  static let fields: [(String, String?, String?)] = [
    ("attachment", "attachment", nil),
    ("ATTACHMENT; filename=\"a b.txt\"", "attachment", "a b.txt"),
    ("attachment; filename=plain.txt", "attachment", "plain.txt"),
    ("attachment; filename=no quotes.txt; x=y", "attachment", "no quotes.txt"),
    ("inline; FileName = \"x\"", "inline", "x"),
    ("attachment; filename=\"a\\\"b.txt\"", "attachment", "a\"b.txt"),
    ("attachment; filename=\"C:\\dir\\f.txt\"", "attachment", "C:\\dir\\f.txt"),
    ("attachment; filename=\"a;b.txt\"; foo=bar", "attachment", "a;b.txt"),
    ("attachment; filename=\"한글.txt\"", "attachment", "한글.txt"),
    // RFC 6266 §5.
    (
      "attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "attachment",
      "€ rates"
    ),
    ("attachment; filename*=UTF-8'ko'%ED%95%9C.txt; filename=x", "attachment", "한.txt"),
    ("attachment; filename*=iso-8859-1'en'%A3%20rates", "attachment", "£ rates"),
    ("attachment; filename*=utf-8''%ff; filename=x", "attachment", "x"),
    ("attachment; filename*=utf-8''%zz; filename=x", "attachment", "x"),
    ("attachment; filename*=koi8-r''x; filename=y", "attachment", "y"),
    ("attachment; filename*=broken; filename=y", "attachment", "y"),
    ("attachment; filename=first; filename=second", "attachment", "first"),
    ("attachment; ; filename=x", "attachment", "x"),
    ("attachment; filename", "attachment", nil),
    ("attachment; filename=\"never ends", "attachment", "never ends"),
    ("; filename=x", nil, nil),
    ("", nil, nil),
  ]

  @Test(arguments: fields)
  func `is read as RFC 6266 says`(text: String, type: String?, name: String?) {
    let read = ContentDisposition(text)
    #expect(read?.type == type)
    #expect(read?.fileName == name)
  }

  @Test func `gives a name that stays in its folder`() {
    let read = ContentDisposition("attachment; filename*=utf-8''..%2f..%2fetc%2fpasswd%00")
    #expect(read?.safeFileName(otherwise: "file") == "passwd")
    #expect(ContentDisposition("attachment")?.safeFileName(otherwise: "file") == "file")
  }
}

@Suite struct `A Content-Range` {
  static let fields: [(String, ContentRange?)] = [
    ("bytes 0-499/1234", .part(0...499, of: 1234)),
    ("bytes 734-1233/1234", .part(734...1233, of: 1234)),
    ("BYTES 5-5/*", .part(5...5, of: nil)),
    ("bytes */1234", .unsatisfied(of: 1234)),
    ("bytes */*", nil), ("bytes 5-4/9", nil), ("bytes 0-9/9", nil), ("bytes 0-/9", nil),
    ("bytes -1/9", nil), ("bytes +1-2/9", nil), ("bytes 1-2", nil), ("items 1-2/9", nil),
    ("bytes=1-2/9", nil), ("bytes 1-2/9/9", nil), ("bytes 1-2-3/9", nil), ("", nil),
    ("bytes 0-1/99999999999999999999", nil), ("bytes 1-２/9", nil),
  ]

  @Test(arguments: fields)
  func `is read only if it makes sense`(text: String, range: ContentRange?) {
    #expect(ContentRange(text) == range)
  }

  @Test func `is asked for from a byte on`() {
    #expect("\(ByteRange(from: 500))" == "bytes=500-")
    #expect("\(ByteRange(from: -1))" == "bytes=0-")
  }
}
