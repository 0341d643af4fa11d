import Foundation
import TestExpectations
import Testing

/// Reads the sources and verifies the claims of ARCHITECTURE.
@Suite("The architecture")
struct ArchitectureTests {
  private let tree: SourceTree

  init() throws {
    tree = try SourceTree.shared.get()
    try #require(tree.files.count > 400, "the sources were not found")
  }

  private static let modules = [
    "Bitmaps", "CatalogModel", "CatalogDatabase", "Catalog", "CatalogUI", "CatalogSources", "CatalogJSON",
    "CatalogServer",
    "CommandLineKit", "catalog-cli", "Platform",
  ]

  /// The folders of the library in the order of the arrows: each may use those before it. The façade may use all of
  /// them, and none of them may use the façade.
  private static let rooms = [
    "Database", "Tables", "Index", "Editing", "Search", "List", "Audience", "LiveLists", "Ingest", "Metadata",
    "Maintenance", "Observation",
  ]

  @Test("no two folders use each other, at any depth", arguments: modules)
  func pairs(module: String) {
    let uses = tree.uses(in: module)
    for use in uses.keys where uses[use.reversed] != nil && use.user < use.used {
      Issue.record("\(use): \(uses[use, default: []].sorted()); back: \(uses[use.reversed, default: []].sorted())")
    }
  }

  @Test("folders do not use each other in a cycle", arguments: modules)
  func circles(module: String) {
    var left = Set(tree.uses(in: module).keys)
    while true {
      // A folder that uses none of the remaining ones is not part of a cycle.
      let users = Set(left.map(\.user))
      let open = left.filter { users.contains($0.used) }
      if open.count == left.count { break }
      left = open
    }
    #expect(left.isEmpty, "in a circle: \(left.map(\.description).sorted())")
  }

  @Test("the catalog offers every snapshot query as a single call")
  func snapshot() {
    let files = tree.module("Catalog")
    let offered = Set(files.flatMap { $0.publicMembers(of: "CatalogSnapshot") })
    let answered = Set(files.flatMap { $0.publicMembers(of: "BookCatalog") })
    // Functions that call a body for each element: their asynchronous forms are a sequence and a list.
    let loops: Set = ["forEachBook(of:_:)", "forEachBookByID(_:)", "forEachDuplicate(upTo:_:)"]
    #expect(offered.count > 30 && loops.isSubset(of: offered))
    expectEqual(offered.subtracting(loops).subtracting(answered).sorted(), [])
  }

  @Test("arrows between the folders of the library point one way")
  func rooms() {
    expectEqual(Set(tree.module("Catalog").map(\.room)).subtracting([""]), Set(Self.rooms))
    let order = Dictionary(uniqueKeysWithValues: Self.rooms.enumerated().map { ("Catalog/\($1)", $0) })
    for (use, why) in tree.uses(in: "Catalog") {
      guard let user = order[use.user], let used = order[use.used] else {
        #expect(order[use.user] == nil || use.used != "Catalog/.", "a room knows the façade: \(why.sorted())")
        continue
      }
      #expect(used < user, "\(use): \(why.sorted())")
    }
  }

  @Test("the diagram of the modules matches the package's declaration")
  func diagram() throws {
    let declared = try Package.dependencies(in: SourceTree.text("Package.swift"))
    let drawn = try Package.diagram(in: SourceTree.text("ARCHITECTURE.md"))
    expectEqual(drawn.keys.sorted(), Self.modules.sorted())
    for module in Self.modules { expectEqual(declared[module], drawn[module], "\(module)") }
  }

  @Test("a module imports exactly the modules that the package declares")
  func imports() throws {
    let declared = try Package.dependencies(in: SourceTree.text("Package.swift"))
    let ours = Set(Self.modules)
    for file in tree.files where ours.contains(file.module) {
      for imported in file.code.matches(of: /(?m)^\s*(?:@\w+ )*import (\w+)\s*$/).map({ String($0.1) }) {
        #expect(imported != "Foundation", "\(file.path) imports all of Foundation")
        guard ours.contains(imported) else { continue }
        #expect(declared[file.module, default: []].contains(imported), "\(file.path) imports \(imported)")
      }
    }
  }

  @Test("only Platform imports the C library of the system")
  func systemLibrary() {
    for file in tree.files where file.module != "Platform" {
      #expect(!file.code.contains(/(?m)^\s*import (?:Glibc|Darwin)$/), "\(file.path)")
    }
  }

