// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Embedding",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "catalog", path: "../..")],
  targets: [
    .executableTarget(
      name: "embedding",
      dependencies: [
        .product(name: "CatalogUI", package: "catalog"), .product(name: "CatalogSources", package: "catalog"),
      ]),
    // The lines that the README shows, compiled so that they stay true.
    .executableTarget(
      name: "readme",
      dependencies: [
        .product(name: "Catalog", package: "catalog"), .product(name: "CatalogSources", package: "catalog"),
      ]),
  ]
)
