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

let maruHTTP: Target.Dependency = .product(name: "MaruHTTP", package: "Maru")
let maruStreams: Target.Dependency = .product(name: "MaruStreams", package: "Maru")
let maruSystem: Target.Dependency = .product(name: "MaruSystem", package: "Maru")
let maruTesting: Target.Dependency = .product(name: "MaruTesting", package: "Maru")

let package = Package(
  name: "Gateway",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "gateway", targets: ["gateway"])
  ],
  dependencies: [
    .package(name: "Maru", path: "..")
  ],
  targets: [
    // C libraries of the system.
    .systemLibrary(
      name: "CEvent", pkgConfig: "libevent_pthreads",
      providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

    // Values and decisions; no I/O.
    .target(name: "GatewayHTTP", dependencies: [maruHTTP], swiftSettings: strict),

    // One C library each.
    .target(
      name: "GatewayServer", dependencies: ["CEvent", "GatewayHTTP", maruHTTP, maruSystem],
      swiftSettings: strict),
    .target(name: "GatewayCrypto", dependencies: ["CCrypto"], swiftSettings: strict),
    .target(name: "GatewayStore", dependencies: ["CSQLite"], swiftSettings: strict),

    // Puts them together.
    .target(
      name: "GatewayApp",
      dependencies: [
        "GatewayHTTP", "GatewayServer", "GatewayCrypto", "GatewayStore", maruHTTP, maruStreams,
        maruSystem,
      ],
      swiftSettings: strict),
    .executableTarget(name: "gateway", dependencies: ["GatewayApp"], swiftSettings: strict),

    .testTarget(
      name: "GatewayHTTPTests", dependencies: ["GatewayHTTP", maruHTTP, maruTesting],
      swiftSettings: strict),
    .testTarget(
      name: "GatewayStoreTests", dependencies: ["GatewayStore", "CSQLite", maruTesting],
      swiftSettings: strict),
    // Depends on the executable, so that it is built before tests start it.
    .testTarget(
      name: "GatewayTests",
      dependencies: [
        "GatewayApp", "GatewayHTTP", "GatewayServer", "gateway", maruHTTP, maruStreams,
      ],
      swiftSettings: strict),
    // What the client library and the gateway promise each other, over a real transport.
    .testTarget(
      name: "GatewayClientTests",
      dependencies: [
        "GatewayApp", maruSystem, .product(name: "Maru", package: "Maru"),
        .product(name: "MaruCurl", package: "Maru"),
      ],
      swiftSettings: strict),
  ]
)
