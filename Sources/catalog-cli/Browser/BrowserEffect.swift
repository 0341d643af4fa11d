import Catalog

/// An action on the catalog that a key requests. All other effects of keys are changes of the state.
indirect enum BrowserEffect: Equatable, Sendable {
  /// Shows the results of a search in an order.
  case find(String, BookOrder)
  /// Notes a part of the search that looks like a condition but is not one.
  case noteProblems
  /// Refreshes the sources. Unless `isConfirmed` is true, first asks whether to add the sample books if there are no
  /// sources.
  case refresh(isConfirmed: Bool)
  /// Fills a pick list with the items that match the typed text.
  case offer(BrowserPicker.Purpose, String)
  case endOffers
  /// Selects all books in a range.
  case markRange(from: Book.ID, to: Book.ID)
  /// Selects all books of the list except one.
  case markAll(but: Book.ID)
  case saveSearch(name: String)
  /// Reloads the list or tree from the beginning.
  case reset
  /// Stores a field of a book. The book is as it was when editing began.
  case setField(Book, BookField, String)
  /// Opens a text in the user's editor and stores the result.
  case editText(BrowserField)
  case change(BrowserChange, BrowserTarget)
  /// Undoes or redoes the last step. `confirmed` is the step that the user has confirmed; without it, the step must
  /// have been made here.
  case replay(Replay, confirmed: HistoryStep?)
  case show(book: Book.ID)
  /// Shows the page of the next or previous book.
  case turn(by: Int)
  case showConflicts
  /// Resolves a conflict if it is still as the user saw it.
  case decide(Conflict, ConflictSide)
  /// Selects a random book of the list.
  case pick
  /// Opens a file of a book.
  case openFile(of: Book)
  /// Adds a book by its ISBN.
  case add(ISBN)
  /// Searches a metadata provider and offers the results.
  case searchOnline(String)
  /// Adds a book from the search results.
  case addOnline(BrowserOnlineBook)
  /// Cancels the request to a provider.
  case stopAsking
  /// Finds a book in the list and selects it.
  case select(Book.ID)
  /// Shows the list or the tree.
  case mode(BrowserState.Mode)
  /// Opens or closes a line of the tree.
  case open(line: Int)
  case close(line: Int)
  /// Redraws the whole screen.
  case redraw
  /// Quits after pending changes are stored, or at once if `atOnce` is true and quitting was already requested.
  case quit(atOnce: Bool)
}
