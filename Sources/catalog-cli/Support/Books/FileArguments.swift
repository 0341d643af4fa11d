import Catalog
import CommandLineKit
import FoundationEssentials

/// Functions for the files of books, with the names that the user types and sees.
enum FileArguments {
  /// Returns the file at the given path, or at the given http or https address.
  ///
  /// - Throws: ``CommandError`` if the path does not refer to a regular file.
  static func named(_ name: String) throws -> BookFile {
    if isAddress(name) { return typed(BookFile(address: name)) }
    let path = absolutePath(name)
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw CommandError.noFile(verb: "attach", path: name)
    }
    guard facts[.type] as? FileAttributeType == .typeRegular else { throw CommandError.notAFile(path: name) }
    return typed(
      BookFile(
        path: path, size: (facts[.size] as? any BinaryInteger).flatMap { Int(exactly: $0) },
        modified: facts[.modificationDate] as? Date))
  }

  /// Returns true if `name` is the address or the path of the file.
  static func isNamed(_ file: BookFile, _ name: String) -> Bool {
    file.address == name || file.path.map { $0 == name || $0 == absolutePath(name) } ?? false
  }

  /// Returns the location shown to the user: the file's path, or else its address.
  static func location(of file: BookFile) -> String { file.path ?? file.address }

  /// Returns true if the file exists at its path; `nil` if the file is not on this machine.
  static func isThere(_ file: BookFile) -> Bool? { file.path.map { FileManager.default.fileExists(atPath: $0) } }

  private static func typed(_ file: BookFile) -> BookFile {
    var file = file
    file.mediaType = file.type.flatMap(BookFile.mediaType(ofEnding:))
    return file
  }

  private static func isAddress(_ name: String) -> Bool {
    ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
  }

  /// Returns the absolute path without `.` and `..` components.
  static func absolutePath(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return URL(filePath: full).standardizedFileURL.path
  }
}
