@testable import Catalog
@testable import CatalogModel

extension BookCatalog {
  /// Writes through a connection of ours, past everything that keeps the catalog together: as a bug would.
  func tamper<Result>(_ body: (Connection) throws -> Result) throws -> Result { try database.write(body) }

  /// Runs a statement through a connection of ours.
  func tamper(_ sql: String) throws { try database.write { try $0.run(sql) } }

  /// Reads through a connection of ours.
  func look<Result>(_ body: (Connection) throws -> Result) throws -> Result { try database.read(body) }
}
