import CatalogModel

/// The user's settings. They are read from the file `settings` in the user's configuration folder, which contains lines
/// such as `contact = ada@books.example`. Lines that begin with `#` are comments. Unknown names, such as names from a
/// later version, are ignored, but `catalog browse` reports them.
public struct Settings: Sendable, Equatable {
  /// The path of the file, for messages that explain what to write into it.
  public let path: String
  /// `contact`: The user's address for server operators, which is part of the User-Agent.
  public var contact: String?
  /// `metadata`: The name of the default metadata provider.
  public var metadata = "openlibrary"
  /// `openlibrary`: The address of Open Library, or of a compatible server.
  public var openLibrary = "https://openlibrary.org"
  /// `openlibrary-covers`: The address of Open Library's covers.
  public var openLibraryCovers = Self.defaultOpenLibraryCovers
  package static let defaultOpenLibraryCovers = "https://covers.openlibrary.org"
  /// `cover-cache`: The maximum size of the cover cache in megabytes, 1 to 1,000,000.
  public var coverCache = 256
  /// `covers`: Determines whether the server fetches the covers that books name on the web.
  public var covers = CoverSetting.ask
  /// `isbn-file`: The path of the file for looking up ISBNs offline, or `nil` for the default path.
  public var isbnFile: String?
  /// `columns`: The default columns of lists in a terminal, in the syntax of `--columns`. The names are checked later,
  /// because only a catalog knows which names are valid.
  package var columns: String?
  /// `browse.keys.NAME`: The keys of browser commands, in the order of the lines.
  package var browserKeys: [Line] = []
  /// `browse.columns`: The columns of the browser, in the syntax of ``columns``.
  package var browserColumns: Line?
  /// The lines with unknown names.
  package var unknown: [Line] = []

  /// A line of the settings file that this module does not interpret.
  package struct Line: Sendable, Equatable {
    package let number: Int
    package let name: String
    package let value: String

    package init(number: Int, name: String, value: String) {
      (self.number, self.name, self.value) = (number, name, value)
    }
  }

  private static let keysPrefix = "browse.keys."

  /// The names of all settings, except those of browser commands.
  package static let names = [
    "contact", "metadata", "columns", "browse.columns", "openlibrary", "openlibrary-covers", "cover-cache",
    "covers", "isbn-file",
  ]

  /// Reads the settings of the current user: `$XDG_CONFIG_HOME/catalog/settings`, by default in `~/.config`. All
  /// settings have their defaults if the file does not exist.
  ///
  /// - Throws: `CatalogError` if the file cannot be read, is larger than 64 KiB, or contains a malformed line or an
  ///   invalid value.
  public init(environment: [String: String]) throws(CatalogError) {
    path = ConfigurationFile.path("settings", environment: environment)
    let file = ConfigurationFile(path: path, maxBytes: 65_536, isPrivate: false)
    for (number, line) in try file.lines() {
      guard let separator = line.unicodeScalars.firstIndex(of: "=") else {
        throw problem(
          number, "is not of the form NAME = VALUE", hint: "write it as contact = you@example.org")
      }
      let value = String(line.unicodeScalars[separator...].dropFirst()).trimmed()
      if !value.isEmpty { try set(String(line[..<separator]).trimmed(), value, line: number) }
    }
  }

  private mutating func set(_ name: String, _ value: String, line: Int) throws(CatalogError) {
    switch name {
    case "contact": contact = value
    case "metadata": metadata = value
    case "columns": columns = value
    case "browse.columns": browserColumns = Line(number: line, name: name, value: value)
    case _ where name.hasPrefix(Self.keysPrefix):
      browserKeys.append(Line(number: line, name: String(name.dropFirst(Self.keysPrefix.count)), value: value))
    case "openlibrary": openLibrary = try address(value, line)
    case "openlibrary-covers": openLibraryCovers = try address(value, line)
    case "cover-cache":
      guard let megabytes = Int(value), (1...1_000_000).contains(megabytes) else {
        throw problem(line, "is not a number of megabytes from 1 to 1,000,000", hint: "write it as cover-cache = 256")
      }
      coverCache = megabytes
    case "covers":
      guard let setting = CoverSetting(rawValue: value) else {
        throw problem(line, "is not on, off or ask", hint: "write it as covers = on")
      }
      covers = setting
    case "isbn-file":
      guard value.hasPrefix("/") else {
        throw problem(
          line, "is not an absolute path", hint: "write it as isbn-file = /data/isbn.db")
      }
      isbnFile = value
    default: unknown.append(Line(number: line, name: name, value: value))
    }
  }

  private func address(_ text: String, _ line: Int) throws(CatalogError) -> String {
    do { _ = try HTTPOrigin(of: text) } catch {
      throw problem(line, "cannot be used: \(error.cause)", hint: error.hint)
    }
    return text
  }

  private func problem(_ line: Int, _ cause: String, hint: String?) -> CatalogError {
    CatalogError(.failed, "read", path, cause: "line \(line) \(cause)", hint: hint)
  }
}
