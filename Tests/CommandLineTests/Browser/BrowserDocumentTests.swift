import CatalogTestSupport
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Documentation of the browser's keys")
struct BrowserDocumentTests {
  /// The table of keys in the document.
  private var table: String {
    var lines = ["| key | where | does |", "| --- | --- | --- |"]
    for binding in BrowserKeys.standard.bindings {
      let contexts = binding.contexts.map(\.words).joined(separator: ", ")
      lines.append("| `\(binding.label)` | \(contexts) | \(binding.help) |")
    }
    return lines.joined(separator: "\n")
  }

  @Test("docs/browse.md contains the table of keys")
  func document() throws {
    #expect(try Repository.text(of: "docs/browse.md").hasSuffix("\n" + table + "\n"), "\(table)")
  }
}

extension BrowserFocus {
  fileprivate var words: String {
    switch self {
    case .list: "list"
    case .tree: "tree"
    case .book: "book"
    case .conflicts: "conflicts"
    case .text: "other pages"
    }
  }
}
