import Catalog

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
    // The specification wants relative paths ignored.
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
    return (folder ?? home + "/.config") + "/catalog/" + name
  }

  /// The lines with their numbers, without empty ones and those that begin with `#`; none where there is no file.
  func lines() throws(CatalogError) -> [(number: Int, text: Substring)] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw failure("read", errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("read", errno) }
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
    let text = String(decoding: try read(descriptor), as: UTF8.self)
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().compactMap { number, line in
      let text = line.drop { $0 == " " || $0 == "\t" }
      return text.isEmpty || text.hasPrefix("#") ? nil : (number + 1, text)
    }
  }

  private func read(_ descriptor: Int32) throws(CatalogError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { readSome(descriptor, $0.baseAddress! + filled, $0.count - filled) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", errno) }
      if count == 0 { break }
      filled += count
    }
    guard filled <= mostBytes else {
      throw CatalogError(.failed, "read", path, cause: "it is larger than \(mostBytes) bytes")
    }
    return Array(bytes[..<filled])
  }

  /// Changes the lines: reads them, and puts a new file in the place of the old one, so that whoever reads finds one of
  /// the two whole. Others that change it meanwhile wait.
  func change(_ change: ([Substring]) throws -> [String]?) throws {
    let folder = String(path[..<path.lastIndex(of: "/")!])
    try makeFolder(folder)
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw failure("write", errno) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("write", errno) }
    }
    guard let lines = try change(lines().map(\.text)) else { return }
    let text = lines.map { $0 + "\n" }.joined()
    guard text.utf8.count <= mostBytes else {
      throw CatalogError(.failed, "write", path, cause: "it would be larger than \(mostBytes) bytes")
    }
    try replace(Array(text.utf8))
  }

  private func replace(_ bytes: [UInt8]) throws(CatalogError) {
    // Whoever has the lock is alone; what a process that was killed left behind goes.
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write", errno) }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if count < 0, errno != EINTR { code = errno }
    }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw failure("write", code)
    }
  }

  private func makeFolder(_ folder: String) throws(CatalogError) {
    var made = ""
    for part in folder.split(separator: "/") {
      made += (made.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
      // A folder above that cannot be written is no harm while it is there.
      var status = stat()
      guard mkdir(made, 0o700) != 0, errno != EEXIST, stat(made, &status) != 0 else { continue }
      throw failure("write", errno)
    }
  }

  private func failure(_ operation: String, _ code: Int32) -> CatalogError {
    let kind: CatalogError.Code =
      switch code {
      case EACCES, EPERM, EROFS: .permissionDenied
      case ENOSPC, EDQUOT: .diskFull
      case ENOENT, ENOTDIR: .missing
      default: .failed
      }
    return CatalogError(kind, operation, path, cause: String(cString: strerror(code)).lowercased())
  }
}

private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
