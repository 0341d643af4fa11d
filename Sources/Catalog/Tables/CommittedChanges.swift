/// Notes which books a connection's transaction changes, writes them to the table `change` before it commits, and tells
/// of them once that is done.
final class CommittedChanges: ConnectionAttachment {
  /// The books that the transaction under way changes.
  var books = ChangedBooks()
  /// Is told what a transaction has changed, after each commit that changed books.
  var committed: (CatalogChange) -> Void = { _ in }
  /// What the commit under way will have changed.
  private var change: CatalogChange?

  func willCommit(_ connection: Connection) throws {
    change = books.change
    if let change { try ChangeTable(connection: connection).append(change) }
  }

  func didCommit() {
    let told = change
    didRollBack()
    if let told { committed(told) }
  }

  func didRollBack() {
    books = ChangedBooks()
    change = nil
  }
}

extension Connection {
  /// The books that the transaction under way changes. Who writes a book, or what is said of it, notes it here.
  var changedBooks: ChangedBooks {
    get { attachment(CommittedChanges.self).books }
    _modify { yield &attachment(CommittedChanges.self).books }
  }
}
