import Catalog
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An empty catalog in a private folder: what a catalog that was never made reads as.
enum TemporaryEmptyCatalog {
  /// The catalog's folder is removed at once; the open file lives on until the process ends, for one reader and for
  /// the writer of a trial.
  static func open() throws -> BookCatalog {
    var template = Array((FileManager.default.temporaryDirectory.path + "/catalog-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError.noTemporaryFolder(errno: errno)
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let catalog = try BookCatalog.open(folder + "/catalog.db")
    _ = try catalog.read { try $0.count() }
    try catalog.write { _ in }
    return catalog
  }
}
