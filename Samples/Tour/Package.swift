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

let maru: Target.Dependency = .product(name: "Maru", package: "Maru")
let maruStreams: Target.Dependency = .product(name: "MaruStreams", package: "Maru")
let maruURLSession: Target.Dependency = .product(name: "MaruURLSession", package: "Maru")
let maruCurl: Target.Dependency = .product(
  name: "MaruCurl", package: "Maru", condition: .when(platforms: [.linux]))

let package = Package(
  name: "Tour",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "tour", targets: ["tour"])
  ],
  dependencies: [
    .package(name: "Maru", path: "../.."),
    .package(name: "Doctor", path: "../../Doctor"),
  ],
  targets: [
    // What an SDK's author writes on top of Maru.
    .target(name: "TodoClient", dependencies: [maru, maruStreams], swiftSettings: strict),
    // The chapters, and the program around them.
    .target(
      name: "TourApp",
      dependencies: [
        "TodoClient", maru, maruStreams, maruURLSession, maruCurl,
        .product(name: "MaruSystem", package: "Maru"),
        .product(name: "MaruDiagnostics", package: "Maru"),
        .product(name: "DoctorApp", package: "Doctor"),
      ],
      swiftSettings: strict),
    .executableTarget(name: "tour", dependencies: ["TourApp"], swiftSettings: strict),
    .testTarget(
      name: "TourTests", dependencies: ["TourApp", "TodoClient", maru], path: "Tests/TourTests",
      swiftSettings: strict),
  ]
)
