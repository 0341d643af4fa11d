import CatalogModel

/// What sort of book a file holds, told by the end of its name.
struct BookFileType: Equatable, Sendable {
  /// Who reads what such a file says of its book.
  enum Reader: Sendable {
    case epub, fictionBook, comicArchive, mobi, pdf
    /// Nobody: its name says all that is known.
    case name
  }

  let endings: [String]
  let reader: Reader
  var isComic = false

  /// Of several files of one book the first one of these speaks for it. Text files and documents of office programs are
  /// not among them: most of those are no books.
  static let all: [BookFileType] = [
    BookFileType(
      endings: [".kepub.epub", ".epub", ".kepub", ".original_epub"], reader: .epub),
    BookFileType(endings: [".fb2"], reader: .fictionBook),
    BookFileType(endings: [".fb2.zip", ".fbz"], reader: .fictionBook),
    BookFileType(
      endings: [".cbz"], reader: .comicArchive, isComic: true),
    BookFileType(endings: [".azw3", ".azw4", ".kfx"], reader: .mobi),
    BookFileType(endings: [".azw"], reader: .mobi),
    BookFileType(endings: [".mobi", ".prc"], reader: .mobi),
    BookFileType(endings: [".lit"], reader: .name),
    BookFileType(endings: [".lrf"], reader: .name),
    BookFileType(endings: [".pdf"], reader: .pdf),
    BookFileType(endings: [".djvu", ".djv"], reader: .name),
    BookFileType(endings: [".cbr"], reader: .name, isComic: true),
    BookFileType(endings: [".cb7"], reader: .name, isComic: true),
    BookFileType(endings: [".cbt"], reader: .name, isComic: true),
  ]

  private static let imageEndings = [".jpg", ".jpeg", ".png", ".gif", ".webp"]

  /// Whether a member of an archive is an image, by the end of its name.
  static func isImage(_ name: String) -> Bool {
    let folded = name.lowercased()
    return imageEndings.contains { folded.hasSuffix($0) }
  }

  /// That of its shortest name.
  var mediaType: String? {
    endings.first { $0.lastIndex(of: ".") == $0.startIndex }.flatMap {
      BookFile.mediaType(ofEnding: String($0.dropFirst()))
    }
  }

  /// All endings, the longer of two that fit in front, with the places of their types.
  private static let byEnding: [(ending: [UInt8], rank: Int)] = all.enumerated()
    .flatMap { rank, type in type.endings.map { (Array($0.utf8), rank) } }
    .sorted { ($1.0.count, $0.1) < ($0.0.count, $1.1) }

  /// What a file's name says of it.
  ///
  /// - Returns: the place of its type in ``all`` and how many bytes of the name stand before the ending; `nil` for what is
  ///   no book.
  static func told(by name: some Collection<UInt8>) -> (rank: Int, stem: Int)? {
    let end = name.suffix(longest).map { (65...90).contains($0) ? $0 + 32 : $0 }
    for (ending, rank) in byEnding where name.count > ending.count && end.suffix(ending.count).elementsEqual(ending) {
      return (rank, name.count - ending.count)
    }
    return nil
  }

  private static let longest = byEnding.first?.ending.count ?? 0
}
