import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The location of the catalog. The `--db` option overrides the environment variable, which overrides the default
/// location (XDG Base Directory Specification).
struct CatalogLocation {
  let path: String
  /// True for the default location. Its folders are created if they are missing.
  private let isDefault: Bool

  init(option: String?, environment: [String: String]) {
    if let named = option ?? environment["CATALOG_DB"].flatMap({ $0.isEmpty ? nil : $0 }) {
      path = named
      isDefault = false
    } else {
      path = UserFolder.data.path(environment: environment) + "/catalog/catalog.db"
      isDefault = true
    }
  }

  /// True if a file exists at the path. Also true if the system cannot tell, or if the path is `:memory:`. Opening the
  /// catalog then reports the problem.
  var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT || path == ":memory:"
  }

  /// Creates the folders of the default location. Only their owner has access.
  func makeFolder() throws {
    guard isDefault else { return }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      // If a parent folder cannot be created because it already exists, that is not an error.
      var status = stat()
      guard stat(folder, &status) != 0 else { continue }
      throw CommandError.folderNotMade(path: folder, errno: errno)
    }
  }
}
