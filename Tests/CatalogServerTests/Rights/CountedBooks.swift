import Catalog
import CatalogSources
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// The expected counts for a viewer, computed from the list of visible books.
struct CountedBooks {
  let planted: PlantedCatalog
  let asker: PlantedCatalog.Asker

  private var books: [PlantedBook] { planted.books(for: asker) }

  /// Queries with the books that they find among those that the viewer can see.
  var queries: [(String, [PlantedBook])] {
    let (others, own) = (planted.books.first, books.first)
    let theirWord = PlantedCatalog.Asker.allCases.filter { $0 != asker }.lazy.compactMap { other in
      others.flatMap { planted.ownWords(of: $0, by: other).first }
    }.first
    let ownWord = own.flatMap { planted.ownWords(of: $0, by: asker).first }
    return [
      (theirWord ?? "nobody", []), (ownWord ?? "nobody", ownWord == nil ? [] : [own].compactMap(\.self)),
      ("", books), ("tag:\(planted.shared)", books.filter { $0.tags.contains(planted.shared) }),
      ("tag:\(planted.adult)", books.filter { $0.tags.contains(planted.adult) }),
      ("year:1999", books.filter { $0.year == 1999 }),
      (
        "tag:\(planted.adult) OR language:deu", books.filter { $0.tags.contains(planted.adult) || $0.language == "deu" }
      ),
      ("-author:both", books.filter { !$0.authors.contains("Ann Both") }),
      ("is:read", books.filter { planted.state(of: $0, for: asker) == .read }),
      ("-is:unread", books.filter { planted.state(of: $0, for: asker) != .unread }),
      ("@open", asker.isLimited ? [] : books),
    ]
  }

  private func ask(_ address: String, accept: String = "application/json") async throws -> Told {
    try await planted.ask(asker, .get, address, ["Accept": accept])
  }

  private func json(_ address: String, accept: String = "application/json") async throws -> Any {
    let reply = try await ask(address, accept: accept)
    expectEqual(reply.status, 200, "\(asker) \(address): \(reply.body)")
    return try JSONSerialization.jsonObject(with: Data(reply.body.utf8))
  }

  func expectList(of query: String, _ expected: [PlantedBook]) async throws {
    let text = PercentEncoding.encoded(query)
    let list = try await ask("/.json?q=\(text)&size=3")
    expectEqual(list.fields["x-total-count"], String(expected.count), "\(asker) \(query)")
    let ids = Set(expected.map { Int($0.id.rawValue) })
    try await expectEqual(ask("/.jsonl?q=\(text)").books, ids, "\(asker) \(query)")
    #expect(try await ask("/.html?q=\(text)").body.contains("data-total=\"\(ids.count)\""), "\(asker) \(query)")
    let lines = try await ask("/.csv?q=\(text)").body.split(whereSeparator: \.isNewline)
    expectEqual(lines.count, ids.count + 1, "\(asker) \(query)")
    let feed = try #require(
      try await json("/opds/search?query=\(text)", accept: Format.opds.type) as? [String: Any])
    #expect((feed["metadata"] as? [String: Any])?["numberOfItems"] as? Int == ids.count, "\(asker) \(query)")
    let statistics = try #require(try await json("/statistics?q=\(text)") as? [String: Any])
    #expect(statistics["books"] as? Int == ids.count, "\(asker) \(query): \(statistics.keys)")
  }

  func expectFacets(of query: String, _ books: [PlantedBook]) async throws {
    let facets = try #require(try await json("/facets?q=\(PercentEncoding.encoded(query))") as? [[String: Any]])
    for facet in facets {
      let name = try #require(facet["facet"] as? String)
      let values = try #require(facet["values"] as? [[String: Any]])
      let counts = Dictionary(
        values.map { ($0[name == "language" ? "query" : "value"] as? String ?? "", $0["books"] as? Int ?? 0) },
        uniquingKeysWith: { $0 + $1 })
      let labels: [String]
      switch name {
      case "tag": labels = books.flatMap(\.tags)
      case "author": labels = books.flatMap(\.authors)
      case "series": labels = books.map(\.series)
      case "year": labels = books.map { String($0.year) }
      case "language": labels = books.map { "language:\($0.language)" }
      case "state": labels = books.map { planted.state(of: $0, for: asker).rawValue }
      default: continue
      }
      expectEqual(counts, Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +), "\(asker) \(query): \(name)")
    }
  }

  func expectPositions() async throws {
    let titles = books.sorted { $0.title < $1.title }
    for book in planted.books {
      let reply = try #require(try await json("/position?sort=title&book=\(book.id)") as? [String: Any])
      #expect(reply["position"] as? Int == titles.firstIndex { $0.id == book.id }, "\(asker) \(book.id)")
      #expect(reply["books"] as? Int == titles.count)
    }
    let reply = try #require(try await json("/position?sort=title&letter=z") as? [String: Any])
    #expect(reply["position"] as? Int == 0)
  }

  func expectMenus() async throws {
    for (name, labels) in [
      ("authors", books.flatMap(\.authors)), ("series", books.map(\.series)), ("tags", books.flatMap(\.tags)),
    ] {
      let feed = try #require(try await json("/opds/\(name)", accept: Format.opds.type) as? [String: Any])
      let entries = feed["navigation"] as? [[String: Any]] ?? []
      let counts = Dictionary(
        entries.map {
          ($0["title"] as? String ?? "", ($0["properties"] as? [String: Any])?["numberOfItems"] as? Int ?? -1)
        }, uniquingKeysWith: +)
      expectEqual(counts, Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +), "\(asker) \(name)")
    }
  }
}
