/// What a part of the library above the connection keeps for each one, such as what it has read of an index, or what the
/// transaction under way has changed. So the connection itself knows nothing of books.
///
/// It is made with its first use, and used on the connection's thread alone.
protocol ConnectionAttachment: AnyObject {
  init()

  /// Is called before each commit, in the transaction: what it throws takes the transaction back.
  func willCommit(_ connection: Connection) throws
  /// Is called once the transaction is committed.
  func didCommit()
  /// Is called when a transaction was taken back.
  func didRollBack()
}

extension ConnectionAttachment {
  func willCommit(_ connection: Connection) throws {}
  func didCommit() {}
  func didRollBack() {}
}
