import Catalog
import CommandLineKit
import FoundationEssentials

/// Files of books, as they are named on the command line and shown.
enum FileArguments {
  /// A file that somebody names: a path, or an address of http or https.
  ///
  /// - Throws: ``CommandError`` for a path where there is no file.
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

  /// Whether a file is meant by a name: its address, or its path.
  static func isNamed(_ file: BookFile, _ name: String) -> Bool {
    file.address == name || file.path.map { $0 == name || $0 == absolutePath(name) } ?? false
  }

  /// Where the file is, as people read it.
  static func place(of file: BookFile) -> String { file.path ?? file.address }

  /// Whether it is where it is said to be; `nil` for what is elsewhere than on this machine.
  static func isThere(_ file: BookFile) -> Bool? { file.path.map { FileManager.default.fileExists(atPath: $0) } }

  private static func typed(_ file: BookFile) -> BookFile {
    var file = file
    file.mediaType = file.type.flatMap(BookFile.mediaType(ofEnding:))
    return file
  }

  private static func isAddress(_ name: String) -> Bool {
    ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
  }

  /// The absolute path, without `.` and `..` in it.
  static func absolutePath(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return URL(filePath: full).standardizedFileURL.path
  }
}
