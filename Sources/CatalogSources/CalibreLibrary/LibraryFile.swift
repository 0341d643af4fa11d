import CatalogModel
import FoundationEssentials
import Platform

/// The state of a calibre library's database file in the file system at one moment.
struct LibraryFile: Equatable {
  /// The name of calibre's database.
  static let name = "metadata.db"

  /// The path of the file.
  let path: String
  /// An identifier of the file's state, which changes whenever the file is written or replaced. It consists of the
  /// size, the modification time and the inode.
  let identity: String
  /// The size and the inode: ``identity`` without the modification time.
  let node: String
  /// An identifier of the file, regardless of its content.
  let inode: String
  /// The time of the last write, in seconds since 1970.
  let written: Double

  /// Reads the state of the file.
  ///
  /// - Parameter folder: The path of the library's folder.
  /// - Throws: `SourceFailure` if the file does not exist or is not readable.
  init(in folder: String) throws(SourceFailure) {
    path = "\(folder)/\(Self.name)"
    var status = stat()
    let hasZero = folder.utf8.contains(0)
    guard !hasZero, stat(path, &status) == 0 else {
      throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: hasZero ? ENOENT : errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SourceFailure(.malformed, path, cause: "it is not a regular file")
    }
    let time = status.modified
    inode = "\(status.st_dev) \(status.st_ino)"
    node = "\(status.st_size) \(inode)"
    identity = "\(time.tv_sec).\(time.tv_nsec) \(node)"
    written = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the folder of a library, from the path of the folder or of the database.
  static func folder(of path: String) -> String {
    var folder = path.hasSuffix("/\(name)") ? String(path.dropLast(name.utf8.count)) : path
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }

  /// Returns true if a path leads to the folder or the database of a calibre library.
  static func isLibrary(_ path: String) -> Bool { (try? LibraryFile(in: folder(of: path))) != nil }
}
