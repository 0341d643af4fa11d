import Catalog

/// The choice of a book's file to open, and of the program that opens the file.
enum BookFileChoice {
  /// Returns the preferred file among those that exist. E-books come before other files.
  ///
  /// - Parameter type: The extension that the file must have; `nil` for any extension.
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

  /// Returns the argument with which a program opens a file: an absolute path or a web address. The argument never
  /// looks like an option.
  ///
  /// - Throws: ``CommandError/unsafeBookFile(_:)`` if the location begins with a dash. Also throws it for a control
  ///   character, because the program may print the location on a terminal.
  static func argument(for file: BookFile) throws -> String {
    let location = FileArguments.location(of: file)
    guard !location.holdsControlCharacter, !location.hasPrefix("-") else { throw CommandError.unsafeBookFile(location) }
    return location
  }

  /// Returns the rank of a file; the lowest rank is preferred. Formats that adapt to the screen come before fixed
  /// formats, and local files before remote files.
  private static func rank(_ file: BookFile) -> Int {
    let formats = ["epub", "kepub", "azw3", "mobi", "fb2", "pdf", "cbz"]
    return (formats.firstIndex(of: file.type ?? "") ?? formats.count) + (file.path == nil ? formats.count + 1 : 0)
  }

  /// The command that opens a file in the desktop's default program.
  #if canImport(Darwin)
    static let desktopProgram = "open"
  #else
    static let desktopProgram = "xdg-open"
  #endif
}
