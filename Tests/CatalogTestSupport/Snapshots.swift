import Catalog

extension TemporaryCatalog {
  /// Reads on the calling thread, from asynchronous tests too.
  public func snapshot<Result>(_ body: (CatalogSnapshot) throws -> Result) throws -> Result {
    try catalog.read(body)
  }
}
