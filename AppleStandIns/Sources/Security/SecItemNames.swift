// The constants of SecItem.h and SecBase.h that the adapters and the model use, with the values that
// Apple publishes (apple-oss-distributions/Security, SecItemConstants.c). The model tells an attribute
// from a switch by them: names of attributes and classes have four letters. What they mean is Apple's
// to document.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// nonisolated(unsafe): immutable, and NSString is immutable too.
nonisolated(unsafe) public let kSecClass: CFString = "class"
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

// Attributes; nonisolated(unsafe): as above.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"

// Accessibilities; nonisolated(unsafe): as above.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

// Switches and values; nonisolated(unsafe): as above.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"

/// No error.
public let errSecSuccess: OSStatus = 0
/// The model's own limit: classes other than passwords.
public let errSecUnimplemented: OSStatus = -4
/// No room on the disk.
public let errSecDiskFull: OSStatus = -34
/// A parameter that is not valid.
public let errSecParam: OSStatus = -50
/// The user said no.
public let errSecUserCanceled: OSStatus = -128
/// No keychain is available.
public let errSecNotAvailable: OSStatus = -25291
/// The user name or passphrase is not correct.
public let errSecAuthFailed: OSStatus = -25293
/// The item is in the keychain already.
public let errSecDuplicateItem: OSStatus = -25299
/// The item is not in the keychain.
public let errSecItemNotFound: OSStatus = -25300
/// An attribute that items of the class don't have.
public let errSecNoSuchAttr: OSStatus = -25303
/// A class that there is not.
public let errSecNoSuchClass: OSStatus = -25306
/// The item's key is not in memory: the device is locked.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// Bytes that can't be decoded.
public let errSecDecode: OSStatus = -26275
/// The program has no entitlement for what it asks.
public let errSecMissingEntitlement: OSStatus = -34018
