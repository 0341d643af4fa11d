import CatalogModel

/// Files as bibliographies name them.
enum CitedFile {
  /// - Parameter text: an absolute path or an address, and its type behind a tab.
  /// - Returns: `nil` for a path that leads on from a folder which nobody knows.
  static func file(of text: String) -> BookFile? {
    let parts = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed() }
    let path = parts.first ?? ""
    let type = parts.count > 1 && !parts[1].isEmpty ? mediaType(parts[1]) : nil
    if FileAddress.isOne(path) { return BookFile(address: path, mediaType: type) }
    return path.hasPrefix("/") ? BookFile(path: path, mediaType: type) : nil
  }

  /// `PDF` of JabRef, `application/pdf` of Zotero.
  private static func mediaType(_ text: String) -> String? {
    text.holds(UInt8(ascii: "/")) ? text.lowercased() : BookFile.mediaType(ofEnding: text.lowercased())
  }
}