  @Test("only the driver, and sources whose files are SQLite files, import SQLite")
  func sqlite() {
    let rooms: Set = [
      "CatalogDatabase/", "CatalogSources/CalibreLibrary", "CatalogSources/ForeignDatabase",
    ]
    let importing = tree.files.filter { $0.mentions("CSQLite") }
    #expect(!importing.isEmpty)
    for file in importing { #expect(rooms.contains("\(file.module)/\(file.room)"), "\(file.path)") }
  }

  @Test("no code reads the catalog's file directly: closing any descriptor of it drops SQLite's locks")
  func fileReads() {
    let rooms: Set = ["Database", "Tables", "Index", "Editing", "Maintenance"]
    for file in tree.module("Catalog") where rooms.contains(file.room) {
      for word in [
        "FileManager", "FileHandle", "fopen", "fdopen", "mmap", "InputStream", "contentsOf", "contentsOfFile",
      ] {
        #expect(!file.mentions(word), "\(file.path): \(word)")
      }
      // These calls read events of the system's folder watch, not a file.
      if !file.path.hasSuffix("/FolderWatch.swift") {
        #expect(!file.code.contains(/(?:^|[^.\w])(?:read|pread|openat)\(/), "\(file.path): read")
      }
      if !file.path.hasSuffix("/DatabaseFile.swift") {
        // Without arguments, it is a closure of the project.
        #expect(!file.code.contains(/(?:^|[^.\w])open\((?!\))/), "\(file.path): open")
      }
    }
  }

  @Test("a file holds one idea: half of the files have at most 120 lines, and none more than 300")
  func sizes() {
    let sizes = tree.files.map(\.lineCount).sorted()
    #expect(sizes[sizes.count / 2] <= 120)
    for file in tree.files where !file.isTableOfData { #expect(file.lineCount <= 300, "\(file.path)") }
  }

  @Test(
    "embedded text matches the files in its folder",
    arguments: [
      ("migrations", "Sources/Catalog/Database/EmbeddedMigrations.swift"),
      ("web", "Sources/CatalogServer/Pages/Frame/EmbeddedAssets.swift"),
    ])
  func embedded(folder: String, path: String) throws {
    let embedded = try SourceTree.text(path)
    let names = try SourceTree.names(in: folder)
    try #require(!names.isEmpty)
    var entries = ""
    for name in names {
      let (asset, text) = try Self.asset("\(folder)/\(name)")
      let indented = text.replacing(/(?m)^(?=.)/, with: "      ")
      let entry = "    (\n      \"\(asset)\",\n      ##\"\"\"\n\(indented)      \"\"\"##\n    ),\n"
      try #require(embedded.contains(entry), "\(asset) was changed: run scripts/embed-\(folder)")
      entries += entry
    }
    #expect(embedded.hasSuffix("] = [\n\(entries)  ]\n}\n"), "a file was removed: run scripts/embed-\(folder)")
  }

  /// Returns the name and the text under which a file is embedded. A folder becomes one script of all its parts, sorted
  /// by name, except that `start.js` is last. An image becomes base64.
  private static func asset(_ path: String) throws -> (name: String, text: String) {
    let name = String(path.split(separator: "/").last ?? "")
    if name.hasSuffix(".png") { return (name, try SourceTree.base64(path, width: 112)) }
    guard let parts = try? SourceTree.names(in: path) else { return (name, try SourceTree.text(path)) }
    let sorted = parts.filter { $0 != "start.js" } + ["start.js"]
    return ("\(name).js", try sorted.map { try SourceTree.text("\(path)/\($0)") }.joined())
  }

  @Test("no type has the name of a module")
  func moduleName() {
    for file in tree.files { #expect(Set(file.declaredTypes).isDisjoint(with: Self.modules), "\(file.path)") }
  }

  @Test("no two types visible to a module share a name")
  func typeNames() throws {
    let declared = try Package.dependencies(in: SourceTree.text("Package.swift"))
    for module in Self.modules {
      let visible = [module] + declared[module, default: []].filter(Self.modules.contains)
      var names: [String: [String]] = [:]
      for file in visible.flatMap(tree.module) {
        for type in file.declaredTypes { names[type, default: []].append(file.path) }
      }
      for (name, paths) in names where paths.count > 1 { Issue.record("\(name): \(paths)") }
    }
  }

  @Test("every @unchecked Sendable has a comment that justifies it")
  func unchecked() {
    for file in tree.files {
      let claims = file.code.matches(of: /@unchecked Sendable/).count
      let reasons = file.comments.matches(of: /@unchecked Sendable/).count
      #expect(claims <= reasons, "\(file.path)")
    }
  }

  @Test("a file is divided into code and comments")
  func division() {
    let file = SourceFile(
      path: "Catalog/Tables/X.swift",
      text: """
        /// Speaks of `Late` // twice
        struct Early { let url = "http://Inside" } // and Late again
        /* Late */ private struct Hidden {}
          struct Nested {}
        public final class Open {}

        """)
    #expect(file.module == "Catalog" && file.room == "Tables" && file.lineCount == 5)
    expectEqual(file.declaredTypes, ["Early", "Open"])
    #expect(!file.mentions("Late") && file.mentions("Hidden") && file.mentions("Inside") && !file.mentions("Ear"))
    #expect(file.comments.contains("and Late again") && !file.comments.contains("struct"))
  }

  @Test("uses between folders are reported at the depth where their paths diverge")
  func parting() {
    let files = [
      "Catalog/Index/Bulk/A.swift", "Catalog/Index/Pages/B.swift", "Catalog/Index/C.swift", "Catalog/D.swift",
    ]
    .map { SourceFile(path: $0, text: "") }
    expectEqual(FolderUse(from: files[0], to: files[1]).description, "Catalog/Index/Bulk → Catalog/Index/Pages")
    expectEqual(FolderUse(from: files[0], to: files[2]).description, "Catalog/Index/Bulk → Catalog/Index/.")
    expectEqual(FolderUse(from: files[3], to: files[0]).description, "Catalog/. → Catalog/Index")
  }
}
