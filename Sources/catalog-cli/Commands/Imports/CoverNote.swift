import Catalog
import CatalogSources
import CommandLineKit

/// The note after the first import of books whose covers are on the web. The server fetches such covers only if the
/// user agrees.
struct CoverNote {
  let console: Console
  let catalog: BookCatalog

  /// Prints the note, unless the user was asked before or has a setting.
  ///
  /// - Parameter count: The number of imported rows with a cover on the web.
  func write(of count: Int) throws {
    guard count > 0 else { return }
    let settings = try Settings(environment: console.environment)
    guard settings.covers == .ask, try catalog.read({ try $0.coverConsent() }) == nil else { return }
    try catalog.write { try $0.setCoverConsent(.asked) }
    console.diagnostics.note(
      "there is a cover on the web for \(count.counted("row")). To let 'catalog serve' fetch such covers, write "
        + "covers = on to \(settings.path)")
  }
}
