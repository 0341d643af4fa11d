import CatalogSources
import Platform

/// The location of the catalog's file. The `--db` option takes precedence over the environment variable. Without
/// either, the default location is used (XDG Base Directory Specification).
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

  /// True if a file exists at the path, or if the path is `:memory:`. Also true if the system cannot determine this;
  /// opening the catalog then reports the problem.
  var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT || path == ":memory:"
  }

  /// Creates the folders of the default location, to which only their owner has access.
  func makeFolder() throws {
    guard isDefault else { return }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      // Failing to create a folder is not an error if the folder exists anyway.
      var status = stat()
      guard stat(folder, &status) != 0 else { continue }
      throw CommandError.folderNotMade(path: folder, errno: errno)
    }
  }
}
