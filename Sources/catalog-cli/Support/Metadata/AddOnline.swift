import Catalog
import CatalogSources

/// The implementation of `add --online`, which adds a book from a provider together with its metadata.
struct AddOnline {
  let global: GlobalOptions
  let options: MutationOptions
  /// The field values given by the user, which take precedence over the provider's values.
  let fields: [BookField: FieldValue]
  let provider: OpenLibraryProvider

  /// Adds the provider's book with the given key.
  ///
  /// - Parameter key: The key of a work or an edition, or an ISBN.
  func run(_ key: String) throws {
    let (provider, given) = (provider, fields)
    let record = try Interruption.cancelling { try await provider.book(key: key) }
    let catalog = try global.openForWriting(isDryRun: options.dryRun)
    defer { catalog.close() }
    do {
      let outcome = try catalog.change(dryRun: options.dryRun) {
        try record.add(with: given, from: provider.name, $0)
      }
      try MutationReport(global: global, options: options).print(outcome)
      guard let id = outcome.books.first, global.console.hasReader, !options.json, !options.dryRun else { return }
      global.console.diagnostics.hint("to see all fields: \(global.commandLine(["show", String(id)]))")
    } catch let owned as OwnedBook {
      owned.note(global.console)
      if options.json { try MutationReport(global: global, options: options).print("", books: [], step: nil) }
    }
  }
}
