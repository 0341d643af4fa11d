import Catalog

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that a command writes: made beside its final name, readable by its owner alone, and put in place when it is
/// whole, so that a half-written one never stands there.
final class OutputFile: Sendable {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let stream: StandardStream

  /// - Parameters:
  ///   - replaces: whether a file that is there may be replaced.
  ///   - precious: files that are never replaced: the catalog itself, the input that is being read.
  init(path: String, replaces: Bool, precious: [String]) throws {
    var status = stat()
    if stat(path, &status) == 0 {
      for other in precious {
        var precious = stat()
        guard stat(other, &precious) == 0, precious.st_ino == status.st_ino, precious.st_dev == status.st_dev else {
          continue
        }
        throw CatalogError(.inTheWay, "write", path, cause: "it is the file that is read", hint: "name another file")
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw CatalogError(.inTheWay, "write", path, cause: "it is a directory", hint: "name a file inside it")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        // Putting a file in the place of /dev/null or of a pipe would take it from every other program.
        throw CatalogError(.inTheWay, "write", path, cause: "it is not a regular file", hint: "name another file")
      }
      guard replaces else {
        throw CatalogError(.inTheWay, "write", path, cause: "the file exists", hint: "replace it with --force")
      }
    }
    self.path = path
    var template = Array((path + ".XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    stream = StandardStream(descriptor: descriptor, name: path, isTerminal: false)
    guard descriptor >= 0 else { throw Self.failure(path) }
    Interruption.removesWhenInterrupted(temporary)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // There is nothing of this name any more once the file is in place.
    unlink(temporary)
    Interruption.removesWhenInterrupted(nil)
  }

  func write(_ bytes: [UInt8]) throws { try stream.write(bytes) }

  /// Puts the file in place.
  func finish() throws {
    try stream.flush()
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
  }

  private static func failure(_ path: String) -> CatalogError {
    let code = errno
    let cause = String(cString: strerror(code)).lowercased()
    return CatalogError(
      code == ENOSPC ? .diskFull : code == ENOENT ? .missing : .permissionDenied, "write", path, cause: cause,
      hint: "check the folder and its permissions")
  }
}
