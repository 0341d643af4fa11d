/// Collects the books that a connection's transaction changes, writes them to the table `change` before the commit, and
/// notifies observers after the commit.
final class CommittedChanges: ConnectionAttachment {
  /// The books that the current transaction changes.
  var books = ChangedBooks()
  /// Called after each commit that changed books.
  var committed: () -> Void = {}
  /// True if the commit in progress changes books.
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
  /// The books that the current transaction changes. Code that writes a book, or a layer of it, must add the book here.
  var changedBooks: ChangedBooks {
    get { attachment(CommittedChanges.self).books }
    _modify { yield &attachment(CommittedChanges.self).books }
  }
}
