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

let maruDiagnostics: Target.Dependency = .product(name: "MaruDiagnostics", package: "Maru")
let maruHTTP: Target.Dependency = .product(name: "MaruHTTP", package: "Maru")
let maruSystem: Target.Dependency = .product(name: "MaruSystem", package: "Maru")

let package = Package(
  name: "Doctor",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "maru", targets: ["maru"]),
    // For programs that end with a diagnosis, as the tour does.
    .library(name: "DoctorApp", targets: ["DoctorApp"]),
  ],
  dependencies: [
    .package(name: "Maru", path: "..")
  ],
  targets: [
    // The commands and the reports. What goes in and out comes in through an initializer.
    .target(
      name: "DoctorApp", dependencies: [maruDiagnostics, maruHTTP, maruSystem],
      swiftSettings: strict),
    .executableTarget(name: "maru", dependencies: ["DoctorApp"], swiftSettings: strict),
    // Depends on the executable, so that it is built before tests start it.
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "DoctorApp", "maru", maruDiagnostics, maruSystem,
        .product(name: "MaruXML", package: "Maru"),
      ],
      swiftSettings: strict),
  ]
)
