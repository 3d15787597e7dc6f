import MaruTesting
import Testing

@Suite struct NonsenseTests {
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    "", "HTT", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n\r\n", "no head\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 200 OK\nX: 1", "HTTP/2.0 200 OK\r\n\r\n", "HTTP/2",
    "HTTP/1.1 200 OK\r\nX: \u{0}\r\n\r\n",
    chunked + "2\r\nhi\r\n0\r\n\r\n", chunked + "2\r\nhi", chunked + "-1\r\n",
    chunked + "fffffffffffffff\r\n", chunked + "ffffffffffffffff\r\n", chunked + "0\r\nX: 1",
    chunked, "HTTP/1.1 101 Switching\r\n\r\nX",
  ]) func `an answer that everybody survives is of no kind`(_ answer: String) {
    #expect(ContractNonsense.kinds(of: answer, isClosed: true).isEmpty)
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nX", ContractNonsense.unfinishedHead),
    ("http/1.1 200 OK\r\nX: 1\r\n", .unfinishedHead),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n", .unfinishedHead),
    ("HTTP/1.1 204 No Content\r\n\rX\r\n", .halfEmptyLine),
    ("HTTP/1.1 204 No Content\r\nX: 1\r\n\u{0}", .nullLine),
    ("HTTP/204\r\n", .otherVersion), ("HTTP/3 200\r\n\r\n", .otherVersion),
    (chunked + "0\r\nX: 1\r\n", .trailers),
    (chunked + "2;x=y\r\nhi\r\r\n0\r\nX: 1\r\n\r\n", .trailers),
  ]) func `an answer that not everybody survives is told by its kind`(
    _ answer: String, _ kind: ContractNonsense
  ) {
    #expect(ContractNonsense.kinds(of: answer, isClosed: true) == [kind])
  }

  @Test func `a head that breaks off is none where the connection is kept or broken`() {
    #expect(ContractNonsense.kinds(of: "HTTP/1.1 200 OK\r\nX", isClosed: false).isEmpty)
  }
}
