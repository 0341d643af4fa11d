import CatalogModel
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The covers that people have given to books of a catalog as images: in a folder beside its file that is named after it, for its owner
/// alone. An image is named by its content, is never changed, and stays, since history may lead back to it.
package struct OwnCovers: Sendable {
  /// How large an image may be.
  package static let imageBytes = 16 * 1_048_576
  private static let ending = "-covers"

  /// Where they are; it is made with the first one.
  package let folder: String

  /// - Parameter path: of the catalog's file.
  package init(ofCatalogAt path: String) {
    folder = (FileBytes.realPath(path) ?? URL(filePath: path).path) + Self.ending
  }

  /// Keeps an image.
  ///
  /// - Returns: its address.
  /// - Throws: ``CatalogError`` where it cannot be written: nothing is left of it then. `InvalidValue` for what is no image.
  package func store(_ bytes: [UInt8]) throws -> String {
    guard let image = ImageHeader(bytes), bytes.count <= Self.imageBytes else {
      throw InvalidValue("cover", "", "it is no image that covers are, or too large")
    }
    try PrivateFile.makeFolder(folder)
    let hash = SHA256.hash(bytes).map { String($0, radix: 16).leftPadded(to: 2) }.joined()
    let path = "\(folder)/\(hash).\(image.kind.fileExtension)"
    if try holds(bytes, at: path) { return FileAddress.text(ofPath: path) }
    let temporary = "\(folder)/.\(UUID().uuidString)"
    try PrivateFile.replace(temporary, with: bytes, by: temporary + "-")
    defer { unlink(temporary) }
    // Unlike renaming, this replaces nothing that others have put there.
    guard link(temporary, path) == 0 || errno == EEXIST else { throw PrivateFile.failure("write", path, errno) }
    guard try holds(bytes, at: path) else {
      throw CatalogError(.inTheWay, "write", path, cause: "another file is there", hint: "move it away")
    }
    return FileAddress.text(ofPath: path)
  }

  /// Whether a path has the form that those of such images have.
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
