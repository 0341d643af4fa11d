import CatalogModel
import FoundationEssentials
import Platform

/// The files of a file source at one moment: a single file, or the files with books in a folder.
struct BookFiles {
  /// The file extensions that are read in a folder.
  static let endings = [".jsonl", ".ndjson", ".csv", ".tsv", ".mrc", ".marcxml"]

  /// The paths in reading order, sorted by the bytes of their names.
  let paths: [String]
  /// A fingerprint that changes whenever a file is added, removed or written. It is made from names, sizes,
  /// modification times and inodes.
  let identity: String
  /// The time when the last of the files was written, in seconds since 1970.
  let written: Double

  /// Finds the files at a path.
  ///
  /// - Throws: `SourceFailure` if the path does not exist, is not readable, or contains no files with books.
  init(at path: String) throws(SourceFailure) {
    let status = try Self.status(of: path)
    var paths = [path]
    if status.st_mode & S_IFMT == S_IFDIR {
      paths = try Self.names(in: path).map { "\(path.hasSuffix("/") ? path : path + "/")\($0)" }
      guard !paths.isEmpty else {
        // The folder may be the mount point of a disk that is not mounted, so the error is that the file is missing.
        throw SourceFailure(.missing, path, cause: "it contains no file that ends with \(Self.endingsInWords)")
      }
    }
    var fingerprint = Fingerprint()
    var written = 0.0
    for path in paths {
      let status = try Self.status(of: path)
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SourceFailure(.malformed, path, cause: "it is neither a file nor a folder")
      }
      fingerprint.mix(text: path)
      let time = status.modified
      written = max(written, Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
      fingerprint.mix(text: "\(status.st_size) \(time.tv_sec) \(time.tv_nsec) \(status.st_dev) \(status.st_ino)")
    }
    self.paths = paths
    self.written = written
    identity = String(fingerprint.value, radix: 16)
  }

  private static let endingsInWords = "\(endings.dropLast().joined(separator: ", ")) or \(endings.last ?? "")"

  private static func status(of path: String) throws(SourceFailure) -> stat {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else {
      throw failure(InputError(operation: .open, path: path, systemCode: path.utf8.contains(0) ? ENOENT : errno))
    }
    return status
  }

  private static func names(in folder: String) throws(SourceFailure) -> [String] {
    guard let stream = opendir(folder) else {
      throw failure(InputError(operation: .open, path: folder, systemCode: errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let (valid, name) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { (String(validatingCString: $0), String(cString: $0)) }
      }
      // Names that begin with a dot are hidden files, such as backup copies of editors.
      guard !name.hasPrefix("."), endings.contains(where: name.lowercased().hasSuffix) else { continue }
      guard valid != nil else {
        throw SourceFailure(
          .malformed, folder, cause: "the name of a file in it is not valid UTF-8 (\(name))", hint: "rename that file")
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Converts a read error to a failure of the source.
  static func failure(_ error: InputError) -> SourceFailure {
    let code: SourceFailure.Code =
      switch error.code {
      case .notFound: .missing
      case .permissionDenied: .denied
      case .endless, .encoding: .malformed
      case .isDirectory, .other: .failed
      }
    return SourceFailure(code, error.path, cause: "cannot \(error.operation.rawValue) it: \(error.cause)")
  }
}
