import Catalog
import CatalogSources

/// The rows of an import that could not be used.
final class RejectsFile: Sendable {
  private let file: OutputFile
  private let format: RejectsFormat

  init(path: String, format: RejectsFormat, precious: [String]) throws {
    file = try OutputFile(path: path, replaces: true, precious: precious)
    self.format = format
    try file.write(format.beginning)
  }

  func write(_ row: RejectedRow) throws { try file.write(format.line(for: row)) }

  func finish() throws { try file.finish() }
}
