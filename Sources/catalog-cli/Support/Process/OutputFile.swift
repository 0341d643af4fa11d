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
    let place = FilePlace(path)
    if FilePlace.ofCatalog(catalog).contains(where: place.isSame) {
      throw Self.inTheWay(path, "it is the catalog or belongs to it", hint: "name another file")
    }
    if let input, place.isSame(as: FilePlace(input)) {
      throw Self.inTheWay(path, "it is the file that is read", hint: "name another file")
    }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw Self.inTheWay(path, "it is a directory", hint: "name a file inside it")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        // Putting a file in the place of /dev/null or of a pipe would take it from every other program.
        throw Self.inTheWay(path, "it is not a regular file", hint: "name another file")
      }
      guard replaces else { throw Self.exists(path) }
    }
    self.path = path
    self.replaces = replaces
    var template = Array((path + ".XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    stream = StandardStream(descriptor: descriptor, name: path, isTerminal: false)
    guard descriptor >= 0 else { throw Self.failure(path) }
    Interruption.removesWhenInterrupted(temporary)
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
  /// - Throws: ``CatalogError/Code/inTheWay`` where it may replace nothing and another file has come meanwhile.
  func finish() throws {
    try stream.flush()
    guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    guard replaces ? rename(temporary, path) == 0 : ExclusiveRename.move(temporary, to: path) else {
      throw errno == EEXIST ? Self.exists(path) : Self.failure(path)
    }
  }

  private static func exists(_ path: String) -> CatalogError {
    inTheWay(path, "the file exists", hint: "replace it with --force")
  }

  private static func inTheWay(_ path: String, _ cause: String, hint: String) -> CatalogError {
    CatalogError(.inTheWay, "write", path, cause: cause, hint: hint)
  }

  private static func failure(_ path: String) -> CatalogError {
    let code = errno
    let cause = String(cString: strerror(code)).lowercased()
    return CatalogError(
      code == ENOSPC ? .diskFull : code == ENOENT ? .missing : .permissionDenied, "write", path, cause: cause,
      hint: "check the folder and its permissions")
  }
}
