import CatalogDatabase

/// Collects the books that a transaction changes, writes their ids to the table `change` before the commit, and
/// notifies observers after it.
final class CommittedChanges: ConnectionAttachment {
  /// The books changed so far by the current transaction.
  var books = ChangedBooks()
  /// A closure that is called after each commit that changed books.
  var committed: () -> Void = {}
  /// True if the current transaction changes books. Set just before the commit.
  private var isChanging = false

  func willCommit(_ connection: Connection) throws {
    let change = books.change
    isChanging = change != nil
    if let change { try ChangeTable(connection: connection).append(change) }
  }

  func didCommit() {
    let hasChanged = isChanging
    didRollBack()
    if hasChanged { committed() }
  }

  func didRollBack() {
    books = ChangedBooks()
    isChanging = false
  }
}

extension Connection {
  /// The books changed so far by the current transaction. Code that writes a book, or data from which a book is
  /// computed, must add the book's id here.
  var changedBooks: ChangedBooks {
    get { attachment(CommittedChanges.self).books }
    _modify { yield &attachment(CommittedChanges.self).books }
  }
}
