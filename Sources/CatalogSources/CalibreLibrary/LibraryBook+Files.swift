import CatalogModel

/// Where the files of a book are. Names are data: none leads out of the library's folder.
extension LibraryBook {
  /// Whether they are there nobody has looked.
  ///
  /// - Parameter folder: of the library, an absolute path.
  func files(in folder: String) -> [BookFile] {
    formats.compactMap { format in
      let ending = format.name.lowercased()
      guard Self.isEnding(ending), let path = path(of: "\(format.file).\(ending)", in: folder) else { return nil }
      let size = Int(exactly: format.size).flatMap { $0 > 0 ? $0 : nil }
      return BookFile(path: path, mediaType: BookFile.mediaType(ofEnding: ending), size: size)
    }
  }

  /// The address of the cover; `nil` without one.
  func cover(in folder: String) -> String? {
    hasCover ? path(of: "cover.jpg", in: folder).map(FileAddress.text(ofPath:)) : nil
  }

  private func path(of file: String, in folder: String) -> String? {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard steps.allSatisfy(Self.isName), Self.isName(file) else { return nil }
    return ([folder == "/" ? "" : folder] + steps + [file]).joined(separator: "/")
  }

  /// Whether a text names something in a folder and nothing else.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && text.utf8.count <= 255
      && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 32 || $0 == 127 }
  }

  /// `epub`, `original_epub`.
  private static func isEnding(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
