// The names of Core Foundation that come with Apple's `import Security`.
//
// Foundation on Linux bridges dictionaries, texts and data to these classes as Foundation on Apple's
// systems bridges them to the types of Core Foundation, so that `query as CFDictionary` means the
// same here. Too lax are `as? CFString`, which Apple's compiler warns of, and methods of NSString.

public import Foundation

/// Anything of Core Foundation.
public typealias CFTypeRef = AnyObject
/// A text.
public typealias CFString = NSString
/// Bytes.
public typealias CFData = NSData
/// Keys and values.
public typealias CFDictionary = NSDictionary
/// What a function of the framework says became of a call.
public typealias OSStatus = Int32
