// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Maru", path: "..")],
  targets: [
    // Counts allocations by standing before the system's allocator.
    .target(name: "CAllocations"),
    // Clients of an event stream, many on one thread.
    .target(name: "CEventLoad"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CAllocations", "CEventLoad", .product(name: "Maru", package: "Maru"),
        .product(name: "MaruDiagnostics", package: "Maru"),
        .product(name: "MaruStreams", package: "Maru"),
        .product(name: "MaruSystem", package: "Maru"),
        .product(name: "MaruTesting", package: "Maru"),
        .product(name: "MaruXML", package: "Maru"),
      ],
      swiftSettings: strict),
  ]
)
