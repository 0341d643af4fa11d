import Catalog

/// Which file of a book is opened, and with what.
enum BookFileChoice {
  /// The first file that is there, e-books before other files.
  ///
  /// - Parameter type: its ending; any without one.
  /// - Throws: ``CommandError/noBookFile(id:type:)``, ``CommandError/bookFileMissing(path:)``.
  static func file(of book: Book, type: String? = nil) throws -> BookFile {
    let wanted = type?.lowercased()
    let files = book.allFiles.filter { wanted == nil || $0.type == wanted }
    guard !files.isEmpty else { throw CommandError.noBookFile(id: book.id, type: wanted) }
    let there = files.filter { FileArguments.isThere($0) != false }
    guard let first = there.min(by: { rank($0) < rank($1) }) else {
      throw CommandError.bookFileMissing(path: FileArguments.place(of: files[0]))
    }
    return first
  }

  /// Returns the argument by which a program opens a file: an absolute path, or an address of the web, and so never an
  /// option.
  ///
  /// - Throws: ``CommandError/unsafeBookFile(_:)`` for a control character, which the program may show on a terminal.
  static func argument(for file: BookFile) throws -> String {
    let place = FileArguments.place(of: file)
    guard !place.holdsControlCharacter, !place.hasPrefix("-") else { throw CommandError.unsafeBookFile(place) }
    return place
  }

  /// The formats that adapt to a screen before those that do not, files of this machine before those elsewhere.
  private static func rank(_ file: BookFile) -> Int {
    let formats = ["epub", "kepub", "azw3", "mobi", "fb2", "pdf", "cbz"]
    return (formats.firstIndex(of: file.type ?? "") ?? formats.count) + (file.path == nil ? formats.count + 1 : 0)
  }

  /// What opens files with the program that the desktop has for them.
  #if canImport(Darwin)
    static let desktopProgram = "open"
  #else
    static let desktopProgram = "xdg-open"
  #endif
}
