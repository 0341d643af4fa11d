/// Recognizes the placeholders that programs write if a title or author is unknown.
enum Placeholder {
  /// Returns true if a title is a word such as “Untitled”, a file name, or a number.
  static func isTitle(_ text: String) -> Bool {
    let letters = Fold.letters(of: text)
    if titles.contains(letters) { return true }
    if let dot = text.lastIndex(of: "."), extensions.contains(text[text.index(after: dot)...].lowercased()) {
      return true
    }
    // ISBNs, UUIDs and fingerprints contain more digits than titles do.
    let digits = letters.utf8.count { (48...57).contains($0) }
    return digits >= 8 && (digits + 1 >= letters.utf8.count || !text.contains(" "))
      || letters.hasPrefix("isbn") && digits >= 9
  }

  static func isAuthor(_ name: String) -> Bool { authors.contains(Fold.letters(of: name)) }

  private static let titles: Set<String> = [
    "unknown", "unknowntitle", "untitled", "notitle", "title", "na", "none", "null", "book", "ebook", "cover",
    "sanstitre", "ohnetitel", "sintitulo", "senzatitolo", "unbenannt",
  ]

  private static let authors: Set<String> = [
    "unknown", "unknownauthor", "author", "na", "none", "null", "various", "variousauthors", "multipleauthors",
    "anonymous", "anon", "unbekannt", "inconnu", "desconocido",
  ]

  private static let extensions: Set<String> = [
    "epub", "mobi", "azw", "azw3", "kfx", "pdf", "djvu", "fb2", "cbz", "cbr", "txt", "rtf", "doc", "docx", "odt",
    "html", "htm", "m4b", "mp3", "zip", "lit", "prc",
  ]
}
