import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// A question to the library whose answers are recorded.
struct RecordedQuestion {
  let name: String
  private let answer: (CatalogSnapshot) throws -> [String]

  init(_ name: String, _ answer: @escaping (CatalogSnapshot) throws -> [String]) {
    (self.name, self.answer) = (name, answer)
  }

  /// Returns the answer as text, without the folder of the catalog.
  func text(_ catalog: BookCatalog, _ folder: String) throws -> String {
    let lines = try catalog.read { snapshot in
      do { return try answer(snapshot) } catch { return ["\(error)"] }
    }
    return lines.map { $0.replacing(folder, with: "/FOLDER") + "\n" }.joined()
  }

  private static let queries = [
    "", "is:read", "rating:4..", "-is:rated", "finished:2017", "zircon", "amber", "notes~/amber/", "review:zircon",
    "shelf:kids", "@loved", "@noted", "-@grown river", "is:edited", "\"rita on 7\"", "nothing:here",
  ]

  private static let orders: [BookOrder] = [
    .title, .rating, .rating.descending, .finished, .started.descending, .newestFirst,
  ]

  /// The queries of limited audiences.
  private static let limited: [(name: String, text: String, audience: Audience)] = [
    ("public texts", "zircon", Audience(fields: .publicOnly)),
    ("public and own texts", "zircon", Audience(fields: .ownWords)),
    ("a forbidden search", "@noted", Audience(fields: .publicOnly)),
    ("a permitted search", "@open is:read", Audience(fields: .publicOnly)),
    ("books for children", "is:read", Audience(books: .found(by: "tag:children"))),
    ("books by the owner's values", "-is:read", Audience(books: .found(by: "is:read rating:3.. shelf:kids"))),
    ("books by a private search", "river OR zircon", Audience(books: .found(by: "@loved"))),
    ("no books", "", Audience(books: .none)),
    (
      "public texts of the owner's books", "amber OR zircon",
      Audience(fields: .publicOnly, books: .found(by: "notes~/amber/"))
    ),
  ]

  static func all(_ people: PeopledCatalog) -> [RecordedQuestion] {
    pages + overviews + [0, 1, 20, 33, 54].flatMap { ofBook(people.id($0)) }
      + [
        "edit", "cover", "edit-by-Ed", "rating-by-Ed", "mark-of-Rita", "rating-of-Ed", "merge", "undone",
        "undone-by-Rita",
      ].map { name in
        RecordedQuestion("changes of the step \(name)") {
          ["\(String(describing: try $0.changes(of: people.step(name))))"]
        }
      }
  }

  private static var pages: [RecordedQuestion] {
    queries.map { query in
      RecordedQuestion("page of \(query)") { snapshot in
        let page = try snapshot.page(BookQuery(query), size: 5)
        return page.books.map(line) + ["\(try snapshot.ids(of: BookQuery(query)))"]
          + ["\(try snapshot.count(of: BookQuery(query))) \(page.next.map(\.description) ?? "")"]
      }
    }
      + limited.map { name, text, audience in
        RecordedQuestion("page of \(name)") { snapshot in
          // The owner's snapshot shows all values of the books that the audience finds.
          let connection = try snapshot.connection
          let query = try AudienceLimits(audience, connection).limited(BookQuery(text), connection)
          return try snapshot.page(query, size: 5).books.map(line) + ["\(try snapshot.ids(of: query))"]
            + facets([.state, .group(.tag)], of: BookQuery(text), snapshot.seen(by: audience))
            + [statistics(of: query, snapshot)]
        }
      }
      + orders.map { order in
        RecordedQuestion("order \(order)") { snapshot in
          let query = BookQuery("year:1960..", order: order)
          return try snapshot.page(query, at: .offset(20), size: 30).books.map { "\($0.id)" }
            + ["\(String(describing: try snapshot.position(of: 8, in: query)))"]
        }
      }
  }

