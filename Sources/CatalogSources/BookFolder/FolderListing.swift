import CatalogModel
import Platform

/// The book files in a folder and its subfolders at one moment. Only directory entries are read, not the files.
struct FolderListing: Sendable {
  /// A part of the folder that could not be listed, such as an unreadable folder or a file name that is not valid text.
  struct Problem: Equatable, Sendable {
    /// The path relative to the folder. Invalid bytes are replaced.
    let path: String
    let reason: String
    /// True if the part may contain books that the catalog already contains.
    let hidesBooks: Bool
  }

  /// The maximum number of book files.
  static let fileLimit = 1_000_000
  /// The maximum depth of subfolders.
  static let depthLimit = 64
  /// The maximum number of problems to report.
  private static let problemLimit = 100
  /// The folders to skip, which contain deleted files or files that are not books.
  private static let skipped: Set<String> = ["__MACOSX", "$RECYCLE.BIN", "System Volume Information", "lost+found"]

  /// The files, sorted by the bytes of their paths.
  private(set) var files: [FolderFile] = []
  private(set) var problems: [Problem] = []
  /// A fingerprint that changes whenever a file is added, removed, moved or written. Derived from paths, sizes and
  /// times.
  private(set) var identity = ""

  /// Lists a folder. Names that begin with a dot are skipped. Links to folders are not followed. Links to files are
  /// followed only if the target is in the folder.
  ///
  /// - Throws: `SourceFailure` if the folder does not exist, is not readable, or contains too many files;
  ///   `CancellationError`.
  init(of folder: String) throws {
    guard !folder.utf8.contains(0), let real = FileBytes.realPath(folder) else {
      throw Self.failure(folder, folder.utf8.contains(0) ? ENOENT : errno)
    }
    var status = stat()
    guard stat(real, &status) == 0 else { throw Self.failure(folder, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SourceFailure(.malformed, folder, cause: "it is not a folder")
    }
    guard lstat(real + "/metadata.db", &status) != 0 else {
      throw SourceFailure(
        .malformed, folder, cause: "it is a calibre library: its metadata.db has more information than the files",
        hint: "add it as a calibre library")
    }
    try list(real, "", depth: 0, of: folder, inside: real == "/" ? "/" : real + "/")
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var fingerprint = Fingerprint()
    for file in files {
      fingerprint.mix(text: file.path)
      withUnsafeBytes(of: (file.size.littleEndian, file.modified.littleEndian)) { fingerprint.mix($0) }
    }
    for problem in problems { fingerprint.mix(text: problem.path + problem.reason) }
    identity = String(fingerprint.value, radix: 16)
  }

  /// Lists a folder recursively.
  ///
  /// - Parameters:
  ///   - path: The path of the folder to list.
  ///   - below: The path of this folder relative to `root`, with a slash at the end, or an empty string for the root
  ///     itself.
  ///   - root: The path of the folder where the listing began, with a slash at the end.
  private mutating func list(
    _ path: String, _ below: String, depth: Int, of folder: String, inside root: String
  ) throws {
    try Task.checkCancellation()
    guard let stream = opendir(path) else {
      if depth == 0 { throw Self.failure(folder, errno) }
      return note(
        below, "the folder cannot be read: \(SystemError.words(errno))", hidesBooks: true)
    }
    defer { closedir(stream) }
    let descriptor = dirfd(stream)
    var folders: [String] = []
    while let entry = readdir(stream) {
      let (valid, shown) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { (String(validatingCString: $0), String(cString: $0)) }
      }
      if shown.utf8.first == UInt8(ascii: ".") { continue }
      let type = Int32(entry.pointee.d_type)
      let isBook = BookFileType.recognized(by: shown.utf8) != nil
      // Entries that are neither books nor folders are skipped without a system call.
      guard isBook || type == Int32(DT_DIR) || type == Int32(DT_UNKNOWN), !Self.skipped.contains(shown) else {
        continue
      }
      guard let name = valid else {
        note(below + shown, "its name is not valid UTF-8; rename it")
        continue
      }
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: folders.append(name)
      case S_IFREG where isBook: try add(below + name, status, isLink: false, of: folder)
      case S_IFLNK where isBook:
        guard let target = FileBytes.realPath(root + below + name), target.hasPrefix(root), stat(target, &status) == 0,
          status.st_mode & S_IFMT == S_IFREG
        else { continue }
        try add(below + name, status, isLink: true, of: folder)
      default: continue
      }
    }
    guard depth < Self.depthLimit else {
      if !folders.isEmpty { note(below, "its folders are nested more than \(Self.depthLimit) levels deep") }
      return
    }
    for name in folders {
      try list(root + below + name, "\(below)\(name)/", depth: depth + 1, of: folder, inside: root)
    }
  }

  private mutating func add(_ path: String, _ status: stat, isLink: Bool, of folder: String) throws {
    guard files.count < Self.fileLimit else {
      throw SourceFailure(
        .tooLarge, folder, cause: "it contains more than \(Self.fileLimit.grouped) book files",
        hint: "add its folders one by one")
    }
    let file = FolderFile(
      path: path, size: Int64(status.st_size), modified: status.modifiedNanoseconds, isLink: isLink)
    if let file { files.append(file) }
  }

  private mutating func note(_ path: String, _ reason: String, hidesBooks: Bool = false) {
    guard hidesBooks || problems.count < Self.problemLimit else { return }
    problems.append(Problem(path: path, reason: reason, hidesBooks: hidesBooks))
  }

  private static func failure(_ path: String, _ code: Int32) -> SourceFailure {
    BookFiles.failure(InputError(operation: .open, path: path, systemCode: code))
  }
}
