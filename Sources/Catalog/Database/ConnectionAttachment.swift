/// Data that another part of the library attaches to a connection, such as cached parts of an index or the changes made
/// in the current transaction. It keeps the connection itself independent of books.
///
/// An attachment is created on its first use, and is used only on the connection's thread.
protocol ConnectionAttachment: AnyObject {
  init()

  /// Called before each commit, inside the transaction. Throwing an error rolls back the transaction.
  func willCommit(_ connection: Connection) throws
  /// Called after the transaction was committed.
  func didCommit()
  /// Called after a transaction was rolled back.
  func didRollBack()
}

extension ConnectionAttachment {
  func willCommit(_ connection: Connection) throws {}
  func didCommit() {}
  func didRollBack() {}
}
