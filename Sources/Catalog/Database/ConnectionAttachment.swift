/// Data that another part of the library attaches to a connection, such as a cache or the changes made in the current
/// transaction. Attachments keep knowledge about books out of the connection.
///
/// An attachment is created on its first use. It is used only on the connection's thread.
protocol ConnectionAttachment: AnyObject {
  init()

  /// Called inside each transaction, before it is committed. If this throws an error, the transaction is rolled back.
  func willCommit(_ connection: Connection) throws
  /// Called after a transaction has been committed.
  func didCommit()
  /// Called after a transaction has been rolled back.
  func didRollBack()
}

extension ConnectionAttachment {
  func willCommit(_ connection: Connection) throws {}
  func didCommit() {}
  func didRollBack() {}
}
