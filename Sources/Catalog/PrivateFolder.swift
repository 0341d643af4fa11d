import FoundationEssentials
import Platform

/// A temporary folder that only the current user can access. The folder and its contents are deleted when this object
/// is released.
package final class PrivateFolder: Sendable {
  package let path: String

  /// Creates a folder.
  ///
  /// - Throws: ``CatalogError`` if the folder cannot be created.
  package init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/catalog-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CatalogError(
        .failed, "create", "a temporary folder", cause: SystemError.words(errno))
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Deletes the folder now. Call this before the process exits, because objects are not released then. Files that
  /// cannot be deleted are left in the system's temporary folder.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
