import Catalog
import CommandLineKit
import Platform

/// An output file to which only its owner has access. It is written next to its final path and renamed when it is
/// complete. The final path therefore never contains an incomplete file.
final class OutputFile: Sendable {
  private let path: String
  private let replaces: Bool
  private let temporary: String
  private let descriptor: Int32
  private let stream: StandardStream

  /// Creates a temporary file.
  ///
  /// - Parameters:
  ///   - replaces: True if an existing file may be replaced.
  ///   - catalog: The path of the catalog. The catalog and SQLite's files next to it are never replaced.
  ///   - input: The path of a file that is being read, which is never replaced either.
  init(path: String, replaces: Bool, catalog: String, input: String? = nil) throws {
    try Self.requireWritable(path, replaces: replaces, catalog: catalog, inputs: input.map { [$0] } ?? [])
    self.path = path
    self.replaces = replaces
    var template = Array((path + ".XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    stream = StandardStream(descriptor: descriptor, name: path, isTerminal: false)
    guard descriptor >= 0 else { throw CommandError.outputFailed(path: path, errno: errno) }
    Interruption.removesWhenInterrupted(temporary)
  }

  /// Checks that a file may be written to a path.
  ///
  /// - Parameters:
  ///   - replaces: True if an existing file may be replaced.
  ///   - catalog: The path of the catalog. The catalog and SQLite's files next to it are never replaced.
  ///   - inputs: The paths of files that are being read, which are never replaced either.
  static func requireWritable(_ path: String, replaces: Bool, catalog: String, inputs: [String]) throws {
    let location = FileLocation(path)
    if FileLocation.ofCatalog(catalog).contains(where: location.isSame) {
      throw CommandError.outputInTheWay(path: path, .catalog)
    }
    if inputs.contains(where: { location.isSame(as: FileLocation($0)) }) {
      throw CommandError.outputInTheWay(path: path, .input)
    }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw CommandError.outputInTheWay(path: path, .folder)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        // A device such as /dev/null or a pipe must not be replaced, because other programs use it.
        throw CommandError.outputInTheWay(path: path, .notAFile)
      }
      guard replaces else { throw CommandError.outputInTheWay(path: path, .file) }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // After `finish`, the temporary name no longer exists, or is a second link to the finished file.
    unlink(temporary)
    Interruption.removesWhenInterrupted(nil)
  }

  func write(_ bytes: [UInt8]) throws { try stream.write(bytes) }

  /// Moves the file to its final path.
  ///
  /// - Throws: ``CommandError/outputInTheWay(path:_:)`` if another file has appeared at the final path and must not be
  ///   replaced; ``CommandError/outputFailed(path:errno:)``.
  func finish() throws {
    try stream.flush()
    guard fsync(descriptor) == 0 else { throw CommandError.outputFailed(path: path, errno: errno) }
    guard replaces ? rename(temporary, path) == 0 : ExclusiveRename.move(temporary, to: path) else {
      let code = errno
      throw code == EEXIST ? CommandError.outputInTheWay(path: path, .file) : .outputFailed(path: path, errno: code)
    }
  }
}
