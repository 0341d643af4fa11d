import CatalogModel

/// Removes file extensions from titles. For a document without a title, KOReader uses the name of its file; older
/// versions kept the extension.
///
/// Based on plugins/statistics.koplugin/main.lua and frontend/document/credocument.lua in KOReader.
enum DocumentName {
  /// The extensions of other document formats that KOReader opens. They are removed only if the document does not name
  /// its authors. In a document with authors, such an extension may be part of the title.
  private static let endings = [
    ".epub3", ".fb3", ".txt", ".txt.zip", ".html", ".html.zip", ".htm", ".xhtml", ".rtf", ".rtf.zip", ".doc", ".docx",
    ".odt", ".chm", ".pdb", ".tcr", ".md", ".xps",
  ]

  /// Returns a title without the extension of a file's name.
  ///
  /// - Parameter namesAuthors: True if the document names its authors.
  static func stem(of title: String, namesAuthors: Bool) -> String {
    var length = BookFileType.recognized(by: title.utf8)?.stem
    if length == nil, !namesAuthors {
      let folded = title.lowercased()
      length = endings.filter(folded.hasSuffix).map { title.utf8.count - $0.utf8.count }.min()
    }
    guard let length, let stem = String(title.utf8.prefix(length))?.trimmed(), !stem.isEmpty else { return title }
    return stem
  }
}