  private static var overviews: [RecordedQuestion] {
    ["is:read", "zircon"].flatMap { query in
      [
        RecordedQuestion("groups of \(query)") { snapshot in
          try [BookGrouping.author, .series, .tag, .year, .language].flatMap { grouping in
            try snapshot.groups(by: grouping, of: BookQuery(query), withBooks: true).map { "\($0)" }
          }
        },
        RecordedQuestion("facets of \(query)") { try facets(of: BookQuery(query), $0) },
        RecordedQuestion("statistics of \(query)") { snapshot in
          try [statistics(of: BookQuery(query), snapshot), statistics(of: BookQuery(query), year: 2017, snapshot)]
        },
      ]
    } + [
      RecordedQuestion("steps") { snapshot in
        try snapshot.steps(limit: 40).map { step in "\(step) \(try snapshot.isOfMarks(step.id))" }
          + snapshot.stepsToUndo().map { "to undo: \($0.id)" } + snapshot.stepsToRedo().map { "to redo: \($0.id)" }
      },
      RecordedQuestion("changes of steps") { snapshot in
        try snapshot.steps(limit: 16).map { "\(String(describing: try snapshot.changes(of: $0.id, limit: 2)))" }
      },
      RecordedQuestion("conflicts") { snapshot in
        try ["\(try snapshot.conflictCount())"] + snapshot.conflicts().map { "\($0)" }
      },
      RecordedQuestion("duplicates") { snapshot in
        var groups: [String] = []
        try snapshot.forEachDuplicate(upTo: .edition) { groups.append("\($0)") }
        return groups
      },
      RecordedQuestion("saved searches and fields") { snapshot in
        try snapshot.savedSearches().map { "\($0) \(try snapshot.count(of: BookQuery("@\($0.name)")))" }
          + ["\(try snapshot.fields().shown)", "\(try snapshot.persons())", "\(try snapshot.showsReviews())"]
      },
      RecordedQuestion("values and suggestions") { snapshot in
        try [BookField.rating, .readState, .publisher, .tags].map { "\(try snapshot.values(of: $0))" }
          + ["zirkon", "ambre"].map { "\(try snapshot.suggestions(for: $0))" }
      },
    ]
  }

  /// Returns the questions about a book.
  static func ofBook(_ id: Book.ID) -> [RecordedQuestion] {
    [
      RecordedQuestion("book \(id)") { snapshot in
        guard let book = try snapshot.book(id) else { return ["no book"] }
        return [line(book)] + (try snapshot.provenance(of: book).map { "\($0)" })
          + (try snapshot.shownReviews(of: id).map { "\($0)" }) + (try snapshot.metadata(of: book).map { "\($0)" })
      },
      RecordedQuestion("history of book \(id)") { snapshot in try snapshot.history(of: id).map { "\($0)" } },
    ]
  }

  /// Returns all values of a book in one line.
  private static func line(_ book: Book) -> String {
    (BookField.allCases + book.ownFields).compactMap { field in book[field].map { "\(field.rawValue)=\($0)" } }
      .joined(separator: "; ") + "; \(book.id) \(book.uuid) \(book.changed)"
  }

  private static func facets(
    _ facets: [BookFacet] = BookFacet.all + [.decade], of query: BookQuery, _ snapshot: CatalogSnapshot
  ) throws -> [String] {
    try facets.flatMap { facet in
      try facet.values(of: query, in: snapshot).map { "\(facet.name): \($0.words) \($0.count) \($0.condition)" }
    }
  }

  private static func statistics(
    of query: BookQuery, year: Int? = nil, _ snapshot: CatalogSnapshot
  ) throws -> String {
    var statistics = try snapshot.statistics(of: query, year: year)
    let states = ReadState.allCases.map { "\($0): \(statistics.states[$0] ?? 0)" }
    // The order of a dictionary differs between runs.
    statistics.states = [:]
    return "\(states) \(statistics)"
  }
}
