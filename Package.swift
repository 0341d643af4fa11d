// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "catalog",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Catalog", targets: ["Catalog"]),
    .library(name: "CatalogUI", targets: ["CatalogUI"]),
    .library(name: "CatalogSources", targets: ["CatalogSources"]),
    .library(name: "CatalogServer", targets: ["CatalogServer"]),
    .executable(name: "catalog", targets: ["catalog-cli"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CFile"),
    .systemLibrary(name: "CMemory"),
    .systemLibrary(name: "CPseudoTerminal"),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),
    .target(name: "CCrypt"),
    .target(name: "CCurl"),
    .target(name: "CGnuTLS"),
    .target(name: "CMicroHTTPD"),
    .target(name: "CNcurses"),
    .target(name: "CPCRE2"),
    .target(name: "CQPDF"),
    .systemLibrary(name: "CYAJL", providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    .target(name: "CFuzz"),

    .target(name: "Bitmaps", swiftSettings: strict),
    .target(name: "CatalogModel", dependencies: ["CPCRE2", "CUTF8Proc"], swiftSettings: strict),
    .target(
      name: "Catalog", dependencies: ["Bitmaps", "CatalogModel", "CFile", "CSQLite"], swiftSettings: strict),
    .target(name: "CatalogUI", dependencies: ["Catalog"], swiftSettings: strict),
    .target(
      name: "CatalogSources",
      dependencies: ["CatalogModel", "CCurl", "CExpat", "CMemory", "CQPDF", "CSQLite", "CYAJL", "CZlib"],
      swiftSettings: strict),
    .target(name: "CatalogJSON", dependencies: ["Catalog", "CatalogModel", "CatalogSources"], swiftSettings: strict),
    .target(
      name: "CatalogServer",
      dependencies: [
        "Catalog", "CatalogJSON", "CatalogModel", "CatalogSources", "CCrypt", "CGnuTLS", "CMicroHTTPD", "CZlib",
      ],
      swiftSettings: strict),
    .target(name: "CommandLineKit", dependencies: ["CNcurses", "CUTF8Proc"], swiftSettings: strict),
    .executableTarget(
      name: "catalog-cli",
      dependencies: [
        "Catalog", "CatalogJSON", "CatalogServer", "CatalogSources", "CatalogUI", "CMemory", "CommandLineKit",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "catalog-bench",
      dependencies: ["Catalog", "CatalogSources", "CatalogUI", "CPseudoTerminal", "CSQLite", "CZlib"],
      path: "Benchmarks",
      exclude: [
        "README.md", "GRDBPeer", "Queries", "peer-import-more.sql", "peer-import.sql", "tantivy-peer.py",
        "calibre-library.py",
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "fuzz", dependencies: ["Bitmaps", "Catalog", "CatalogServer", "CatalogSources", "CFuzz", "CSQLite"],
      path: "Fuzz",
      exclude: ["Inputs", "Words"], swiftSettings: strict),

    .target(
      name: "CatalogTestSupport", dependencies: ["Catalog", "CatalogSources", "CSQLite", "CZlib"],
      path: "Tests/CatalogTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "torture", dependencies: ["Catalog", "CatalogTestSupport", "CSQLite"], path: "Tests/Torture",
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "BitmapsTests", dependencies: ["Bitmaps", "CatalogTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CatalogTests", dependencies: ["Bitmaps", "Catalog", "CatalogSources", "CatalogTestSupport", "CatalogUI"],
      exclude: ["Storage/Released"], swiftSettings: strict),
    .testTarget(
      name: "CatalogSourcesTests", dependencies: ["Catalog", "CatalogSources", "CatalogTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CatalogServerTests", dependencies: ["Catalog", "CatalogServer", "CatalogSources", "CatalogTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Catalog", "CatalogSources", "CatalogUI", "catalog-cli", "CatalogTestSupport", "CommandLineKit", "torture",
      ],
      swiftSettings: strict),
    .testTarget(name: "FuzzTests", dependencies: ["fuzz"], swiftSettings: strict),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["Catalog", "CatalogSources", "catalog-bench", "CatalogTestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
