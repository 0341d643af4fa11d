import Catalog
import CatalogSources
import FoundationEssentials

/// A catalog of some books, which a target asks and changes.
enum SampleCatalog {
  /// - Parameter name: tells it from the catalogs of other targets.
  static func make(_ name: String) async throws -> BookCatalog {
    let folder = FileManager.default.temporaryDirectory.path
    let catalog = try await BookCatalog.open("\(folder)/catalog-fuzz-\(name)-\(ProcessInfo.processInfo.processIdentifier).db")
    _ = try await catalog.syncEngine(sources: [SampleSource()]).refresh()
    return catalog
  }
}
