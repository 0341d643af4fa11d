import FoundationEssentials
import Testing

/// Reads the library's sources and holds what ARCHITECTURE says of them.
@Suite("The architecture of the library")
struct ArchitectureTests {
  private let files: [SourceFile]

  init() throws {
    files = try SourceFile.all()
    try #require(files.count > 40, "the sources were not found")
  }

  /// The folders in the order of the arrows: each may use what stands before it. Equals do not know each other.
  private static let ranks = [
    "Model": 0, "Layers": 1, "Storage": 2, "Search": 3, "List": 3, "Sync": 4,
    "Presentation": 5,
  ]

  @Test("every folder has its place")
  func folders() {
    #expect(Set(files.map(\.folder)).subtracting([""]) == Set(Self.ranks.keys))
  }

  @Test("arrows run one way: Model ← Layers ← Storage ← Search, List ← Sync ← Presentation")
  func arrows() {
    var violations: [String] = []
    for declaring in files {
      guard let rank = Self.ranks[declaring.folder] else { continue }
      for type in declaring.declaredTypes {
        for file in files where file.folder != declaring.folder {
          guard let own = Self.ranks[file.folder], own <= rank, file.mentions(type) else { continue }
          violations.append("\(file.path) mentions \(type) of \(declaring.folder)")
        }
      }
    }
    #expect(violations == [])
  }

  @Test("no folder knows the façade but Presentation, which shows it")
  func facade() {
    let facade = files.filter { $0.folder.isEmpty }.flatMap(\.declaredTypes)
    #expect(facade.contains("BookCatalog"))
    for file in files where !file.folder.isEmpty && file.folder != "Presentation" {
      #expect(facade.filter(file.mentions) == [], "\(file.path)")
    }
  }

  @Test("only Storage imports SQLite, and nothing imports all of Foundation")
  func imports() {
    for file in files {
      #expect(file.folder == "Storage" || !file.mentions("CSQLite"), "\(file.path)")
      #expect(!file.code.contains(/(?m)^\s*(@\w+ )*import Foundation\s*$/), "\(file.path)")
    }
    #expect(files.contains { $0.folder == "Storage" && $0.mentions("CSQLite") })
  }

  @Test("nothing in Storage reads a file: closing any descriptor of the catalog drops SQLite's locks")
  func fileReads() {
    for file in files where file.folder == "Storage" {
      for word in [
        "FileManager", "FileHandle", "fopen", "fdopen", "mmap", "InputStream", "contentsOf", "contentsOfFile",
      ] {
        #expect(!file.mentions(word), "\(file.path): \(word)")
      }
      #expect(!file.code.contains(/(?:^|[^.\w])(?:read|pread|openat)\(/), "\(file.path): read")
      if !file.path.hasSuffix("/DatabaseFile.swift") {
        // Without arguments it is a closure of ours.
        #expect(!file.code.contains(/(?:^|[^.\w])open\((?!\))/), "\(file.path): open")
      }
    }
  }

  @Test("no type is called as the module is")
  func moduleName() {
    for file in files {
      #expect(!file.code.contains(/\b(?:class|struct|enum|actor|protocol|typealias)\s+Catalog\b/), "\(file.path)")
    }
  }

  @Test("every @unchecked Sendable says why it holds")
  func unchecked() {
    for file in files {
      let claims = file.code.matches(of: /@unchecked Sendable/).count
      let reasons = file.comments.matches(of: /@unchecked Sendable/).count
      #expect(claims <= reasons, "\(file.path)")
    }
  }

  @Test("a file is divided into code and comments")
  func division() {
    let file = SourceFile(
      path: "Model/X.swift",
      text: """
        /// Speaks of `Late` // twice
        struct Early { let url = "http://Inside" } // and Late again
        /* Late */ private struct Hidden {}
          struct Nested {}
        public final class Open {}
        """)
    #expect(file.folder == "Model")
    #expect(file.declaredTypes == ["Early", "Open"])
    #expect(!file.mentions("Late") && file.mentions("Hidden") && file.mentions("Inside") && !file.mentions("Ear"))
    #expect(file.comments.contains("and Late again") && !file.comments.contains("struct"))
  }
}

private struct SourceFile {
  /// Below `Sources/Catalog`.
  let path: String
  let code: String
  let comments: String
  private let words: Set<Substring>

  init(path: String, text: String) {
    self.path = path
    var code = ""
    var comments = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = Self.commentStart(in: line)
      code += line[..<start] + "\n"
      comments += line[start...] + "\n"
    }
    let blocks = /(?s)\/\*.*?\*\//
    comments += code.matches(of: blocks).map { String($0.output) }.joined(separator: "\n")
    code = code.replacing(blocks, with: "")
    self.code = code
    self.comments = comments
    words = Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
  }

  /// The first part of the path; empty for the files beside the folders.
  var folder: String { path.contains("/") ? String(path.prefix { $0 != "/" }) : "" }

  /// The types that other files can see by their bare names.
  var declaredTypes: [String] {
    let declaration =
      /(?m)^(?:@\w+ )*(?:(?:public|package|internal|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    return code.matches(of: declaration).map { String($0.1) }
  }

  func mentions(_ word: String) -> Bool { words.contains(word[...]) }

  /// Where `//` begins a comment, and not a part of a text.
  private static func commentStart(in line: Substring) -> Substring.Index {
    var isText = false
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case "\\" where isText: index = line.index(after: index)
      case "\"": isText.toggle()
      case "/" where !isText && line[index...].hasPrefix("//"): return index
      default: break
      }
      if index < line.endIndex { index = line.index(after: index) }
    }
    return line.endIndex
  }

  static func all() throws -> [SourceFile] {
    let root = #filePath.components(upTo: "/Tests/CatalogTests/") + "/Sources/Catalog"
    let names = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
    return try names.sorted().map { name in
      let data = try Data(contentsOf: URL(filePath: root + "/" + name))
      return SourceFile(path: name, text: String(decoding: data, as: UTF8.self))
    }
  }
}

extension String {
  /// What stands before a text in it; all of it where that does not occur.
  fileprivate func components(upTo end: String) -> String {
    ranges(of: end).last.map { String(self[..<$0.lowerBound]) } ?? self
  }
}
