extension CatalogSnapshot {
  /// Returns true if the user has removed the sample books. An app must not add them again.
  public func hasRemovedSamples() throws -> Bool {
    try SourceTable(connection: connection).all().contains { $0.kind == .samples && $0.state == .removed }
  }
}
