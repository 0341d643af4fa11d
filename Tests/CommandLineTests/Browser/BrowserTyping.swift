import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

/// A test that types keys into a browser without a terminal.
protocol BrowserTyping {}

extension BrowserTyping {
  /// The selected row.
  var dune: BrowserRow { Self.dune }
  private static var dune: BrowserRow { .book(book, .notAsked) }

  func state(count: Int = 100) -> BrowserState {
    var state = BrowserState()
    state.setCount(count)
    state.found = .exactly(count)
    return state
  }

  /// Types keys one after the other and returns the requested actions.
  func type(_ keys: [Key], into state: inout BrowserState, on row: BrowserRow? = nil) -> [BrowserEffect] {
    keys.flatMap { state.handle($0, on: row ?? dune) }
  }

  func letters(_ text: String) -> [Key] { text.unicodeScalars.map(Key.character) }
}

/// A constant, so that the book is equal each time.
private let book = Book.row(7, "Dune", by: "Frank Herbert")
