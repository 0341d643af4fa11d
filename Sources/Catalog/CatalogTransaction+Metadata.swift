extension CatalogTransaction {
  /// Puts books in line for their metadata, for the next fetcher of the provider, whenever that is: also of a book that is
  /// added while there is no network.
  ///
  /// - Parameters:
  ///   - books: the books; those of which something is known already stay as they are.
  ///   - provider: the provider's name.
  public func askMetadata(of books: [Int64], from provider: String) throws {
    let queue = FetchStateTable(connection: snapshot.connection, provider: provider)
    for id in books {
      guard let book = try snapshot.book(id), try queue.row(id) == nil else { continue }
      try queue.write(
        FetchStateTable.Row(book: id, input: book.metadataInput.fingerprint, queue: .seen, due: now.milliseconds))
    }
  }
}
