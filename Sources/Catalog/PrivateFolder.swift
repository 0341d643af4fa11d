import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that only this user can look into, removed with all that is in it when it is let go of.
package final class PrivateFolder: Sendable {
  package let path: String

  /// - Throws: ``CatalogError`` where none can be made.
  package init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/catalog-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CatalogError(
        .failed, "make", "a temporary folder", cause: String(cString: strerror(errno)).lowercased())
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Removes it at once: the end of a process lets go of nothing. What cannot be removed is left to whoever clears the folder for
  /// temporary files.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
