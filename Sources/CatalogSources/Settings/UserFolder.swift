#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folders of a user's files (XDG Base Directory Specification).
package enum UserFolder: String {
  case data = "XDG_DATA_HOME"
  case configuration = "XDG_CONFIG_HOME"
  case cache = "XDG_CACHE_HOME"

  /// The folder: as the variable says, else in the user's own. The specification wants relative paths ignored.
  package func path(environment: [String: String]) -> String {
    if let path = Self.absolute(environment[rawValue]) { return path }
    let home = Self.absolute(environment["HOME"]) ?? Self.home
    switch self {
    case .data: return home + "/.local/share"
    case .configuration: return home + "/.config"
    case .cache: return home + "/.cache"
    }
  }

  private static func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// The account's own folder, for who starts without `HOME`; the root where the account has none. The working folder it
  /// never is: files would lie wherever somebody happened to be.
  private static var home: String {
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 65_536)
    guard getpwuid_r(geteuid(), &account, &texts, texts.count, &found) == 0, found != nil, let folder = account.pw_dir
    else { return "" }
    return absolute(String(cString: folder)) ?? ""
  }
}
