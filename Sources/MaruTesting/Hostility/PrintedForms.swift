/// Every way in which a value gets into a log: described, reflected, dumped, inside others.
///
/// A test plants a secret in a value and looks for it in each of them.
public func printedForms(of value: Any) -> [String] {
  var dumped = ""
  dump(value, to: &dumped)
  var dumpedInside = ""
  dump(["list": [value as Any?]], to: &dumpedInside)
  return [
    "\(value)", String(describing: value), String(reflecting: value), dumped, dumpedInside,
    String(reflecting: [value]), "\(Optional(value) as Any)",
  ]
}
