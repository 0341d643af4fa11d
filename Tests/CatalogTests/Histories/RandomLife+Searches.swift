import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog

/// Saved searches in a random life: its people save, change, delete and run them.
extension RandomLife {
  /// A search in the model.
  struct Search: Equatable {
    let name: String
    let query: String
  }

  private static let searchNames = ["one", "Two", "two", "three", "ONE"]
  /// Conditions that must all hold; searches are made of them.
  private static let conditions = [
    "tag:a", "-tag:b", "author:herbert", "is:read", "emma", "nook:x", "shelf:y", "titel:dune", "@one", "@two",
    "-@three", "@none",
  ]

  /// Saves or deletes a search, and expects that one that refers to itself is refused.
  func changeSearches() throws -> HistoryStep.ID? {
    if dice.happens(30), let key = now.searches.keys.sorted().randomElement(using: &dice) {
      log.append("forget @\(key)")
      let forgotten = try catalog.write { try $0.forgetSearch(key) }
      expectEqual(now.searches.removeValue(forKey: key)?.query, forgotten.query, "\(story)")
    } else {
      let name = dice.pick(Self.searchNames)
      let query = (0...dice.roll(3)).map { _ in dice.pick(Self.conditions) }.joined(separator: " ")
      log.append("save @\(name) \(query)")
      let search = Search(name: name, query: query)
      guard !asks(query, for: name.lowercased()) else {
        #expect(throws: InvalidValue.self, "\(story)") { try catalog.write { try $0.saveSearch(name, query) } }
        return nil
      }
      _ = try catalog.write { try $0.saveSearch(name, query) }
      guard now.searches.updateValue(search, forKey: name.lowercased()) != search else { return nil }
    }
    return try catalog.view { try $0.steps(limit: 1) }.first?.id
  }

  /// Renames a field in searches.
  func renameInSearches(_ old: String, to name: String) {
    now.searches = now.searches.mapValues { search in
      let words = search.query.split(separator: " ").map { word in
        word.hasPrefix("\(old):") ? name + word.dropFirst(old.count) : String(word)
      }
      return Search(name: search.name, query: words.joined(separator: " "))
    }
  }

  /// Returns true if a query refers to a search, directly or through others.
  private func asks(_ query: String, for key: String) -> Bool {
    query.split(separator: " ").contains { word in
      guard let referenced = Self.searchKey(word) else { return false }
      return referenced == key || now.searches[referenced].map { asks($0.query, for: key) } ?? false
    }
  }

  private static func searchKey(_ word: Substring) -> String? {
    let name = word.hasPrefix("-") ? word.dropFirst() : word
    return name.hasPrefix("@") ? String(name.dropFirst()) : nil
  }

  /// Expects that the searches are those saved, and find the books for which all their conditions hold.
  func expectSearches() throws {
    try catalog.view { snapshot in
      let saved = try snapshot.savedSearches().map { Search(name: $0.name, query: $0.query) }
      let expected = now.searches.sorted { $0.key < $1.key }.map(\.value)
      try #require(saved == expected, "\(story)")
      for search in saved {
        let found = try Set(snapshot.ids(of: BookQuery("@\(search.name)")))
        try #require(try found == books(of: search.query, snapshot), "@\(search.name) \(search.query); \(story)")
      }
    }
  }

  private func books(of query: String, _ snapshot: CatalogSnapshot) throws -> Set<Book.ID> {
    var found = try Set(snapshot.ids())
    for word in query.split(separator: " ") {
      if let key = Self.searchKey(word), let search = now.searches[key] {
        let books = try books(of: search.query, snapshot)
        if word.hasPrefix("-") { found.subtract(books) } else { found.formIntersection(books) }
      } else {
        found.formIntersection(try snapshot.ids(of: BookQuery(String(word))))
      }
    }
    return found
  }
}
