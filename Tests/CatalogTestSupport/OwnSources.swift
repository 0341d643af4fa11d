import Catalog

extension CatalogTransaction {
  /// Adds sources whose personal fields count as the user's own.
  public func addOwnSources(_ names: String...) throws {
    for name in names {
      try addSource(name, kind: .samples, location: nil)
      try setSource(name, [.isMine(true)])
    }
  }
}
