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

  /// The path of a file and its type as ``file(of:)`` reads them; `nil` for one of which more is known than bibliographies say,
  /// or whose path has signs that they give a meaning.
  static func text(of file: BookFile) -> String? {
    guard file.size == nil, file.modified == nil, let path = file.path, FileAddress.text(ofPath: path) == file.address,
      path.utf8.allSatisfy({ (32...126).contains($0) && !meaningful.contains($0) }), path.trimmed() == path
    else { return nil }
    guard let type = file.mediaType else { return path }
    return type.holds(UInt8(ascii: "/")) && type.utf8.allSatisfy(isTypeByte) ? "\(path)\t\(type)" : nil
  }

  private static let meaningful = Set("{}\\%:;\"".utf8)

  private static func isTypeByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || "/+-.".utf8.contains(byte)
  }
}
