import CatalogDatabase

@testable import Catalog
@testable import CatalogModel

extension BookCatalog {
  /// Writes through the library's own connection without keeping the catalog consistent, as a bug would.
  func tamper<Result>(_ body: (Connection) throws -> Result) throws -> Result { try database.write(body) }

  /// Runs a statement through the library's own connection.
  func tamper(_ sql: String) throws { try database.write { try $0.run(sql) } }

  /// Reads through the library's own connection.
  func look<Result>(_ body: (Connection) throws -> Result) throws -> Result { try database.read(body) }
}
