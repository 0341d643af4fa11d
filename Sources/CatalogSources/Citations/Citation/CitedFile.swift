import CatalogModel

/// Converts files to and from the notation that bibliographies use.
enum CitedFile {
  /// Parses the path and type of a file.
  ///
  /// - Parameter text: An absolute path or an address, optionally followed by a tab and the type.
  /// - Returns: The file, or `nil` for a relative path, whose base folder is unknown.
  static func file(of text: String) -> BookFile? {
    let parts = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed() }
    let path = parts.first ?? ""
    let type = parts.count > 1 && !parts[1].isEmpty ? mediaType(parts[1]) : nil
    if FileAddress.isOne(path) { return BookFile(address: path, mediaType: type) }
    return path.hasPrefix("/") ? BookFile(path: path, mediaType: type) : nil
  }

  /// Returns the media type for a file type, which JabRef writes as `PDF` and Zotero as `application/pdf`.
  private static func mediaType(_ text: String) -> String? {
    text.holds(UInt8(ascii: "/")) ? text.lowercased() : BookFile.mediaType(ofEnding: text.lowercased())
  }

  /// Returns the path and type of a file in the form that ``file(of:)`` reads. Returns `nil` if the path has special
  /// characters, or if the file has properties that bibliographies lack.
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
