import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the catalog is: the option beats the environment, and that the usual place (XDG Base Directory Specification).
struct CatalogLocation {
  let path: String
  /// Whether it is the usual place, whose folders are made when they are missing.
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

  /// Whether something stands there, or nothing ever can; what it is, opening tells.
  var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT || path == ":memory:"
  }

  /// Makes the folders of the usual place, for their owner alone.
  func makeFolder() throws {
    guard isDefault else { return }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      // A folder above that cannot be written is no harm while it is there.
      var status = stat()
      guard stat(folder, &status) != 0 else { continue }
      throw CommandError.folderNotMade(path: folder, errno: errno)
    }
  }
}
