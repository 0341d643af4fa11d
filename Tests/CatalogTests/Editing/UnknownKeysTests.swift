import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Keys the catalog does not know")
struct UnknownKeysTests {
  @Test("unknown keys are those of the last delivery, and undo restores the earlier ones")
  func undo() async throws {
    let temporary = try TemporaryCatalog()
    func deliver(_ unknown: String) async throws {
      var record = try SourceRecord("1", [.title: "Dune"])
      record.unknown = unknown
      try await temporary.importRecords([record])
    }
    func stored() throws -> String? { try temporary.foreign().value("SELECT unknown FROM source_record") }
    try await deliver(#"{"shelf":"top left"}"#)
    try await deliver(#"{"shelf":"cellar"}"#)
    try expectEqual(stored(), #"{"shelf":"cellar"}"#)
    try await temporary.catalog.undo()
    try expectEqual(stored(), #"{"shelf":"top left"}"#)
    try await temporary.catalog.redo()
    try expectEqual(stored(), #"{"shelf":"cellar"}"#)
  }
}
