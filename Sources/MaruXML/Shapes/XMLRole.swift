/// Where a property of a type stands in XML.
///
/// A property without a role is an element of its key's name, or an attribute if there is no such
/// element; an encoder writes an element.
public struct XMLRole: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case element, attribute, text, content
    case list(item: XMLName)
  }

  let place: Place
  /// The name to use in the key's stead.
  let name: XMLName?
  private(set) var isCDATA = false

  private init(_ place: Place, _ name: XMLName? = nil) {
    self.place = place
    self.name = name
  }

  /// An element, and never an attribute.
  public static let element = XMLRole(.element)
  /// An element of this name, whatever the key is called.
  public static func element(_ name: XMLName) -> XMLRole { XMLRole(.element, name) }
  /// An attribute, and never an element.
  public static let attribute = XMLRole(.attribute)
  /// An attribute of this name, whatever the key is called.
  public static func attribute(_ name: XMLName) -> XMLRole { XMLRole(.attribute, name) }
  /// The text of the element itself, beside its attributes and elements.
  ///
  /// Of a case of an enum: the pieces of text between the elements of mixed content.
  public static let text = XMLRole(.text)
  /// The element's children in their order, each of which is a case of an enum.
  ///
  /// The property is such an enum, or a list of it. Children that no case is named for are left to
  /// the other properties.
  public static let content = XMLRole(.content)
  /// A list in an element of the key's name, with an element of this name for each item.
  public static func list(of item: XMLName) -> XMLRole { XMLRole(.list(item: item)) }
  /// A list in an element of the given name, with an element for each item.
  public static func list(_ wrapper: XMLName, of item: XMLName) -> XMLRole {
    XMLRole(.list(item: item), wrapper)
  }

  /// The same, with its text written as CDATA sections.
  ///
  /// Reading takes both forms always.
  public var cdata: XMLRole {
    var role = self
    role.isCDATA = true
    return role
  }
}
