// swift-tools-version: 6.2
import PackageDescription

// Compiles the sources that only Apple's systems compile, on Linux, against modules of ours that are
// named like Apple's. Nothing depends on this package, and the root never sees those modules.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "AppleStandIns",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Maru", path: "..")],
  targets: [
    .target(name: "Security", swiftSettings: strict),
    // A link to the root's Sources/MaruSecrets/Keychain, which Scripts/test makes: the same files, byte
    // for byte.
    .target(
      name: "MaruKeychain",
      dependencies: [
        "Security", .product(name: "MaruContract", package: "Maru"),
        .product(name: "MaruSystem", package: "Maru"),
      ], swiftSettings: strict),
    .target(name: "SignatureProbes", dependencies: ["Security"], swiftSettings: strict),
    .testTarget(
      name: "KeychainTests",
      dependencies: [
        "MaruKeychain", "Security", "SignatureProbes",
        .product(name: "MaruContract", package: "Maru"),
        .product(name: "MaruSystem", package: "Maru"),
        .product(name: "MaruTesting", package: "Maru"),
      ], swiftSettings: strict),
  ]
)
