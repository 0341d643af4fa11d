import Catalog

/// Returns the code of the ``CatalogError`` that a body throws; `nil` if it does not throw one.
public func errorCode<T>(_ body: () throws -> T) -> CatalogError.Code? {
  do {
    _ = try body()
    return nil
  } catch { return (error as? CatalogError)?.code }
}
