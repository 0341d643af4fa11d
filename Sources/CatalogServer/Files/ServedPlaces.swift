import Catalog
import Platform

/// The locations on this machine whose files may be sent.
///
/// The path of a book's file may come from the author of any feed that was read. A path is therefore allowed only if,
/// with symbolic links resolved, it is inside a folder that the user added as a source, or if the user attached the
/// file.
struct ServedPlaces {
  private let folders: [String]
  private let archives: Set<String>
  /// The folder of the covers that were uploaded as images; `nil` if there is none.
  private let covers: String?

  init(_ view: ServedView) throws {
    var folders: [String] = []
    var archives: Set<String> = []
    for location in try view.locations() {
      switch location.kind {
      case .folder, .calibreLibrary: if let path = Self.real(location.path) { folders.append(path) }
      // Imported files may contain covers.
      case .file, .import: if let path = Self.real(location.path) { archives.insert(path) }
      case .local, .samples, .feed, .opds, .calibre, .koreader, .app: break
      }
    }
    (self.folders, self.archives) = (folders, archives)
    covers = view.coverFolder.flatMap(Self.real)
  }

  /// Returns the path of a book's file, with symbolic links resolved, if the file may be sent. Its extension must be
  /// that of a book format.
  ///
  /// - Parameter isAttached: True if the user attached the file to the book.
  /// - Returns: `nil` if the file is outside the allowed locations or missing.
  func path(of file: BookFile, isAttached: Bool) -> String? {
    guard let type = file.type, BookFile.mediaType(ofEnding: type) != nil, let path = file.path.flatMap(Self.real)
    else {
      return nil
    }
    // A symbolic link may lead to a file with another extension.
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard BookFile.mediaType(ofEnding: ending) != nil, isAttached || isBelowFolder(path) else { return nil }
    return path
  }

  /// Returns true if the image at a path may be sent. The path may name the image itself, or a file that contains the
  /// image.
  func hasCover(at path: String) -> Bool {
    Self.real(path).map { isBelowFolder($0) || archives.contains($0) || isGiven($0) } ?? false
  }

  private func isGiven(_ path: String) -> Bool {
    guard let folder = covers?.utf8, let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return path.utf8[..<end].elementsEqual(folder)
  }

  private func isBelowFolder(_ path: String) -> Bool {
    folders.contains { path.utf8.starts(with: ($0 == "/" ? $0 : $0 + "/").utf8) }
  }

  /// Returns the path with symbolic links and dots resolved; `nil` if nothing exists at the path.
  private static func real(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
