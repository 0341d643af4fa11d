import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The location of the catalog. The option overrides the environment, which overrides the default location (XDG Base
/// Directory Specification).
struct CatalogLocation {
  let path: String
  /// True for the default location, whose folders are created if missing.
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

  /// True if a file exists at the path, or none can ever exist there. Opening reports what it is.
  var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT || path == ":memory:"
  }

  /// Creates the folders of the default location with access for the owner only.
  func makeFolder() throws {
    guard isDefault else { return }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      // A parent folder that cannot be created is no problem if it already exists.
      var status = stat()
      guard stat(folder, &status) != 0 else { continue }
      throw CommandError.folderNotMade(path: folder, errno: errno)
    }
  }
}
