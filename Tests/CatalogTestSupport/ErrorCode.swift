import Catalog

/// What kind of ``CatalogError`` something ends with; `nil` when it does not.
public func errorCode<T>(_ body: () throws -> T) -> CatalogError.Code? {
  do {
    _ = try body()
    return nil
  } catch { return (error as? CatalogError)?.code }
}
