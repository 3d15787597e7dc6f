/// Something that is being written.
struct XMLFrame {
  enum Kind {
    /// The outside of the root.
    case document
    /// An element with an open start tag or behind it.
    case element
    /// A value that is an element, or a list of elements, of the frame's name: it has not said yet.
    case pending
    /// A list of elements of the frame's name.
    case list
    /// An attribute of the element below.
    case attribute
    /// Text of the element below.
    case text
    /// Cases of enums that are elements of the element below.
    case content
  }

  var kind: Kind
  let serial: Int32
  /// The name, as it is written if it is an element's, else as it is asked for.
  var name: String
  var namespace: String?
  var isCDATA = false
  /// For a pending value: whether it may be missing, so that an empty element has to say it is not.
  var isOptional = false
  /// For a pending value: whether it was written, or nothing was to be.
  var isDone = false
  /// For an element: where attributes end.
  var attributesEnd = 0
  /// For an element: whether the start tag is closed.
  var hasContent = false
  var hasAttributes = false
  /// For an element: whether there is more in it than white space.
  var hasSubstance = false
  /// For an element: whether white space would be text in it.
  var isMarked = false
  /// How many namespaces were bound around it.
  var outerBindings = 0
  /// Elements that are written beside, with where they belong.
  var beside: [(position: Int, sink: XMLSink)] = []
  /// Names of attributes, to refuse a second one.
  var attributeNames: [String] = []
}
