import Platform

/// The folders of the user's files (XDG Base Directory Specification).
package enum UserFolder: String {
  case data = "XDG_DATA_HOME"
  case configuration = "XDG_CONFIG_HOME"
  case cache = "XDG_CACHE_HOME"

  /// Returns the folder that the variable specifies, or else the default in the home folder. As the specification
  /// requires, relative paths are ignored.
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

  /// The account's home folder, for processes started without `HOME`, or the root folder if the account has none. The
  /// working folder is never used, because files would then be created wherever the program was started.
  private static var home: String {
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 65_536)
    guard getpwuid_r(geteuid(), &account, &texts, texts.count, &found) == 0, found != nil, let folder = account.pw_dir
    else { return "" }
    return absolute(String(cString: folder)) ?? ""
  }
}
