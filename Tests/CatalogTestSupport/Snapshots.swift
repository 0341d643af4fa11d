import Catalog

extension TemporaryCatalog {
  /// Reads on the calling thread, also from asynchronous tests.
  public func snapshot<Result>(_ body: (CatalogSnapshot) throws -> Result) throws -> Result {
    try catalog.read(body)
  }
}
