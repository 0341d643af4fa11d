import Platform

/// A location in the file system, whether or not a file exists there. Two paths are the same location if they refer to
/// the same folder entry, or to the same file under two names.
package struct FileLocation {
  /// The identity of the file, after following links, or `nil` if there is no file.
  private let file: DatabaseFile.Identity?
  private let folder: DatabaseFile.Identity?
  private let name: String

  package init(_ path: String) {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
    file = Self.identity(path)
    folder = Self.identity(end == path.startIndex ? "." : String(path[..<end]))
    // On some file systems, names that differ only in case are equal.
    name = path[end...].lowercased()
  }

  /// Returns the locations of a catalog's file and of the files that SQLite may create next to it. If the path is a
  /// link, locations next to the link and next to the file are both included.
  package static func ofCatalog(_ path: String) -> [FileLocation] {
    var paths = [path]
    if let resolved = realpath(path, nil) {
      paths.append(String(cString: resolved))
      free(resolved)
    }
    return paths.flatMap { path in ([""] + DatabaseFile.sideFiles).map { FileLocation(path + $0) } }
  }

  package func isSame(as other: FileLocation) -> Bool {
    if let file, file == other.file { return true }
    return folder != nil && folder == other.folder && name == other.name
  }

  private static func identity(_ path: String) -> DatabaseFile.Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return DatabaseFile.Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
