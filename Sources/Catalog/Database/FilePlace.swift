#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a path leads, whether something is there or not: two spellings of one place, and two names of one file, are the
/// same.
package struct FilePlace {
  /// What is there, behind links.
  private let file: DatabaseFile.Identity?
  private let folder: DatabaseFile.Identity?
  private let name: String

  package init(_ path: String) {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
    file = Self.identity(path)
    folder = Self.identity(end == path.startIndex ? "." : String(path[..<end]))
    // Some file systems know no case.
    name = path[end...].lowercased()
  }

  /// A catalog's file and what SQLite keeps beside it, now or later: beside the file itself, where the path is a link.
  package static func ofCatalog(_ path: String) -> [FilePlace] {
    var paths = [path]
    if let resolved = realpath(path, nil) {
      paths.append(String(cString: resolved))
      free(resolved)
    }
    return paths.flatMap { path in ([""] + DatabaseFile.sideFiles).map { FilePlace(path + $0) } }
  }

  package func isSame(as other: FilePlace) -> Bool {
    if let file, file == other.file { return true }
    return folder != nil && folder == other.folder && name == other.name
  }

  private static func identity(_ path: String) -> DatabaseFile.Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return DatabaseFile.Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
