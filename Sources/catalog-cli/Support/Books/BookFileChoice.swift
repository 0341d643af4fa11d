import Catalog

/// Chooses the file of a book to open, and the program to open it with.
enum BookFileChoice {
  /// Returns the preferred file among those that exist. E-books come before other files.
  ///
  /// - Parameter type: The file's extension; `nil` for any.
  /// - Throws: ``CommandError/noBookFile(id:type:)``, ``CommandError/bookFileMissing(path:)``.
  static func file(of book: Book, type: String? = nil) throws -> BookFile {
    let requestedType = type?.lowercased()
    let files = book.allFiles.filter { requestedType == nil || $0.type == requestedType }
    guard !files.isEmpty else { throw CommandError.noBookFile(id: book.id, type: requestedType) }
    let there = files.filter { FileArguments.isThere($0) != false }
    guard let first = there.min(by: { rank($0) < rank($1) }) else {
      throw CommandError.bookFileMissing(path: FileArguments.location(of: files[0]))
    }
    return first
  }

  /// Returns the argument with which to open a file: an absolute path or a web address. It never looks like an option.
  ///
  /// - Throws: ``CommandError/unsafeBookFile(_:)`` if it contains a control character, because the program may print it
  ///   on a terminal.
  static func argument(for file: BookFile) throws -> String {
    let location = FileArguments.location(of: file)
    guard !location.holdsControlCharacter, !location.hasPrefix("-") else { throw CommandError.unsafeBookFile(location) }
    return location
  }

  /// Returns the rank of a file. Formats that adapt to the screen come before fixed ones, and local files before remote
  /// ones.
  private static func rank(_ file: BookFile) -> Int {
    let formats = ["epub", "kepub", "azw3", "mobi", "fb2", "pdf", "cbz"]
    return (formats.firstIndex(of: file.type ?? "") ?? formats.count) + (file.path == nil ? formats.count + 1 : 0)
  }

  /// The command that opens a file with the desktop's program for it.
  #if canImport(Darwin)
    static let desktopProgram = "open"
  #else
    static let desktopProgram = "xdg-open"
  #endif
}
