import CatalogModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small file of lines in the folder of the user's configuration (XDG Base Directory Specification).
struct ConfigurationFile: Sendable {
  let path: String
  /// How large it may be.
  let mostBytes: Int
  /// Whether it is for its owner's eyes alone.
  let isPrivate: Bool

  /// `$XDG_CONFIG_HOME/catalog/NAME`, by default in `~/.config`.
  static func path(_ name: String, environment: [String: String]) -> String {
    UserFolder.configuration.path(environment: environment) + "/catalog/" + name
  }

  /// The lines with their numbers, without empty ones and those that begin with `#`; none where there is no file.
  func lines() throws(CatalogError) -> [(number: Int, text: Substring)] {
    try allLines().enumerated().compactMap { number, line in Self.entry(line).map { (number + 1, $0) } }
  }

  /// What a line says; `nil` of an empty one and of one for people alone, which begins with `#`.
  static func entry(_ line: some StringProtocol) -> Substring? {
    let text = Substring(line.drop { $0 == " " || $0 == "\t" })
    return text.isEmpty || text.hasPrefix("#") ? nil : text
  }

  /// Every line as it stands, without its end.
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
          .permissionDenied, "read", path, cause: "others can read or write it",
          hint: "keep it to yourself: chmod 600 '\(path)'")
      }
      guard status.st_uid == geteuid() else {
        throw CatalogError(.permissionDenied, "read", path, cause: "it belongs to another user")
      }
    }
    let text = String(decoding: try PrivateFile.bytes(of: descriptor, path, atMost: mostBytes), as: UTF8.self)
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Changes the lines: reads them, and puts a new file in the place of the old one, so that whoever reads finds one of
  /// the two whole. Others that change it meanwhile wait.
  ///
  /// - Parameter change: given every line as it stands, with those for people; `nil` leaves the file as it is.
  func change(_ change: ([String]) throws -> [String]?) throws {
    let folder = String(path[..<path.lastIndex(of: "/")!])
    try PrivateFile.makeFolder(folder)
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw PrivateFile.failure("write", path, errno) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw PrivateFile.failure("write", path, errno) }
    }
    guard let lines = try change(allLines()) else { return }
    let text = lines.map { $0 + "\n" }.joined()
    guard text.utf8.count <= mostBytes else {
      throw CatalogError(.failed, "write", path, cause: "it would be larger than \(mostBytes) bytes")
    }
    // Whoever has the lock is alone; what a process that was killed left behind goes.
    let temporary = path + ".new"
    unlink(temporary)
    try PrivateFile.replace(path, with: Array(text.utf8), by: temporary)
  }
}
