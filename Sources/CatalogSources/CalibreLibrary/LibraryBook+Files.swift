import CatalogModel

/// Paths of a book's files. Names in the database are not trusted, and cannot lead out of the library's folder.
extension LibraryBook {
  /// Returns the files of the book, without checking whether they exist.
  ///
  /// - Parameter library: The absolute path of the library's folder.
  func files(in library: String) -> [BookFile] {
    guard !formats.isEmpty, let folder = folder(in: library) else { return [] }
    return formats.compactMap { format in
      let ending = format.name.lowercased()
      let name = format.file + "." + ending
      guard Self.isEnding(ending), Self.isName(name) else { return nil }
      let size = Int(exactly: format.size).flatMap { $0 > 0 ? $0 : nil }
      return BookFile(path: folder + name, mediaType: BookFile.mediaType(ofEnding: ending), size: size)
    }
  }

  /// Returns the address of the cover, or `nil` if there is none.
  func cover(in library: String) -> String? {
    hasCover ? folder(in: library).map { FileAddress.text(ofPath: $0 + "cover.jpg") } : nil
  }

  /// Returns the path of the book's folder, with a slash at the end, or `nil` if the stored path leads out of the
  /// library.
  private func folder(in library: String) -> String? {
    var rest = path[...]
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
      guard Self.isName(rest[..<end]) else { return nil }
      rest = rest[rest.utf8.index(after: end)...]
    }
    guard Self.isName(rest) else { return nil }
    return (library == "/" ? "/" : library + "/") + path + "/"
  }

  /// Returns true if a string is a plain file name.
  private static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text != "." && text != ".." && text.utf8.count <= 255
      && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 32 || $0 == 127 }
  }

  /// Returns true for an extension such as `epub` or `original_epub`.
  private static func isEnding(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
