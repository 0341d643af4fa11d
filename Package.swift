// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Returns a target for a library of the system. On Linux, pkg-config would name the shared library, but most libraries
/// are linked statically, because each shared one costs time at every start of the program.
func systemLibrary(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  #if os(Linux)
    .systemLibrary(name: name, providers: [.apt([apt]), .brew([brew])])
  #else
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
  #endif
}

/// Links a library: its archive on Linux, as GNU's linker and lld take it, and by its name elsewhere.
func linked(_ name: String, archive: String) -> [LinkerSetting] {
  [
    .linkedLibrary(":\(archive)", .when(platforms: [.linux])),
    .linkedLibrary(name, .when(platforms: [.macOS, .iOS])),
  ]
}

let sqlite: [LinkerSetting] = [.linkedLibrary("sqlite3")]
let utf8proc = linked("utf8proc", archive: "libutf8proc.a")
let zlib = linked("z", archive: "libz.a")

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
    systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    .systemLibrary(name: "CFile"),
    .systemLibrary(name: "CMemory"),
    .systemLibrary(name: "CPseudoTerminal"),
    systemLibrary("CUTF8Proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev", brew: "utf8proc"),
    .target(name: "CLoader"),
    .target(name: "CCrypt", dependencies: ["CLoader"]),
    .target(name: "CCurl", dependencies: ["CLoader"]),
    .target(name: "CGnuTLS", dependencies: ["CLoader"]),
    .target(name: "CImages", dependencies: ["CLoader"]),
    .target(name: "CMicroHTTPD", dependencies: ["CLoader"]),
    .target(name: "CNcurses", dependencies: ["CLoader"]),
    .target(name: "CPCRE2", dependencies: ["CLoader"]),
    .target(name: "CQPDF", dependencies: ["CLoader"]),
    .target(name: "CQREncode", dependencies: ["CLoader"]),
    systemLibrary("CYAJL", pkgConfig: "yajl", apt: "libyajl-dev", brew: "yajl"),
    systemLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
    systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),

    .target(name: "CFuzz"),

    .target(name: "Platform", swiftSettings: strict),
    .target(name: "Bitmaps", swiftSettings: strict),
    .target(
      name: "CatalogModel", dependencies: ["Platform", "CPCRE2", "CUTF8Proc"], swiftSettings: strict,
      linkerSettings: utf8proc),
    .target(
      name: "CatalogDatabase", dependencies: ["CatalogModel", "CSQLite"], swiftSettings: strict,
      linkerSettings: sqlite),
    .target(
      name: "Catalog", dependencies: ["Bitmaps", "CatalogDatabase", "CatalogModel", "Platform", "CFile"],
      swiftSettings: strict),
    .target(name: "CatalogUI", dependencies: ["Catalog"], swiftSettings: strict),
    .target(
      name: "CatalogSources",
      dependencies: [
        "CatalogDatabase", "CatalogModel", "Platform", "CCurl", "CExpat", "CImages", "CMemory", "CQPDF", "CSQLite",
        "CYAJL", "CZlib",
      ],
      swiftSettings: strict,
      linkerSettings: linked("expat", archive: "libexpat.a") + linked("yajl", archive: "libyajl_s.a") + zlib),
    .target(name: "CatalogJSON", dependencies: ["Catalog", "CatalogModel", "CatalogSources"], swiftSettings: strict),
    .target(
      name: "CatalogServer",
      dependencies: [
        "Catalog", "CatalogJSON", "CatalogModel", "CatalogSources", "Platform", "CCrypt", "CGnuTLS", "CMicroHTTPD",
        "CZlib",
      ],
      swiftSettings: strict, linkerSettings: zlib),
    .target(
      name: "CommandLineKit", dependencies: ["Platform", "CNcurses", "CUTF8Proc"], swiftSettings: strict,
      linkerSettings: utf8proc),
    .executableTarget(
      name: "catalog-cli",
      dependencies: [
        "Catalog", "CatalogJSON", "CatalogServer", "CatalogSources", "CatalogUI", "Platform", "CMemory", "CQREncode",
        "CommandLineKit",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "catalog-bench",
      dependencies: ["Catalog", "CatalogSources", "CatalogUI", "Platform", "CPseudoTerminal", "CSQLite", "CZlib"],
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
      name: "CatalogTestSupport", dependencies: ["Catalog", "CatalogSources", "Platform", "CSQLite", "CZlib"],
      path: "Tests/CatalogTestSupport", swiftSettings: strict),
    // A target of its own, because 'torture' must not link the testing library.
    .target(name: "TestExpectations", path: "Tests/TestExpectations", swiftSettings: strict),
    .executableTarget(
      name: "torture", dependencies: ["Catalog", "CatalogTestSupport", "Platform", "CSQLite"], path: "Tests/Torture",
      swiftSettings: strict),
    .target(name: "SwiftUIStandIn", path: "Tests/SwiftUIStandIn", swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestExpectations"], swiftSettings: strict),
    .testTarget(
      name: "BitmapsTests", dependencies: ["Bitmaps", "CatalogTestSupport", "TestExpectations"], swiftSettings: strict),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "Bitmaps", "Catalog", "CatalogSources", "CatalogTestSupport", "TestExpectations", "CatalogUI", "SwiftUIStandIn",
        "Platform",
      ],
      exclude: ["Maintenance/Released"], swiftSettings: strict),
    .testTarget(
      name: "CatalogSyncTests",
      dependencies: ["Catalog", "CatalogSources", "CatalogTestSupport", "TestExpectations", "CatalogUI"],
      swiftSettings: strict),
    .testTarget(
      name: "CatalogSourcesTests",
      dependencies: ["Catalog", "CatalogSources", "CatalogTestSupport", "TestExpectations", "Platform"],
      swiftSettings: strict),
    .testTarget(
      name: "CatalogServerTests",
      dependencies: [
        "Catalog", "CatalogServer", "CatalogSources", "CatalogTestSupport", "TestExpectations", "Platform",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Catalog", "CatalogSources", "CatalogUI", "catalog-cli", "CatalogTestSupport", "CommandLineKit", "torture",
        "TestExpectations", "Platform",
      ],
      swiftSettings: strict),
    .testTarget(name: "FuzzTests", dependencies: ["fuzz"], swiftSettings: strict),
    .testTarget(
      name: "BenchmarkTests",
      dependencies: ["Catalog", "CatalogSources", "catalog-bench", "CatalogTestSupport", "TestExpectations"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Scripts that run some of the tests name their targets. Other tests, and programs that only those need, are not built.
if let names = Context.environment["CATALOG_TEST_TARGETS"] {
  let kept = names.split(whereSeparator: \.isWhitespace).map(String.init)
  let programs = ["catalog-bench": "BenchmarkTests", "fuzz": "FuzzTests", "torture": "CommandLineTests"]
  package.targets.removeAll { target in
    let tests = target.type == .test ? target.name : programs[target.name]
    return tests.map { !kept.contains($0) } ?? false
  }
}
