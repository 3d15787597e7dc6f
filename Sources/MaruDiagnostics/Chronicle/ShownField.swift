extension Chronicle {
  /// A header field as reports show it: redacted.
  public struct ShownField: Sendable, Hashable {
    /// Its name, as it was written.
    public let name: String
    /// Its value, with stand-ins for what may be secret.
    public let value: String
  }

  /// The fields of a request and of its answer, redacted.
  public func fields(of step: Step) -> (request: [ShownField], answer: [ShownField]) {
    var redactor = Redactor(book: scrubber.book)
    let exchange = file.exchanges[step.index]
    func shown(_ fields: CapturedFields) -> [ShownField] {
      redactor.fields(fields).all.map { ShownField(name: $0.name, value: $0.value) }
    }
    return (shown(exchange.request), shown(exchange.answer?.fields ?? CapturedFields()))
  }
}
