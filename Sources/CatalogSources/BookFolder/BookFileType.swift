import CatalogModel

/// A type of book file, recognised by the file extension.
struct BookFileType: Equatable, Sendable {
  /// The readers for the metadata in book files.
  enum Reader: Sendable {
    case epub, fictionBook, comicArchive, mobi, pdf
    /// No reader. The metadata comes from the file name alone.
    case name
  }

  let endings: [String]
  let reader: Reader
  var isComic = false

  /// All types, in order of priority. If a book has several files, the file with the first of these types describes the
  /// book. Text files and office documents are not included, because most of them are not books.
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

  /// Returns true if a member of an archive is an image, judging by its extension.
  static func isImage(_ name: String) -> Bool {
    let folded = name.lowercased()
    return imageEndings.contains { folded.hasSuffix($0) }
  }

  /// The media type of the first extension with a single dot, such as `.epub` but not `.kepub.epub`.
  var mediaType: String? {
    endings.first { $0.lastIndex(of: ".") == $0.startIndex }.flatMap {
      BookFile.mediaType(ofEnding: String($0.dropFirst()))
    }
  }

  /// All extensions with the indices of their types. Longer extensions come first.
  private static let byEnding: [(ending: [UInt8], rank: Int)] = all.enumerated()
    .flatMap { rank, type in type.endings.map { (Array($0.utf8), rank) } }
    .sorted { ($1.0.count, $0.1) < ($0.0.count, $1.1) }

  /// Determines the type of a file by its name.
  ///
  /// - Returns: The index of the type in ``all``, and the number of bytes before the extension. `nil` if the file is
  ///   not a book.
  static func recognized(by name: some Collection<UInt8>) -> (rank: Int, stem: Int)? {
    let end = name.suffix(maxLength).map { (65...90).contains($0) ? $0 + 32 : $0 }
    for (ending, rank) in byEnding where name.count > ending.count && end.suffix(ending.count).elementsEqual(ending) {
      return (rank, name.count - ending.count)
    }
    return nil
  }

  private static let maxLength = byEnding.first?.ending.count ?? 0
}
