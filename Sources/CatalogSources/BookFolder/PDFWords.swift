import CatalogModel

/// Recognises texts in PDFs that are not real titles or names of authors, such as file names and account names.
enum PDFWords {
  /// Prefixes that programs write before the name of a file.
  private static let programs = ["microsoft word - ", "microsoft powerpoint - ", "microsoft excel - "]
  private static let noTitles: Set<String> = [
    "untitled", "unknown", "none", "null", "n/a", "no title", "title", "document", "document1", "doc1", "pdf", "scan",
    "scanned document", "scanned image", "powerpoint presentation", "slide 1", "microsoft word", "cover", "layout 1",
    "book", "ebook", "print", "(anonymous)", "unbenannt", "sans titre", "sin título", "без названия",
  ]
  /// The extensions of files that PDFs are created from.
  private static let endings = [
    ".doc", ".docx", ".rtf", ".odt", ".pdf", ".tex", ".dvi", ".ps", ".eps", ".indd", ".indb", ".qxd", ".qxp", ".pmd",
    ".fm", ".pub", ".wpd", ".txt", ".html", ".htm", ".xml", ".xls", ".xlsx", ".ppt", ".pptx", ".tif", ".tiff", ".jpg",
    ".jpeg", ".png", ".epub", ".mobi",
  ]
  private static let noNames: Set<String> = [
    "unknown", "none", "null", "n/a", "user", "admin", "administrator", "owner", "author", "default", "root", "guest",
    "windows user", "microsoft", "microsoft office user", "microsoft corporation", "calibre", "scanner", "pc", "hp",
    "dell", "acer", "asus", "lenovo", "toshiba", "(anonymous)",
  ]

  /// Returns the title, or `nil` for a file name, an address, a number, or a program's default text.
  static func title(_ text: String) -> String? {
    let title = MarkupText.plain(text).canonicalLine()
    let folded = title.lowercased()
    guard !title.isEmpty, !noTitles.contains(folded), !programs.contains(where: folded.hasPrefix),
      !endings.contains(where: folded.hasSuffix), !folded.hasPrefix("untitled-"), !isLocation(folded)
    else { return nil }
    // Reject text that was decoded in the wrong encoding.
    guard !title.unicodeScalars.contains("\u{FFFD}"), !title.hasPrefix("þÿ") else { return nil }
    // “1984” is a title, but longer numbers, such as order numbers, are not.
    guard title.unicodeScalars.contains(where: \.properties.isAlphabetic) || title.utf8.count <= 4 else { return nil }
    return title
  }

  /// Returns true if the text is a path or an address.
  private static func isLocation(_ text: String) -> Bool {
    text.contains("://") || text.hasPrefix("/") || text.dropFirst().hasPrefix(":\\")
  }

  /// Returns true if the text looks like the name of a person, and not of an account, a machine or a program.
  static func isName(_ text: String) -> Bool {
    !noNames.contains(text.lowercased()) && !text.utf8.contains(UInt8(ascii: "@")) && !isLocation(text)
      && text.unicodeScalars.contains(where: \.properties.isAlphabetic) && !text.unicodeScalars.contains("\u{FFFD}")
  }
}
