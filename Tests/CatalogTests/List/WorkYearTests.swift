import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The year that lists show: that of the first publication, else that of the edition.
@Suite struct WorkYearTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func deliver(_ fields: [BookField: String?], source: String = "test") async throws {
    let book: [BookField: String?] = [.title: "Odyssey", .authors: "Homer"]
    try await temporary.importRecords([SourceRecord("1", book.merging(fields) { $1 })], source: source)
    try expectEqual(catalog.findings(), [])
  }

  /// Returns the shown year, after checking that every part of the catalog agrees on it.
  private func year() throws -> Int? {
    let year = try catalog.view { try $0.book(1)?.year }
    try catalog.view { snapshot in
      let label = year.map { String($0) }
      try expectEqual(snapshot.lines(of: [1]).first?.year, year)
      try expectEqual(snapshot.groups(by: .year).map(\.label), [label])
      let values = try BookFacet.group(.year).values(of: "", in: snapshot)
      expectEqual(values.map(\.words), [label ?? "none"])
      for value in values { try expectEqual(snapshot.ids(of: BookQuery(value.condition)), [1], "\(value)") }
      let found = try year.map { try snapshot.ids(of: BookQuery("year:\($0)")) } ?? snapshot.ids(of: "no:year")
      expectEqual(found, [1])
    }
    try expectEqual(catalog.findings(), [])
    return year
  }

  @Test func `the year is that of the first publication, else of the edition`() async throws {
    try await deliver([:])
    try expectEqual(year(), nil)
    try await deliver([.published: "1998-03"])
    try expectEqual(year(), 1998)
    try await deliver([.published: "1998-03", .firstPublished: "-0750"])
    try expectEqual(year(), -750)
    try await deliver([.published: "1998-03", .firstPublished: nil])
    try expectEqual(year(), 1998)
    try await deliver([.published: nil, .firstPublished: "0000-12-31"])
    try expectEqual(year(), 0)
    try expectEqual(catalog.view { try $0.ids(of: "no:published") }, [1])
  }

  @Test func `a book without a catalog shows the year of its first publication`() throws {
    let book = try Book(id: 1, title: "Emma") {
      ($0.published, $0.firstPublished) = (try PartialDate("2003"), try PartialDate("1815-12"))
    }
    expectEqual(book.year, 1815)
  }

  @Test func `the user's dates decide the year, also in a conflict, and undo and revert follow`() async throws {
    try await deliver([.published: "1998", .firstPublished: "-0700"])
    try catalog.set(.firstPublished, of: 1, to: "-0750")
    try expectEqual(year(), -750)
    try await deliver([.published: "1998", .firstPublished: "-0600"])
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    try expectEqual(year(), -750)
    try await catalog.write { _ = try $0.revert(1, .firstPublished) }
    try expectEqual(year(), -600)
    try catalog.undoStep()
    try expectEqual(year(), -750)
    try catalog.set(.firstPublished, of: 1, to: "")
    try expectEqual(year(), 1998)
    try catalog.undoStep()
    try expectEqual(year(), -750)
    _ = try await catalog.remove(1)
    try expectEqual(catalog.view { try $0.groups(by: .year).map(\.label) }, [])
    try catalog.undoStep()
    try expectEqual(year(), -750)
  }

  @Test func `of several sources, the more precise date and the first publication count`() async throws {
    let isbn: [BookField: String?] = [.isbn: "9780140268867"]
    try await deliver(isbn.merging([.published: "1998"]) { $1 }, source: "a")
    try await deliver(isbn.merging([.published: "1998-03-02"]) { $1 }, source: "b")
    try expectEqual(catalog.view { try $0.book(1)?.workDate?.description }, "1998-03-02")
    try await deliver(isbn.merging([.firstPublished: "1614"]) { $1 }, source: "c")
    try expectEqual(year(), 1614)
    try catalog.undoStep()
    try expectEqual(year(), 1998)
  }

  @Test func `lists by the year and lists by the edition differ, and each has cursors of its own`() async throws {
    let dates: [(String?, String?)] = [
      ("1977", "1815"), ("1969", nil), ("1862-05", "1862"), (nil, "-0750"), (nil, nil), ("2001", "1862-01-01"),
    ]
    try await temporary.importRecords(
      dates.enumerated().map { number, dates in
        try SourceRecord(
          "\(number)", [.title: "Book \(number)", .published: dates.0, .firstPublished: dates.1])
      })
    func ids(_ order: BookOrder) throws -> [Book.ID] {
      try catalog.view { snapshot in
        var (ids, position): ([Book.ID], PagePosition?) = ([], .start)
        while let current = position {
          let page = try snapshot.page(order: order, at: current, size: 2)
          ids += page.books.map(\.id)
          position = try page.next.map { .after(try PageCursor($0.description, order: order)) }
        }
        return ids
      }
    }
    try expectEqual(ids(.year), [4, 1, 3, 6, 2, 5])
    try expectEqual(ids(.year.descending), [2, 6, 3, 1, 4, 5])
    try expectEqual(ids(.edition), [3, 2, 1, 6, 4, 5])
    let cursor = try #require(try catalog.view { try $0.page(order: .year, size: 2).next })
    for order in [BookOrder.edition, .year.descending, .title] {
      let error = #expect(throws: InvalidValue.self) { try PageCursor(cursor.description, order: order) }
      expectEqual(error?.reason, "it is for a list in the order year, not \(order.name)")
    }
  }

  @Test(arguments: [BookOrder.year, .year.descending])
  func `a cursor of a version in which the year was that of the edition is refused`(order: BookOrder) throws {
    let old = Data([order.name, "i", "19650801", "7"].joined(separator: "\u{1F}").utf8).base64EncodedString()
    let error = #expect(throws: InvalidValue.self) {
      try PageCursor(old.replacing("=", with: ""), order: order)
    }
    expectEqual(error?.reason, "it is not a valid cursor; copy it from the previous page")
  }

  @Test func `the name year changes the field that gives the year`() async throws {
    func set(_ text: String?) throws -> [String] {
      let date = try text.map { FieldValue.date(try PartialDate($0)) }
      let outcome = try catalog.change([1], .year(date))
      return outcome.differences.map { "\($0.field) \($0.new?.description ?? "none")" }
    }
    try await deliver([:])
    try expectEqual(set("1998"), ["published 1998"])
    try await deliver([.firstPublished: "-0700"])
    try expectEqual(set("-0750"), ["firstPublished -0750"])
    try expectEqual(year(), -750)
    try expectEqual(set(nil), ["firstPublished none"])
    try expectEqual(set("1999"), ["published 1999"])
    try expectEqual(year(), 1999)
    #expect(throws: InvalidValue.self) { try catalog.change([1], .year(nil), .set(.published, nil)) }
    try expectEqual(year(), 1999)
  }

  @Test func `the name year changes different fields of different books in one step`() async throws {
    try await temporary.importRecords([
      SourceRecord("1", [.title: "Odyssey", .firstPublished: "-0700"]), SourceRecord("2", [.title: "Emma"]),
    ])
    let outcome = try catalog.change([1, 2], .year(.date(PartialDate("1815"))))
    expectEqual(outcome.differences.map { "\($0.book) \($0.field)" }, ["1 firstPublished", "2 published"])
    try catalog.undoStep()
    try expectEqual(catalog.view { try $0.page(order: .title).books.map(\.year) }, [nil, -700])
  }

  @Test func `numbers that another program wrote are no reason to fail`() async throws {
    try await deliver([.published: "1998"])
    for number in [Int64.min, -1, 99_999_999, .max] {
      try catalog.tamper("UPDATE book SET work_year = \(number)")
      #expect(try catalog.view { try $0.book(1)?.year } == nil)
      for withBooks in [false, true] {
        #expect(throws: Never.self) { try catalog.view { try $0.groups(by: .year, withBooks: withBooks) } }
      }
      #expect(throws: Never.self) { try catalog.view { try $0.page(order: .year).books } }
      #expect(try !catalog.findings().isEmpty, "\(number)")
    }
    #expect(try await catalog.check(repair: true).isRepaired)
    try expectEqual(year(), 1998)
  }
}
