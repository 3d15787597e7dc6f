/// The promises of the contract that URLSession on Linux (Swift 6.3.1, libcurl 7.88) makes
/// impossible, and why. `Documentation/Transports.md` tells them to users.
enum SessionExemptions {
  /// Those of them that end the process.
  static let deadly = [
    "half a head is no response", "a head without its empty line is no response",
    "chunks may have extensions and trailers",
  ]

  static let reasons: [String: String] = [
    // Requests.
    "a request arrives with its method, target, fields and body":
      "URLRequest keeps one value for a name: repeated fields are folded into one; a test of ours "
      + "shows the rest",
    // Responses.
    "repeated fields come through in their order":
      "HTTPURLResponse is a dictionary: repeated fields are folded, and the order is lost",
    "cookies that are set are not folded into one":
      "URLSession folds them; they are told apart again, but a value with a comma is not",
    // Limits.
    "a server that accepts no connection is told in time":
      "URLSession does not tell when it has connected, so the attempt's limit decides",
    "a server that does not agree on TLS in time is told":
      "URLSession does not tell when it has connected, so the attempt's limit decides",
    "an upload that nobody reads is told":
      "bodies are read whole before they are sent, up to a bound: one without an end is refused",
    "a server that reads nothing holds back the request's stream":
      "bodies are read whole before they are sent, up to a bound: one without an end is refused",
    // Sending twice.
    "a POST whose kept connection dies is sent once":
      "libcurl sends again on a kept connection, so that a POST gets a new one; it is sent once",
    "a GET whose kept connection dies is sent once":
      "libcurl sends again on a kept connection that dies, and can't be told not to",
    // Policies.
    "the environment's proxies are not used":
      "URLSession reads http_proxy, and can't be told not to",
    // Back pressure.
    "a reader that stops holds back a server that would send 1 GB":
      "URLSession can't be held back: the bytes that wait are bounded, and more end the call",
    // Broken heads.
    "half a head is no response": "ends the process (swift-corelibs-foundation#5285)",
    "a head without its empty line is no response":
      "ends the process (swift-corelibs-foundation#5285)",
    "a field needs no space behind its colon": "URLSession takes the response for broken",
    "a status line needs no reason phrase": "URLSession takes the response for broken",
    "bytes outside ASCII in a field do not break the response":
      "URLSession takes the response for broken",
    // Bodies.
    "chunks may have extensions and trailers": "trailers end the process",
    "a compressed body that ends early is malformed":
      "libcurl does not tell whether a compressed body whose transfer is whole came to its own end",
    // TLS.
    "a connection that ends while TLS is agreed is told":
      "URLSession does not tell whether TLS had been agreed when a connection is reset, so the "
      + "request may have arrived",
    "a good certificate of a trusted authority is accepted":
      "authorities can't be named: those of the system are asked",
    "an expired certificate is told as such":
      "authorities can't be named: those of the system do not know the case's, which is told first",
    "a certificate that is not valid yet is told as such":
      "authorities can't be named: those of the system do not know the case's, which is told first",
    "a certificate for another host is told as such":
      "authorities can't be named: those of the system do not know the case's, which is told first",
    "TLS 1.1 is not spoken": "the least version can't be set: it is libcurl's",
  ]
}
