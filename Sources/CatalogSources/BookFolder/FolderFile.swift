import CatalogModel

/// A file with a book, as a folder's listing has it.
struct FolderFile: Equatable, Sendable {
  /// Below the folder, such as `Herbert/Dune.epub`.
  let path: String
  let size: Int64
  /// When its content was changed last, in nanoseconds since 1970.
  let modified: Int64
  /// Whether it is a symbolic link to a file of the folder.
  let isLink: Bool
  /// The place of its type in ``BookFileType/all``.
  let rank: Int
  /// How many bytes of the path the folders above have, with the slash behind them.
  let folderBytes: Int
  /// How many bytes of the path stand before the ending.
  let stemBytes: Int

  /// Where the file is.
  ///
  /// - Parameter folder: the path of the folder of the listing.
  func path(in folder: String) -> String { folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)" }

  var type: BookFileType { BookFileType.all[rank] }
  /// The name without its ending.
  var stem: String {
    String(decoding: path.utf8.dropFirst(folderBytes).prefix(stemBytes - folderBytes), as: UTF8.self)
  }
  /// The names of the folders above, the outermost first.
  var folders: [Substring] { path.utf8.prefix(folderBytes).split(separator: UInt8(ascii: "/")).map(Substring.init) }

  /// A file of its path; `nil` for what is no book.
  init?(path: String, size: Int64, modified: Int64, isLink: Bool) {
    let folderBytes =
      path.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { path.utf8.distance(from: path.utf8.startIndex, to: $0) + 1 } ?? 0
    guard let told = BookFileType.told(by: path.utf8.dropFirst(folderBytes)) else { return nil }
    (self.path, self.size, self.modified, self.isLink) = (path, size, modified, isLink)
    (rank, self.folderBytes, stemBytes) = (told.rank, folderBytes, folderBytes + told.stem)
  }
}

/// The files of one book: those of one folder whose names differ in their endings alone.
struct FolderGroup: Equatable, Sendable {
  /// The one that speaks for the book in front.
  var files: [FolderFile]

  var best: FolderFile { files[0] }

  /// The groups of a listing, in its order.
  static func all(of files: [FolderFile]) -> [FolderGroup] {
    var groups: [FolderGroup] = []
    var places: [[UInt8]: Int] = [:]
    for file in files {
      let stem = Array(file.path.utf8.prefix(file.stemBytes))
      if let place = places[stem] {
        groups[place].files.append(file)
      } else {
        places[stem] = groups.count
        groups.append(FolderGroup(files: [file]))
      }
    }
    for place in groups.indices where groups[place].files.count > 1 { groups[place].sort() }
    return groups
  }

  /// Makes one book of two that are the same.
  mutating func add(_ other: FolderGroup) {
    files += other.files
    sort()
  }

  private mutating func sort() {
    files.sort { $0.rank == $1.rank ? $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) : $0.rank < $1.rank }
  }
}
