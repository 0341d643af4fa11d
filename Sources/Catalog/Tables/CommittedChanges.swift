/// Notes which books a connection's transaction changes, writes them to the table `change` before it commits, and tells
/// of them once that is done.
final class CommittedChanges: ConnectionAttachment {
  /// The books that the transaction under way changes.
  var books = ChangedBooks()
  /// Is called after each commit that changed books.
  var committed: () -> Void = {}
  /// Whether the commit under way will have changed books.
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
  /// The books that the transaction under way changes. Who writes a book, or a layer of it, notes it here.
  var changedBooks: ChangedBooks {
    get { attachment(CommittedChanges.self).books }
    _modify { yield &attachment(CommittedChanges.self).books }
  }
}
