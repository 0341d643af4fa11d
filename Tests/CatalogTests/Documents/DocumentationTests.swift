import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

/// The documents are read from the folder in which these tests were compiled.
@Suite("The documents")
struct DocumentationTests {
  @Test("the documents have no broken relative links")
  func links() throws {
    let documents = try Repository.files(endingIn: ".md")
    #expect(documents.contains("README.md") && documents.contains("docs/json.md"))
    for document in documents {
      let folder = document.split(separator: "/").dropLast().joined(separator: "/")
      for target in Markdown(try Repository.text(of: document)).relativeLinks {
        #expect(
          Repository.exists(folder.isEmpty ? target : "\(folder)/\(target)"), "\(document) links to \(target)")
      }
    }
  }

  @Test("docs/json.md describes every key of a book's JSON, in order")
  func keys() throws {
    let section = try Repository.text(of: "docs/json.md").section("## Books")
    expectEqual(Markdown(section).firstColumn, BookJSON.keys)
  }

  @Test("docs/json.md describes every key of the statistics' JSON, in order")
  func statistics() throws {
    let section = try Repository.text(of: "docs/json.md").section("## `stats --json`")
    var json = JSONWriter(layout: .indented)
    StatisticsJSON.write(ReadingStatistics(), to: &json)
    let keys = String(decoding: json.bytes, as: UTF8.self).matches(of: /(?m)^ {2}"(\w+)":/).map { String($0.1) }
    let described = Markdown(section).firstColumn.flatMap { $0.split(separator: ", ").map(String.init) }
    #expect(keys.count > 20 && described == keys)
  }

  @Test("the README contains the commands that run and test the project")
  func commands() throws {
    let lines = try Repository.text(of: "README.md").split(separator: "\n")
    for command in ["scripts/run", "scripts/test", "scripts/install --prefix ~/.local"] {
      let isShown = lines.contains { $0 == "$ \(command)" || $0.hasPrefix("$ \(command) ") }
      #expect(isShown, "README does not show \(command)")
      #expect(Repository.exists(String(command.prefix { $0 != " " })))
    }
  }

  @Test("the README shows the program that Examples/Embedding compiles")
  func example() throws {
    let program = try Repository.text(of: "Examples/Embedding/Sources/readme/Books.swift")
    #expect(try Repository.text(of: "README.md").contains("```swift\n\(program)```"))
  }
}
