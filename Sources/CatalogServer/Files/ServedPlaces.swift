import Catalog

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// From where on this machine bytes may be sent. That a book's file is at a path, anybody may have said whose feed was read; so a
/// path counts only below a folder that the user made a source, wherever links lead; or where the user attached the file.
struct ServedPlaces {
  private let folders: [String]
  private let archives: Set<String>
  /// Where the images are that were given to books as covers; `nil` where there are none.
  private let covers: String?

  init(_ view: ServedView) throws {
    var folders: [String] = []
    var archives: Set<String> = []
    for place in try view.places() {
      switch place.kind {
      case .folder, .calibreLibrary: if let path = Self.real(place.path) { folders.append(path) }
      // What was imported from it may have its covers in it.
      case .file, .import: if let path = Self.real(place.path) { archives.insert(path) }
      case .local, .samples, .feed, .opds, .calibre, .koreader, .app: break
      }
    }
    (self.folders, self.archives) = (folders, archives)
    covers = view.coverFolder.flatMap(Self.real)
  }

  /// The path of a book's file without links, where it may be sent: what its name says is a kind of file that books have.
  ///
  /// - Parameter isAttached: whether the user says that it is the book's.
  /// - Returns: `nil` where it is elsewhere, or not there.
  func path(of file: BookFile, isAttached: Bool) -> String? {
    guard let type = file.type, BookFile.mediaType(ofEnding: type) != nil, let path = file.path.flatMap(Self.real)
    else {
      return nil
    }
    // A link may lead to what has another name.
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard BookFile.mediaType(ofEnding: ending) != nil, isAttached || isBelowFolder(path) else { return nil }
    return path
  }

  /// Whether an image, or what holds it, may be sent from a path.
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

  /// The path without links and dots; `nil` where nothing is there.
  private static func real(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
