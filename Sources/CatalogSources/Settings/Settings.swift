import CatalogModel

/// The user's settings: the file `settings` in the folder of the user's configuration, with lines such as `contact =
/// ada@books.example`. Lines that begin with `#` say nothing. Names that are not known, as a later version's, change nothing; the
/// browser tells them.
public struct Settings: Sendable, Equatable {
  /// The file, for messages that say what to write into it.
  public let path: String
  /// `contact`: how those who run a server can reach the user; part of the User-Agent.
  public var contact: String?
  /// `metadata`: the name of the provider that is asked for metadata where none is named.
  public var metadata = "openlibrary"
  /// `openlibrary`: the address of Open Library, or of who serves the same.
  public var openLibrary = "https://openlibrary.org"
  /// `openlibrary-covers`: the address of its covers.
  public var openLibraryCovers = "https://covers.openlibrary.org"
  /// `cover-cache`: how many megabytes of covers are kept, 1 to 1,000,000.
  public var coverCache = 256
  /// `isbn-file`: the file that says which books ISBNs are where nobody answers; `nil` for the usual one.
  public var isbnFile: String?
  /// `columns`: what a list on a terminal shows of books where nothing is chosen, as it is typed behind `--columns`; which names
  /// there are, only a catalog knows.
  package var columns: String?
  /// `browse.keys.NAME`: the keys of a command of the browser, in the order of the lines.
  package var browserKeys: [Line] = []
  /// `browse.columns`: what the rows of the browser show, as ``columns``.
  package var browserColumns: Line?
  /// What has a name that is not known.
  package var unknown: [Line] = []

  /// What a line says that only the program can understand.
  package struct Line: Sendable, Equatable {
    package let number: Int
    package let name: String
    package let value: String

    package init(number: Int, name: String, value: String) {
      (self.number, self.name, self.value) = (number, name, value)
    }
  }

  private static let keysPrefix = "browse.keys."

  /// The names that settings have, without those of commands of the browser.
  package static let names = [
    "contact", "metadata", "columns", "browse.columns", "openlibrary", "openlibrary-covers", "cover-cache",
    "isbn-file",
  ]

  /// The settings of a user: `$XDG_CONFIG_HOME/catalog/settings`, by default in `~/.config`. Without a file nothing is set.
  ///
  /// - Throws: `CatalogError` for a file that cannot be read, is larger than 64 KiB, has another sort of line, or a value
  ///   that cannot be used.
  public init(environment: [String: String]) throws(CatalogError) {
    path = ConfigurationFile.path("settings", environment: environment)
    let file = ConfigurationFile(path: path, mostBytes: 65_536, isPrivate: false)
    for (number, line) in try file.lines() {
      guard let sign = line.unicodeScalars.firstIndex(of: "=") else {
        throw problem(
          number, "is not a name, an equals sign and a value", hint: "write it as contact = you@example.org")
      }
      let value = String(line.unicodeScalars[sign...].dropFirst()).trimmed()
      if !value.isEmpty { try set(String(line[..<sign]).trimmed(), value, line: number) }
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
        throw problem(line, "is no number of megabytes, from 1 to 1000000", hint: "write it as cover-cache = 256")
      }
      coverCache = megabytes
    case "isbn-file":
      guard value.hasPrefix("/") else {
        throw problem(
          line, "is no path from the root of the file system", hint: "write it as isbn-file = /data/isbn.db")
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
