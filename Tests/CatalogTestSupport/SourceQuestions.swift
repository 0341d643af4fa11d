import Catalog

extension BookSource {
  /// The page behind a cursor.
  /// - Throws: also when the source says that nothing has changed.
  public func page(after cursor: String?) async throws -> SourcePage {
    guard case .page(let page) = try await page(SourceRequest(cursor: cursor)) else {
      throw ScriptedFailure("the source has nothing new")
    }
    return page
  }
}

extension SourcePage {
  /// Its good records.
  public var records: [SourceRecord] {
    items.compactMap { item in
      guard case .record(let record, _) = item else { return nil }
      return record
    }
  }
}
