import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

/// Keys that are typed into a browser without a terminal.
protocol BrowserTyping {}

extension BrowserTyping {
  /// The line that is selected.
  var dune: BrowserRow { Self.dune }
  private static var dune: BrowserRow { .book(book, .notAsked) }

  func state(count: Int = 100) -> BrowserState {
    var state = BrowserState()
    state.setCount(count)
    state.found = .exactly(count)
    return state
  }

  /// Types keys one after the other, and gives what they ask for.
  func type(_ keys: [Key], into state: inout BrowserState, on row: BrowserRow? = nil) -> [BrowserEffect] {
    keys.flatMap { state.handle($0, on: row ?? dune) }
  }

  func letters(_ text: String) -> [Key] { text.unicodeScalars.map(Key.character) }
}

/// The same each time it is asked for.
private let book = Book.row(7, "Dune", by: "Frank Herbert")
