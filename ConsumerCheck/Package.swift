// swift-tools-version: 6.2
import PackageDescription

// A stranger's package as a new Xcode project sets it up: everything is on the main actor unless it
// says otherwise, and nonisolated async functions run where their caller does.
let package = Package(
  name: "ConsumerCheck",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Maru", path: "..")],
  targets: [
    .executableTarget(
      name: "ConsumerCheck",
      dependencies: [
        .product(name: "Maru", package: "Maru"), .product(name: "MaruStreams", package: "Maru"),
        .product(name: "MaruTesting", package: "Maru"),
        .product(name: "MaruXML", package: "Maru"),
        .product(name: "MaruXMLBodies", package: "Maru"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
    // What the guide begins with: nothing but what an empty package has.
    .executableTarget(
      name: "FirstCall", dependencies: [.product(name: "Maru", package: "Maru")]),
    // What the guide's page on testing shows.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        .product(name: "Maru", package: "Maru"), .product(name: "MaruTesting", package: "Maru"),
      ]),
  ]
)
