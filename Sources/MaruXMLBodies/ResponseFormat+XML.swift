public import MaruContract
public import MaruXML

extension ResponseFormat where Value: Decodable {
  /// A value in XML, read with the defaults.
  ///
  /// An optional one is nil when the answer has no body. HTML, JSON and nothing have codes of their own,
  /// whatever the answer says that it is: `unexpectedContent` and `emptyBody`.
  public static var xml: ResponseFormat { decoded(by: XMLBodyDecoder.standard) }

  /// A value in XML, read as the app's decoder does.
  public static func xml(by decoder: XMLDecoder) -> ResponseFormat {
    decoded(by: XMLBodyDecoder(decoder))
  }

  /// An enum whose case is chosen by the root's name: for services that answer an error under another
  /// root than success, with the same status.
  ///
  /// ```swift
  /// enum Answer: Decodable, Sendable {
  ///   case response(Page)
  ///   case failure(ServiceFailure)
  ///   enum CodingKeys: String, CodingKey { case response, failure = "OpenAPI_ServiceResponse" }
  /// }
  /// let endpoint = Endpoint<Answer>.get("/deals", as: .xml(chosenByRoot: XMLDecoder()))
  /// ```
  public static func xml(chosenByRoot decoder: XMLDecoder) -> ResponseFormat {
    decoded(by: XMLBodyDecoder(decoder, choosesByRoot: true))
  }
}
