// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that Catalog depends on nothing. `GRDB_SOURCE` is the folder of GRDB's source.
let package = Package(
  name: "grdb-peer",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "GRDB", path: Context.environment["GRDB_SOURCE"] ?? "GRDB.swift")],
  targets: [
    .target(name: "CSnapshotStubs", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "grdb-peer", dependencies: ["CSnapshotStubs", .product(name: "GRDB", package: "GRDB")]),
  ],
  swiftLanguageModes: [.v6]
)
