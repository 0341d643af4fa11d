import CatalogModel

/// Names of files that stand where a title should: where a document has no title, KOReader takes its file's name, which older
/// versions left its ending.
///
/// By plugins/statistics.koplugin/main.lua and frontend/document/credocument.lua of KOReader.
enum DocumentName {
  /// What KOReader reads besides e-books. Such an ending may belong to the title of a book that names its authors.
  private static let endings = [
    ".epub3", ".fb3", ".txt", ".txt.zip", ".html", ".html.zip", ".htm", ".xhtml", ".rtf", ".rtf.zip", ".doc", ".docx",
    ".odt", ".chm", ".pdb", ".tcr", ".md", ".xps",
  ]

  /// A title without the ending of a file's name.
  ///
  /// - Parameter namesAuthors: whether the document names its authors.
  static func stem(of title: String, namesAuthors: Bool) -> String {
    var length = BookFileType.told(by: title.utf8)?.stem
    if length == nil, !namesAuthors {
      let folded = title.lowercased()
      length = endings.filter(folded.hasSuffix).map { title.utf8.count - $0.utf8.count }.min()
    }
    guard let length, let stem = String(title.utf8.prefix(length))?.trimmed(), !stem.isEmpty else { return title }
    return stem
  }
}
