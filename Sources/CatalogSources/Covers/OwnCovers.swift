import CatalogModel
import FoundationEssentials
import Platform

/// The cover images that users have assigned to the books of a catalog. They are stored in a folder next to the
/// catalog's file and named after it, accessible only to its owner. An image is named by its content and never changed
/// or removed, because the history may refer to it.
package struct OwnCovers: Sendable {
  /// The maximum size of an image in bytes.
  package static let imageBytes = 16 * 1_048_576
  private static let ending = "-covers"

  /// The path of the folder, which is created with the first image.
  package let folder: String

  /// Creates the store of a catalog.
  ///
  /// - Parameter path: The path of the catalog's file.
  package init(ofCatalogAt path: String) {
    folder = (FileBytes.realPath(path) ?? URL(filePath: path).path) + Self.ending
  }

  /// Stores an image.
  ///
  /// - Returns: The address of the image.
  /// - Throws: ``CatalogError`` if the image cannot be written, in which case no partial file is left; `InvalidValue`
  ///   if the data is not a supported image.
  package func store(_ bytes: [UInt8]) throws -> String {
    guard let image = ImageHeader(bytes), bytes.count <= Self.imageBytes else {
      throw InvalidValue("cover", "", "it is not a supported image, or it is too large")
    }
    try PrivateFile.makeFolder(folder)
    let hash = SHA256.hash(bytes).map(\.hexadecimal).joined()
    let path = "\(folder)/\(hash).\(image.kind.fileExtension)"
    if try holds(bytes, at: path) { return FileAddress.text(ofPath: path) }
    let temporary = "\(folder)/.\(UUID().uuidString)"
    try PrivateFile.replace(temporary, with: bytes, by: temporary + "-")
    defer { unlink(temporary) }
    // Unlike a rename, a link does not replace an existing file.
    guard link(temporary, path) == 0 || errno == EEXIST else { throw PrivateFile.failure("write", path, errno) }
    guard try holds(bytes, at: path) else {
      throw CatalogError(.inTheWay, "write", path, cause: "a different file is there", hint: "move it away")
    }
    return FileAddress.text(ofPath: path)
  }

  /// Returns true if a path has the form of a stored cover.
  static func isName(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard parts.count >= 2, parts[parts.count - 2].hasSuffix(ending) else { return false }
    let name = parts[parts.count - 1].split(separator: ".", omittingEmptySubsequences: false)
    return name.count == 2 && name[0].utf8.count == 64 && name[0].allSatisfy(\.isHexDigit)
  }

  private func holds(_ bytes: [UInt8], at path: String) throws -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes.count else { return false }
    return try PrivateFile.bytes(at: path, atMost: Self.imageBytes) == bytes
  }
}
