import Catalog
import FoundationEssentials

/// Books that are named on the command line.
enum BookArguments {
  /// Their ids, in order, each once.
  static func ids(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    var seen = Set<Book.ID>()
    return try names.map { try snapshot.id(named: $0) }.filter { seen.insert($0).inserted }
  }

  /// Whether a word has the form of a book's name.
  static func isName(_ word: String) -> Bool {
    Book.ID(word) != nil || UUID(text: word) != nil || (try? ISBN(word)) != nil
  }

  static func books(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [Book] {
    try ids(names, snapshot).compactMap { try snapshot.book($0) }
  }
}
