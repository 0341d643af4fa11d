import Catalog
import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that a command writes: made beside its final name, readable by its owner alone, and put in place when it is
/// whole, so that a half-written one never stands there.
final class OutputFile: Sendable {
  private let path: String
  private let replaces: Bool
  private let temporary: String
  private let descriptor: Int32
  private let stream: StandardStream

  /// - Parameters:
  ///   - replaces: whether a file that is there may be replaced.
  ///   - catalog: the path of the catalog, which is never replaced, nor is what SQLite keeps beside it.
  ///   - input: a file that is being read, which is never replaced either.
  init(path: String, replaces: Bool, catalog: String, input: String? = nil) throws {
    try Self.requirePlace(path, replaces: replaces, catalog: catalog, inputs: input.map { [$0] } ?? [])
    self.path = path
    self.replaces = replaces
    var template = Array((path + ".XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    stream = StandardStream(descriptor: descriptor, name: path, isTerminal: false)
    guard descriptor >= 0 else { throw CommandError.outputFailed(path: path, errno: errno) }
    Interruption.removesWhenInterrupted(temporary)
  }

  /// Looks whether a file may be put somewhere.
  ///
  /// - Parameter inputs: files that are being read, which are never replaced. The others are described at the initialiser.
  static func requirePlace(_ path: String, replaces: Bool, catalog: String, inputs: [String]) throws {
    let place = FilePlace(path)
    if FilePlace.ofCatalog(catalog).contains(where: place.isSame) {
      throw CommandError.outputInTheWay(path: path, .catalog)
    }
    if inputs.contains(where: { place.isSame(as: FilePlace($0)) }) {
      throw CommandError.outputInTheWay(path: path, .input)
    }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw CommandError.outputInTheWay(path: path, .folder)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        // Putting a file in the place of /dev/null or of a pipe would take it from every other program.
        throw CommandError.outputInTheWay(path: path, .notAFile)
      }
      guard replaces else { throw CommandError.outputInTheWay(path: path, .file) }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // Once the file is in place, there is nothing of this name any more, or a second name of it.
    unlink(temporary)
    Interruption.removesWhenInterrupted(nil)
  }

  func write(_ bytes: [UInt8]) throws { try stream.write(bytes) }

  /// Puts the file in place.
  ///
  /// - Throws: ``CommandError/outputInTheWay(path:_:)`` where it may replace nothing and another file has come meanwhile.
  func finish() throws {
    try stream.flush()
    guard fsync(descriptor) == 0 else { throw CommandError.outputFailed(path: path, errno: errno) }
    guard replaces ? rename(temporary, path) == 0 : ExclusiveRename.move(temporary, to: path) else {
      let code = errno
      throw code == EEXIST ? CommandError.outputInTheWay(path: path, .file) : .outputFailed(path: path, errno: code)
    }
  }
}
