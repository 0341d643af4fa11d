import Catalog

/// What a key asks of the catalog; everything else it does to the state alone.
indirect enum BrowserEffect: Equatable, Sendable {
  /// Shows the books that a search finds, in an order.
  case find(String, BookOrder)
  /// Says what of the search looks like a condition and is none.
  case noteProblems
  /// Asks the sources; whether to get the samples where there are none is asked first, unless that was done.
  case refresh(asked: Bool)
  /// Fills a list to take something from with what has the text that was typed.
  case offer(BrowserPicker.Purpose, String)
  case endOffers
  /// Selects all books from one to another.
  case markRange(from: Book.ID, to: Book.ID)
  /// Selects all books of the list but one.
  case markAll(but: Book.ID)
  case saveSearch(name: String)
  /// Loads what is shown from its beginning.
  case reset
  /// Of a book as it was when the text was begun.
  case setField(Book, BookField, String)
  /// Has a text typed in the user's editor, and stores it.
  case editText(BrowserField)
  case change(BrowserChange, BrowserTarget)
  /// Takes back the last step, or does it again: one that was made here, or the one that was asked about.
  case replay(Replay, asked: HistoryStep?)
  case show(book: Book.ID)
  /// Shows the page of the next book, or of the one before.
  case turn(by: Int)
  case showConflicts
  /// Decides a conflict, where it is still as it was seen.
  case decide(Conflict, ConflictSide)
  /// Selects a book of the list at random.
  case pick
  /// Opens a file of a book.
  case openFile(of: Book)
  /// Adds a book by its ISBN.
  case add(ISBN)
  /// Offers what a provider of metadata finds for words.
  case searchOnline(String)
  /// Adds a book that was found there.
  case addOnline(BrowserOnlineBook)
  /// Gives up what a provider is being asked for.
  case stopAsking
  /// Selects a book of the list, wherever it stands there.
  case select(Book.ID)
  /// Shows the list or the tree.
  case mode(BrowserState.Mode)
  /// Opens or closes a line of the tree.
  case open(line: Int)
  case close(line: Int)
  /// Shows everything anew.
  case redraw
  /// Leaves once what was asked for is stored; at once where that was asked for before.
  case quit(atOnce: Bool)
}
