extension CatalogSnapshot {
  /// Returns true if the user has removed the sample books, so that they must not be added again.
  public func hasRemovedSamples() throws -> Bool {
    try SourceTable(connection: connection).all().contains { $0.kind == .samples && $0.state == .removed }
  }
}
