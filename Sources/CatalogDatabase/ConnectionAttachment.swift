/// Data that the owner of a connection attaches to it, such as a cache or the changes made in the current transaction.
/// Attachments keep knowledge about books out of the connection.
///
/// An attachment is created on its first use. It is used only on the connection's thread.
package protocol ConnectionAttachment: AnyObject {
  init()

  /// Called inside each transaction, before it is committed. If this throws an error, the transaction is rolled back.
  func willCommit(_ connection: Connection) throws
  /// Called after a transaction has been committed.
  func didCommit()
  /// Called after a transaction has been rolled back.
  func didRollBack()
  /// Called before the connection is closed. It must not keep the connection.
  func willClose(_ connection: Connection)
}

extension ConnectionAttachment {
  package func willCommit(_ connection: Connection) throws {}
  package func didCommit() {}
  package func didRollBack() {}
  package func willClose(_ connection: Connection) {}
}
