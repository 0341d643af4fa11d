import Catalog
import CatalogSources
import FoundationEssentials

/// Books that are named on the command line.
enum BookArguments {
  /// What may stand for a book, for help.
  static let help = "A number, an ISBN, a UUID or a title; - reads them from standard input."
  /// The same where one book is meant.
  static let helpOfOne = "A number, an ISBN, a UUID or a title."

  /// The names, with those on standard input in the place of `-`. To be asked before a catalog is opened: a pipe may take
  /// its time.
  static func names(_ words: [String]) throws -> [String] {
    guard words.contains("-") else { return words }
    let given = try BookNames.read(ByteStream.standardInput())
    return words.flatMap { $0 == "-" ? given : [$0] }
  }

  /// Returns the ids of the books, in order, each once.
  static func ids(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    try names.map { try snapshot.id(named: $0) }.uniqued()
  }

  /// Whether a word has the form of a book's name.
  static func isName(_ word: String) -> Bool {
    Book.ID(word) != nil || UUID(text: word) != nil || (try? ISBN(word)) != nil
  }

  static func books(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [Book] {
    try ids(names, snapshot).compactMap { try snapshot.book($0) }
  }
}
