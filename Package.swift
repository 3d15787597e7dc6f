// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: language mode 6, no implicit anything, no warnings.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// For every target that calls no C: what the compiler can't prove memory-safe is marked.
let memorySafe: [SwiftSetting] = [.strictMemorySafety()]

let package = Package(
  name: "Maru",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "Maru", targets: ["Maru"]),
    .library(name: "MaruHTTP", targets: ["MaruHTTP"]),
    .library(name: "MaruContract", targets: ["MaruContract"]),
    .library(name: "MaruSystem", targets: ["MaruSystem"]),
    .library(name: "MaruCore", targets: ["MaruCore"]),
    .library(name: "MaruSecrets", targets: ["MaruSecrets"]),
    .library(name: "MaruCurl", targets: ["MaruCurl"]),
    .library(name: "MaruURLSession", targets: ["MaruURLSession"]),
    .library(name: "MaruStreams", targets: ["MaruStreams"]),
    .library(name: "MaruDiagnostics", targets: ["MaruDiagnostics"]),
    .library(name: "MaruTesting", targets: ["MaruTesting"]),
    .library(name: "MaruXML", targets: ["MaruXML"]),
    .library(name: "MaruXMLBodies", targets: ["MaruXMLBodies"]),
  ],
  targets: [
    // Floor 0: words.
    .target(name: "MaruHTTP", swiftSettings: strict + memorySafe),
    .target(
      name: "MaruContract", dependencies: ["MaruHTTP"], swiftSettings: strict + memorySafe),
    .target(name: "MaruSystem", swiftSettings: strict),
    .target(name: "MaruXML", swiftSettings: strict + memorySafe),

    // Floor 1: parts.
    .target(
      name: "MaruCore", dependencies: ["MaruContract", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict + memorySafe),
    // libcurl is loaded by name at run time: no header of it is needed to build.
    .target(name: "CMaruCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "MaruCurl", dependencies: ["CMaruCurl", "MaruContract", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict),
    // So are OpenSSL's libcrypto and libdbus, on Linux.
    .target(
      name: "CMaruCrypto", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CMaruDBus", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "MaruSecrets",
      dependencies: ["CMaruCrypto", "CMaruDBus", "MaruContract", "MaruSystem"],
      swiftSettings: strict),
    .target(
      name: "MaruURLSession", dependencies: ["MaruContract", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict),
    .target(
      name: "MaruStreams", dependencies: ["MaruContract", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict + memorySafe),
    .target(
      name: "MaruXMLBodies", dependencies: ["MaruContract", "MaruHTTP", "MaruXML"],
      swiftSettings: strict + memorySafe),
    .target(
      name: "MaruDiagnostics", dependencies: ["MaruContract", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict + memorySafe),
    .target(
      name: "MaruTesting", dependencies: ["MaruContract", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict),

    // Floor 2: compositions.
    .target(
      name: "Maru",
      dependencies: [
        "MaruContract", "MaruCore", "MaruCurl", "MaruHTTP", "MaruSecrets", "MaruURLSession",
      ],
      swiftSettings: strict + memorySafe),

    // Tests.
    .testTarget(
      name: "MaruCoreTests",
      dependencies: ["MaruCore", "MaruContract", "MaruHTTP", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MaruCurlTests",
      dependencies: ["MaruCurl", "MaruContract", "MaruHTTP", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MaruSecretsTests",
      dependencies: ["MaruSecrets", "MaruContract", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MaruTests", dependencies: ["Maru", "MaruStreams", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MaruURLSessionTests",
      dependencies: ["MaruURLSession", "MaruContract", "MaruHTTP", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MaruStreamsTests",
      dependencies: [
        "Maru", "MaruStreams", "MaruContract", "MaruCore", "MaruHTTP", "MaruSystem", "MaruTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MaruDiagnosticsTests",
      dependencies: ["MaruDiagnostics", "MaruContract", "MaruHTTP", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "MaruHTTPTests", dependencies: ["MaruHTTP", "MaruTesting"], swiftSettings: strict),
    .testTarget(
      name: "MaruContractTests",
      dependencies: ["MaruContract", "MaruHTTP", "MaruSystem", "MaruTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MaruXMLBodiesTests",
      dependencies: [
        "MaruXMLBodies", "MaruContract", "MaruCore", "MaruHTTP", "MaruSystem", "MaruTesting",
        "MaruXML",
      ],
      swiftSettings: strict),
    .testTarget(name: "MaruXMLTests", dependencies: ["MaruXML"], swiftSettings: strict),
    .testTarget(name: "MaruSystemTests", dependencies: ["MaruSystem"], swiftSettings: strict),
    .testTarget(
      name: "MaruTestingTests",
      dependencies: ["MaruTesting", "MaruContract", "MaruDiagnostics", "MaruHTTP", "MaruSystem"],
      swiftSettings: strict),
  ]
)
