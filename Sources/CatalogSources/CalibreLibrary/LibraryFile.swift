import CatalogModel
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of a calibre library as the file system tells of it at one moment.
struct LibraryFile: Equatable {
  /// What calibre calls its database.
  static let name = "metadata.db"

  /// Of the file.
  let path: String
  /// Changes whenever the file is written or another one takes its place: made of its size, the time of its last change
  /// and its inode.
  let identity: String
  /// The same without the time.
  let node: String
  /// Which file it is, whatever is in it.
  let inode: String
  /// When it was written, in seconds since 1970.
  let written: Double

  /// - Parameter folder: of the library.
  /// - Throws: `SourceFailure` when there is none, or it may not be read.
  init(in folder: String) throws(SourceFailure) {
    path = "\(folder)/\(Self.name)"
    var status = stat()
    let hasZero = folder.utf8.contains(0)
    guard !hasZero, stat(path, &status) == 0 else {
      throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: hasZero ? ENOENT : errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SourceFailure(.nonsense, path, cause: "it is no file")
    }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    inode = "\(status.st_dev) \(status.st_ino)"
    node = "\(status.st_size) \(inode)"
    identity = "\(time.tv_sec).\(time.tv_nsec) \(node)"
    written = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The folder of a library of which the folder or the file was named.
  static func folder(of path: String) -> String {
    var folder = path.hasSuffix("/\(name)") ? String(path.dropLast(name.utf8.count)) : path
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }

  /// Whether a folder, or the file that is named, is a calibre library.
  static func isLibrary(_ path: String) -> Bool { (try? LibraryFile(in: folder(of: path))) != nil }
}
