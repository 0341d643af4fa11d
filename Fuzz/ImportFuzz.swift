import Catalog
import CatalogSources
import FoundationEssentials

/// Tries the readers of imports with a file.
enum ImportFuzz {
  static func parser(_ format: ImportFormat) -> FuzzTarget.Parser {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "catalog-fuzz-\(format)-\(ProcessInfo.processInfo.processIdentifier)")
    return { bytes in
      do { try Data(bytes).write(to: file) } catch { preconditionFailure("no file can be written: \(error)") }
      defer { try? FileManager.default.removeItem(at: file) }
      var options = ImportInput.Options()
      options.format = format
      guard let input = try? ImportInput(path: file.path, options: options) else { return }
      var last = 0
      while let batch = try? await input.reader.nextBatch() {
        for row in batch.rows {
          precondition(row.number > last, "row \(row.number) comes after row \(last)")
          last = row.number
        }
      }
    }
  }
}
