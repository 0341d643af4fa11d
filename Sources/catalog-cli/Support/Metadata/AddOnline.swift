import Catalog
import CatalogSources

/// Adds a book that a provider has, with what it knows of it.
struct AddOnline {
  let global: GlobalOptions
  let options: MutationOptions
  /// What the user says of it.
  let fields: [BookField: FieldValue]
  let provider: OpenLibraryProvider

  /// - Parameter key: of a work or an edition, or an ISBN.
  func run(_ key: String) throws {
    let (provider, given) = (provider, fields)
    let record = try Interruption.cancelling { try await provider.book(key: key) }
    let catalog = try global.openForWriting(isDryRun: options.dryRun)
    defer { catalog.close() }
    do {
      let outcome = try catalog.change(dryRun: options.dryRun) { transaction in
        try OwnedBook.refuse(owned(record, transaction.snapshot), transaction.snapshot)
        let outcome = try transaction.add(record.fields.merging(given) { $1 })
        for id in outcome.books { try transaction.keep(record.metadata, of: id, from: provider.name) }
        return outcome
      }
      try MutationReport(global: global, options: options).print(outcome)
      guard let id = outcome.books.first, global.console.hasReader, !options.json, !options.dryRun else { return }
      global.console.diagnostics.hint("all of it: \(global.commandLine(["show", String(id)]))")
    } catch let owned as OwnedBook {
      owned.note(global.console)
      if options.json { try MutationReport(global: global, options: options).print("", books: [], step: nil) }
    }
  }

  /// The books of the catalog that are this one.
  private func owned(_ record: OnlineRecord, _ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    var isbns: [ISBN] = []
    if case .isbn(let isbn)? = record.fields[.isbn] { isbns = [isbn] }
    guard case .text(let title)? = record.fields[.title] else { return [] }
    return try snapshot.ids(titled: title, by: record.metadata.authors, isbns: isbns)
  }
}
