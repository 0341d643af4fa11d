import CatalogTestSupport
import FoundationEssentials
import Testing

/// Names in the documents exist in the sources.
@Suite("The names in documents")
struct DocumentedNamesTests {
  /// The types of the package and of its tests.
  private let declared: Set<String>
  /// The types, collected once for all tests.
  private static let collected = Result { try collect() }

  init() throws { declared = try Self.collected.get() }

  private static func collect() throws -> Set<String> {
    let declaration = /\b(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    var declared: Set<String> = []
    for folder in ["Sources", "Tests"] {
      for file in try Repository.files(endingIn: ".swift", in: folder) {
        for match in try Repository.text(of: file).matches(of: declaration) { declared.insert(String(match.1)) }
      }
    }
    return declared
  }

  /// Returns the words that look like type names: a capital letter followed by lower-case ones.
  private func types(in markdown: Markdown) -> [String] {
    markdown.names.compactMap { name in
      (name.prefixMatch(of: /[A-Z]\w*[a-z]\w*(?=$|\.[a-z])/)?.output).map(String.init)
    }.filter { !$0.hasSuffix("Tests") }
  }

  @Test("the glossary names existing types and tables")
  func glossary() throws {
    let rows = Markdown(try Repository.text(of: "ARCHITECTURE.md").section("## Glossary")).cells
    #expect(rows.count >= 30)
    let schema = try Repository.files(endingIn: ".sql", in: "migrations").map(Repository.text).joined()
    for row in rows {
      try #require(row.count == 4, "\(row)")
      for type in Markdown(row[2]).names { #expect(declared.contains(type), "\(row[0]): \(type)") }
      for table in Markdown(row[3]).names {
        let isThere = schema.contains("TABLE \(table) (") || schema.contains("VIEW \(table) AS")
        #expect(isThere, "\(row[0]): \(table)")
      }
    }
  }

  @Test("the walkthroughs and the design name existing types")
  func design() throws {
    let walks = try Repository.text(of: "ARCHITECTURE.md").section("## Three walks")
    #expect(types(in: Markdown(walks)).count > 40)
    for type in types(in: Markdown(walks)) { #expect(declared.contains(type), "a walk: \(type)") }
    // Folders, and names of other projects.
    let rooms = try Repository.folders(in: "Sources")
    for page in try Repository.files(endingIn: ".md", in: "docs/design") {
      for type in types(in: Markdown(try Repository.text(of: page))) where !rooms.contains(type) {
        #expect(declared.contains(type) || ["Character", "ETag"].contains(type), "\(page): \(type)")
      }
    }
  }

  @Test("the documentation names all public types of the five libraries")
  func documentation() throws {
    let list = try Repository.text(of: "Sources/Catalog/Catalog.docc/Catalog.md").section("## Topics")
    let listed = Set(list.matches(of: /``(\w+)``/).map { String($0.1) })
    let declaration =
      /(?m)^(?:@\w+(?:\([^)]*\))? )*public (?:final |indirect )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    for module in ["CatalogModel", "Catalog", "CatalogUI", "CatalogSources", "CatalogServer"] {
      for file in try Repository.files(endingIn: ".swift", in: "Sources/\(module)") {
        for match in try Repository.text(of: file).matches(of: declaration) {
          #expect(listed.contains(String(match.1)), "\(file): \(match.1)")
        }
      }
    }
    for name in listed { #expect(declared.contains(name), "\(name) is listed, and there is none") }
  }

  @Test("the examples of the articles are compiled")
  func examples() throws {
    let files = [
      "Tests/CatalogTests/Documents/ArticleExamples", "Tests/CatalogTests/Documents/ArticleExamples+Tasks",
      "Tests/CatalogTests/Documents/SwiftUIExamples", "Tests/CatalogServerTests/Documents/ServingExamples",
      "Examples/Embedding/Sources/readme/Books",
    ]
    let examples = try files.map { try Repository.text(of: "\($0).swift") }.joined()
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.joined(separator: "\n")
    let articles = try Repository.files(endingIn: ".md", in: "Sources/Catalog/Catalog.docc")
    #expect(articles.count >= 9)
    for article in articles {
      for lines in Markdown(try Repository.text(of: article)).swift
      where lines.first?.hasPrefix("dependencies:") != true {
        // A module has one entry point, and imports stand at the top of the file.
        let block = lines.drop { $0.isEmpty || $0 == "@main" || $0.hasPrefix("import ") }
        #expect(examples.contains("\n" + block.joined(separator: "\n") + "\n"), "\(article): \(block)")
      }
    }
  }
}
