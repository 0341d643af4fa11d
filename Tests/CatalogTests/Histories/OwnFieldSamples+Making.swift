import CatalogTestSupport

@testable import Catalog

extension OwnFieldSamples {
  /// Creates the fields in a catalog without a step.
  static func make(in catalog: BookCatalog) throws {
    try catalog.write { transaction in
      let table = OwnFieldTable(connection: try transaction.snapshot.connection)
      for field in all { _ = try table.insert(field.name, field.kind, choices: field.choices) }
    }
  }
}
