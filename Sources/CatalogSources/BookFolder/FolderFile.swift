import CatalogModel

/// A book file in the listing of a folder.
struct FolderFile: Equatable, Sendable {
  /// The path relative to the folder, such as `Herbert/Dune.epub`.
  let path: String
  let size: Int64
  /// The modification time, in nanoseconds since 1970.
  let modified: Int64
  /// True if the file is a symbolic link to a file in the folder.
  let isLink: Bool
  /// The index of the file's type in ``BookFileType/all``.
  let rank: Int
  /// The number of bytes of the path up to and including the last slash.
  let folderBytes: Int
  /// The number of bytes of the path before the extension.
  let stemBytes: Int

  /// Returns the absolute path of the file.
  ///
  /// - Parameter folder: The path of the listed folder.
  func path(in folder: String) -> String { folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)" }

  var type: BookFileType { BookFileType.all[rank] }
  /// The name without the extension.
  var stem: String {
    String(decoding: path.utf8.dropFirst(folderBytes).prefix(stemBytes - folderBytes), as: UTF8.self)
  }
  /// The names of the parent folders, outermost first.
  var folders: [Substring] { path.utf8.prefix(folderBytes).split(separator: UInt8(ascii: "/")).map(Substring.init) }

  /// Creates a file. Returns `nil` if the file's extension does not belong to a type of book file.
  init?(path: String, size: Int64, modified: Int64, isLink: Bool) {
    let folderBytes =
      path.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { path.utf8.distance(from: path.utf8.startIndex, to: $0) + 1 } ?? 0
    guard let found = BookFileType.recognized(by: path.utf8.dropFirst(folderBytes)) else { return nil }
    (self.path, self.size, self.modified, self.isLink) = (path, size, modified, isLink)
    (rank, self.folderBytes, stemBytes) = (found.rank, folderBytes, folderBytes + found.stem)
  }
}

/// The files of one book: files of one folder whose names differ only in the extension.
struct FolderGroup: Equatable, Sendable {
  /// The files, beginning with the file that describes the book.
  var files: [FolderFile]

  var best: FolderFile { files[0] }

  /// Groups the files of a listing by book, in the order of the listing.
  static func all(of files: [FolderFile]) -> [FolderGroup] {
    var groups: [FolderGroup] = []
    var indices: [[UInt8]: Int] = [:]
    for file in files {
      let stem = Array(file.path.utf8.prefix(file.stemBytes))
      if let index = indices[stem] {
        groups[index].files.append(file)
      } else {
        indices[stem] = groups.count
        groups.append(FolderGroup(files: [file]))
      }
    }
    for index in groups.indices where groups[index].files.count > 1 { groups[index].sort() }
    return groups
  }

  /// Merges another group of files of the same book into this group.
  mutating func add(_ other: FolderGroup) {
    files += other.files
    sort()
  }

  private mutating func sort() {
    files.sort { $0.rank == $1.rank ? $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) : $0.rank < $1.rank }
  }
}
