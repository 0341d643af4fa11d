import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// An app's own service that knows one book and answers one request at a time.
private struct Catalogue: RecordCompleter, MetadataProvider {
  let name = "catalogue"
  let host = "catalogue.example"
  let batch = 10
  let limits = MetadataLimits(batch: 10, rate: 1_000)
  var turns: HostTurns?

  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] { queries.map { _ in .notFound } }

  func knowsKind(of record: SourceRecord) -> Bool { record.remoteID.hasPrefix("shelf ") }

  func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
    try await turns?.perform {
      records.map { record in
        guard record.remoteID == "shelf 7" else { return nil }
        var draft = BookDraft()
        draft.title = "Dune"
        return draft
      }
    } ?? []
  }
}

@Suite("Completing numbers every day")
struct EverydayCompletingTests {
  @Test("an app completes rows that have only a number, within the limits of the service")
  func completing() async throws {
    let temporary = try TemporaryCatalog()
    var catalogue = Catalogue()
    catalogue.turns = temporary.catalog.hostTurns(of: catalogue)
    let rows = [SourceRecord("shelf 7") { $0.rating = 4 }, SourceRecord("shelf 8") { _ in }]
    let report = try await temporary.catalog.importRecords(
      from: ListReader(rows), source: "shelf", completer: catalogue)
    #expect(report.counts.added == 1 && report.counts.rejected == 1)
    #expect(report.waiting == 0 && report.waitingReason == nil)
    try await expectEqual(temporary.catalog.page("").books.map(\.title), ["Dune"])
  }
}
