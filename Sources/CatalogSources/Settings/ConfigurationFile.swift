import CatalogModel
import Platform

/// A small text file in the user's configuration folder (XDG Base Directory Specification).
struct ConfigurationFile: Sendable {
  let path: String
  /// The maximum size of the file in bytes.
  let maxBytes: Int
  /// True if only the owner of the file may have access to it.
  let isPrivate: Bool

  /// Returns `$XDG_CONFIG_HOME/catalog/NAME`, by default in `~/.config`.
  static func path(_ name: String, environment: [String: String]) -> String {
    UserFolder.configuration.path(environment: environment) + "/catalog/" + name
  }

  /// Returns the lines with their numbers, without empty lines and comments, which begin with `#`. Returns an empty
  /// array if the file does not exist.
  func lines() throws(CatalogError) -> [(number: Int, text: Substring)] {
    try allLines().enumerated().compactMap { number, line in Self.entry(line).map { (number + 1, $0) } }
  }

  /// Returns the content of a line, or `nil` for an empty line or a comment, which begins with `#`.
  static func entry(_ line: some StringProtocol) -> Substring? {
    let text = Substring(line.drop { $0 == " " || $0 == "\t" })
    return text.isEmpty || text.hasPrefix("#") ? nil : text
  }

  /// Returns all lines unchanged, without line endings.
  private func allLines() throws(CatalogError) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw PrivateFile.failure("read", path, errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw PrivateFile.failure("read", path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CatalogError(.inTheWay, "read", path, cause: "it is not a regular file")
    }
    if isPrivate {
      guard status.st_mode & 0o077 == 0 else {
        throw CatalogError(
          .permissionDenied, "read", path, cause: "other users can read or write it",
          hint: "make it private: chmod 600 '\(path)'")
      }
      guard status.st_uid == geteuid() else {
        throw CatalogError(.permissionDenied, "read", path, cause: "it belongs to another user")
      }
    }
    let text = String(decoding: try PrivateFile.bytes(of: descriptor, path, atMost: maxBytes), as: UTF8.self)
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Changes the lines. The file is replaced atomically, so that readers see either the old or the new file. Other
  /// processes that change it wait until the change is complete.
  ///
  /// - Parameter change: Returns the new lines, given all existing lines and comments, or `nil` to leave the file
  ///   unchanged.
  func change(_ change: ([String]) throws -> [String]?) throws {
    let folder = String(path[..<path.lastIndex(of: "/")!])
    try PrivateFile.makeFolder(folder)
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw PrivateFile.failure("write", path, errno) }
    defer { close(lock) }
    guard SystemCall.lock(lock) else { throw PrivateFile.failure("write", path, errno) }
    guard let lines = try change(allLines()) else { return }
    let text = lines.map { $0 + "\n" }.joined()
    guard text.utf8.count <= maxBytes else {
      throw CatalogError(.failed, "write", path, cause: "it would be larger than \(maxBytes) bytes")
    }
    // The lock excludes other writers, so an existing temporary file is left over from a process that was killed.
    let temporary = path + ".new"
    unlink(temporary)
    try PrivateFile.replace(path, with: Array(text.utf8), by: temporary)
  }
}
