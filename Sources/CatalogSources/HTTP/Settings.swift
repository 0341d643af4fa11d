import Catalog

/// What the user has set once and for all: the file `settings` in the folder of the user's configuration, with lines such
/// as `contact = ada@books.example`. Lines that begin with `#` say nothing, and names that are not known are passed over.
public struct Settings: Sendable, Equatable {
  /// How those who run a server can reach the user; part of the User-Agent.
  public var contact: String?

  /// The settings of a user: `$XDG_CONFIG_HOME/catalog/settings`, by default in `~/.config`. Without a file nothing is set.
  ///
  /// - Throws: `CatalogError` for a file that cannot be read, is larger than 64 KiB, or has another sort of line.
  public init(environment: [String: String]) throws(CatalogError) {
    let path = ConfigurationFile.path("settings", environment: environment)
    let file = ConfigurationFile(path: path, mostBytes: 65_536, isPrivate: false)
    for (number, line) in try file.lines() {
      guard let sign = line.firstIndex(of: "=") else {
        throw CatalogError(
          .failed, "read", path, cause: "line \(number) is not a name, an equals sign and a value",
          hint: "write it as contact = you@example.org")
      }
      let value = Self.trimmed(line[line.index(after: sign)...])
      if Self.trimmed(line[..<sign]) == "contact" { contact = value.isEmpty ? nil : value }
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
