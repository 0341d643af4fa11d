import Catalog

extension BookSource {
  /// Returns the page after a cursor.
  /// - Throws: An error also if the source reports that nothing has changed.
  public func page(after cursor: String?) async throws -> SourcePage {
    guard case .page(let page) = try await page(SourceRequest(cursor: cursor)) else {
      throw ScriptedFailure("the source has nothing new")
    }
    return page
  }
}

extension SourcePage {
  /// The valid records of the page.
  public var records: [SourceRecord] {
    items.compactMap { item in
      guard case .record(let record, _) = item else { return nil }
      return record
    }
  }
}
