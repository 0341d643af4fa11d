import CatalogTestSupport
import FoundationEssentials
import Testing

/// The calls that an app makes every day are made here as an app makes them: by tests that import only the public
/// library.
@Suite("The everyday calls")
struct EverydayCallsTests {
  private static let topics = [
    "Essentials", "Books and their fields", "Paging and searching", "Editing and undo", "Conflicts and duplicates",
    "Observing",
  ]

  @Test("tests without special access make every everyday call", arguments: topics)
  func called(topic: String) throws {
    let (called, members) = (try Self.called.get(), try Self.members.get())
    let topics = try Repository.text(of: "Sources/Catalog/Catalog.docc/Catalog.md").section("## Topics")
    let list = topics.split(separator: "### ").first { $0.hasPrefix("\(topic)\n") } ?? ""
    let types = list.matches(of: /``(\w+)``/).map { String($0.1) }
    #expect(!types.isEmpty && called.count > 500)
    for type in types {
      let names = try #require(members[type], "\(type) was not found")
      for name in names.subtracting(called).sorted() { Issue.record("no test calls \(type).\(name)") }
    }
  }

  /// The names after a dot in such tests.
  private static let called = Result {
    var called: Set<String> = []
    for file in try Repository.files(endingIn: ".swift", in: "Tests") {
      let text = try Repository.text(of: file)
      guard text.contains("\nimport Catalog\n") || text.hasPrefix("import Catalog\n") else { continue }
      guard !text.contains("@testable import Catalog\n") else { continue }
      for part in text.utf8.split(separator: UInt8(ascii: ".")) {
        called.insert(String(decoding: part.prefix { isWord($0) }, as: UTF8.self))
      }
    }
    return called
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The public functions, properties and cases of each type of the library and of the types it exports; those of
  /// nested types count as the type's own.
  private static let members = Result {
    let head = /^[a-z@() ]*(?:struct|class|enum|extension) (\w+)/
    let declaration = /\bpublic (?:[a-z]+(?:\(set\))? )*(?:func|var|let) (\w+)/
    // Members that the language calls by itself.
    let own: Set = ["hash", "encode", "makeAsyncIterator", "endIndex"]
    var members: [String: Set<String>] = [:]
    for module in ["CatalogModel", "Catalog"] {
      for file in try Repository.files(endingIn: ".swift", in: "Sources/\(module)") {
        var (type, isPublicEnum) = ("", false)
        for line in try Repository.text(of: file).split(separator: "\n") {
          // Few lines can match, and each attempt takes some microseconds.
          if line.first != " ", line.contains(" "), let found = line.prefixMatch(of: head) {
            type = String(found.1)
            isPublicEnum = line.hasPrefix("public enum ") || line.hasPrefix("public indirect enum ")
            members[type, default: []].formUnion([])
          } else if line == "}" {
            type = ""
          } else if isPublicEnum, !type.isEmpty, line.hasPrefix("  case "), !line.contains(":") || line.contains("(") {
            for name in line.dropFirst(7).replacing(/\([^)]*\)/, with: "").split(separator: ",") {
              if let name = name.firstMatch(of: /\w+/) { members[type, default: []].insert(String(name.output)) }
            }
          } else if line.contains("public "), let name = line.firstMatch(of: declaration)?.1,
            !own.contains(String(name))
          {
            members[type, default: []].insert(String(name))
          }
        }
      }
    }
    return members
  }
}
