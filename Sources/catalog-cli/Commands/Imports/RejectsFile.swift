import Catalog
import CatalogSources
import Synchronization

/// A file that receives the rejected rows of an import. If no row is rejected, the file is not created.
final class RejectsFile: Sendable {
  private let file: OutputFile
  private let format: RejectsFormat
  private let hasRows = Mutex(false)

  init(path: String, format: RejectsFormat, replaces: Bool, catalog: String, input: String?) throws {
    file = try OutputFile(path: path, replaces: replaces, catalog: catalog, input: input)
    self.format = format
    try file.write(format.beginning)
  }

  func write(_ row: RejectedRow) throws {
    hasRows.withLock { $0 = true }
    try file.write(format.line(for: row))
  }

  func finish() throws {
    guard hasRows.withLock({ $0 }) else { return }
    try file.write(format.end)
    try file.finish()
  }
}
