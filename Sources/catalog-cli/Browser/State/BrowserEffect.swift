import Catalog

/// An action that ``BrowserState`` requests because it cannot carry it out itself, such as a change to the catalog.
indirect enum BrowserEffect: Equatable, Sendable {
  /// Searches for the text and shows the results in the given order.
  case find(String, BookOrder)
  /// Shows a note if part of the search looks like a condition but is not a valid one.
  case noteProblems
  /// Refreshes the sources. If there are no sources and `isConfirmed` is false, first asks whether to add the sample
  /// books.
  case refresh(isConfirmed: Bool)
  /// Fills a pick list with the items that match the text typed so far.
  case offer(BrowserPicker.Purpose, String)
  case endOffers
  /// Selects a range of books in the list, from one book to another.
  case markRange(from: Book.ID, to: Book.ID)
  /// Selects all books in the list except one.
  case markAll(but: Book.ID)
  case saveSearch(name: String)
  /// Reloads the list or tree from the beginning.
  case reset
  /// Stores a text in a field of a book. The book has the values from when the user began to edit it.
  case setField(Book, BookField, String)
  /// Opens a text in the user's editor and stores the result.
  case editText(BrowserField)
  case change(BrowserChange, BrowserTarget)
  /// Undoes or redoes the last step. `confirmed` is the step that the user has confirmed. If it is `nil`, the user is
  /// asked first, unless the step was made in this session and affects only one book.
  case replay(Replay, confirmed: HistoryStep?)
  case show(book: Book.ID)
  /// Shows the page of the next or previous book.
  case turn(by: Int)
  case showConflicts
  /// Resolves a conflict, unless it has changed since the user saw it.
  case decide(Conflict, ConflictSide)
  /// Selects a random book in the list.
  case pick
  /// Opens a file of a book.
  case openFile(of: Book)
  /// Adds a book by its ISBN.
  case add(ISBN)
  /// Searches a metadata provider and offers the results.
  case searchOnline(String)
  /// Adds a book from the search results.
  case addOnline(BrowserOnlineBook)
  /// Cancels the pending request to a provider.
  case stopAsking
  /// Finds a book in the list and selects it.
  case select(Book.ID)
  /// Shows the list or the tree.
  case mode(BrowserState.Mode)
  /// Expands a line of the tree.
  case open(line: Int)
  case close(line: Int)
  /// Redraws the whole screen.
  case redraw
  /// Quits after pending changes are stored. If `atOnce` is true and the user has already asked to quit, quits
  /// immediately.
  case quit(atOnce: Bool)
}
