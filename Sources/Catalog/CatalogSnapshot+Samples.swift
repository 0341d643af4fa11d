extension CatalogSnapshot {
  /// Whether the user has removed the sample books, and wants no others.
  public func hasRemovedSamples() throws -> Bool {
    try SourceTable(connection: connection).all().contains { $0.kind == .samples && $0.state == .removed }
  }
}
