import Catalog
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer
@testable import CatalogSources

/// Tests of what readers do on the pages every day: finding, marking and rating books, and looking at statistics.
@Suite("Pages for readers") struct ReaderPagesTests {
  private func series() async throws -> ChangedSite {
    let site = try await ChangedSite()
    for (title, number) in [("Third", 3.0), ("First", 1.0), ("Second", 2.0)] {
      try await site.catalog.add {
        ($0.title, $0.authors, $0.series, $0.seriesNumber) = (title, ["Ann Lee"], "The Rows", number)
      }
    }
    return site
  }

  private func completions(_ site: ChangedSite, _ query: String) async throws -> [String] {
    let reply = await site.trial.ask("GET", "/completions?\(query)")
    let list = try #require(JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [[String: String]])
    return list.compactMap { $0["text"] }
  }

  @Test func `a query is completed by names, fields, values and saved searches`() async throws {
    let site = try await series()
    _ = try await site.catalog.saveSearch("quiet", "tag:love")
    try await expectEqual(completions(site, "q=wit+ann"), [#"wit author:"=Ann Lee""#])
    try await expectEqual(completions(site, "q=the"), [#"series:"=The Rows""#])
    try await expectEqual(completions(site, "q=lov").first, #"tag:"=love""#)
    #expect(try await completions(site, "q=auth").contains("author:"))
    try await expectEqual(completions(site, "q=is:wa"), ["is:want"])
    try await expectEqual(completions(site, "q=-author:her"), [#"-author:"Frank Herbert""#])
    try await expectEqual(completions(site, "q=@q"), ["@quiet"])
    try await expectEqual(completions(site, "q=%22love"), [])
  }

  @Test func `in a list of values, the last one is completed and no value is offered twice`() async throws {
    let site = try await series()
    try await expectEqual(completions(site, "field=tags&q=l"), ["love"])
    try await expectEqual(completions(site, "field=tags&q=wit;+l"), ["wit; love"])
    try await expectEqual(completions(site, "field=tags&q=love;+l"), [])
    try await expectEqual(completions(site, "field=series&q=the"), ["The Rows"])
    await expectEqual(site.trial.ask("GET", "/completions?field=nothing&q=l").status, 400)
  }

  @Test func `the browser remembers the view of the list that was chosen last`() async throws {
    let site = try await ChangedSite()
    func page(_ address: String, cookie: String? = nil, tag: String? = nil) async -> Reply {
      var fields: HeaderFields = ["Accept": ServerTrial.browser]
      if let cookie { fields.set("Cookie", "a=b; \(cookie)") }
      if let tag { fields.set("If-None-Match", tag) }
      return await site.trial.ask("GET", address, fields)
    }
    func view(_ reply: Reply) -> String? { reply.text.firstMatch(of: /data-page="(\w+)"/).map { String($0.1) } }
    let first = await page("/")
    #expect(view(first) == "list" && first.fields["set-cookie"] == nil)
    let chosen = await page("/?view=wall")
    #expect(view(chosen) == "wall")
    let cookie = try #require(chosen.fields["set-cookie"]?.split(separator: ";").first.map(String.init))
    let tag = try #require(first.fields["etag"])
    let remembered = await page("/", cookie: cookie, tag: tag)
    #expect(view(remembered) == "wall" && remembered.fields["set-cookie"] == nil, "the page of the other view is stale")
    let again = await page("/?view=list", cookie: cookie)
    #expect(view(again) == "list" && again.fields["set-cookie"]?.hasPrefix("catalog-view=list;") == true)
    await #expect(view(page("/", cookie: "catalog-view=nonsense")) == "list")
    let unchanged = await page("/?view=list", cookie: cookie, tag: again.fields["etag"])
    #expect(unchanged.status == 304 && unchanged.fields["set-cookie"]?.hasPrefix("catalog-view=list;") == true)
  }

  @Test func `the page of a book links to its neighbours in the series`() async throws {
    let site = try await series()
    func beside(_ id: Int) async throws -> [String?] {
      try await site.trial.page("/book/\(id)").all(ofClass: "beside").map { $0[attribute: "href"] }
    }
    try await expectEqual(beside(6), ["/book/5", "/book/4"])
    try await expectEqual(beside(5), ["/book/6"])
    try await expectEqual(beside(1), [])
  }

  @Test func `a set that begins with the same part is not the next book of the series`() async throws {
    let site = try await series()
    try await site.catalog.add {
      ($0.title, $0.authors, $0.series, $0.seriesNumber) = ("First and Second", ["Ann Lee"], "The Rows", 1)
    }
    let page = try await site.trial.page("/book/5")
    expectEqual(page.all(ofClass: "beside").map { $0[attribute: "href"] }, ["/book/6"])
    let series = try #require(page.all(ofClass: "series").first)
    let link = PageReader(series).all("a").first?[attribute: "href"]
    expectEqual(link?.hasSuffix("sort=series"), true, "the series lists its books in order")
  }

  @Test func `changes lead back to the list from which the book or the form was opened`() async throws {
    let site = try await ChangedSite()
    let rated = await site.form("/book/1?q=emma&sort=title", [("seen.rating", ""), ("rating", "4")])
    expectEqual(rated.fields["location"]?.hasPrefix("/book/1?q=emma&sort=title&step="), true)
    let change = [("books", "1"), ("field", "tags"), ("action", "add"), ("value", "new")]
    let changed = await site.form("/edit?q=emma", change)
    expectEqual(changed.fields["location"]?.hasPrefix("/?q=emma&step="), true)
    let page = try await site.trial.page("/book/1?q=emma&sort=title")
    let actions = page.all("form").compactMap { $0[attribute: "action"] }.filter { $0.hasPrefix("/book/1") }
    #expect(actions.allSatisfy { $0.contains("q=emma") || $0.contains("/cover") }, "\(actions)")
  }

  @Test func `undoing the addition of a book leads to the library, because the book has no page anymore`() async throws
  {
    let site = try await ChangedSite()
    let added = await site.form("/add", [("title", "Temporary")])
    let page = try #require(added.fields["location"])
    let step = try #require(page.split(separator: "step=").last.map(String.init))
    let undone = await site.form("/undo", [("step", step), ("back", "/book/4")])
    expectEqual(undone.fields["location"]?.hasPrefix("/?step="), true)
    let redone = await site.form("/redo", [("step", step), ("back", "/book/4")])
    expectEqual(redone.fields["location"]?.hasPrefix("/book/4?step="), true)
  }

  @Test func `a book that exists already is linked, and the first wrong field gets the focus`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { $0.isbn = try ISBN("9780141439587") }
    let known = try PageReader(await site.form("/add", [("isbn", "9780141439587")]).text)
    #expect(known.all("a").contains { $0.text == "Show the book" && $0[attribute: "href"] == "/book/1" })
    let wrong = try PageReader(await site.form("/add", [("isbn", "9780345391803"), ("published", "32 May")]).text)
    expectEqual(
      wrong.all("input").filter { $0[attribute: "autofocus"] != nil }.map { $0[attribute: "name"] }, ["published"])
  }

  @Test(arguments: [
    ("dune", "dune"), (#"author:"=J.R.R. Tolkien""#, "Author: J.R.R. Tolkien"), ("is:unread", "Status: Unread"),
    ("-tag:=sf", "Not Tag: sf"), ("rating:4..", "Rating: 4.."), ("tag:a OR tag:b", "tag:a OR tag:b"),
    ("white whale tag:sea is:read", "white whale, Tag: sea, Status: Read"), (#""white whale""#, #""white whale""#),
    ("author:", "author:"),
  ])
  func `the heading of a list says in words what it contains`(query: String, heading: String) {
    expectEqual(QueryLabel.heading(of: BookQuery(query)), heading)
  }

  @Test func `stars, a status and tags are set on the page of a book without a script`() async throws {
    let site = try await ChangedSite()
    let page = try await site.trial.page("/book/1")
    #expect(page.faults.isEmpty, "\(page.faults)")
    let stars = page.all("button").filter { $0[attribute: "name"] == "rating" }
    expectEqual(stars.compactMap { $0[attribute: "value"] }, ["1", "2", "3", "4", "5"])
    await expectEqual(site.form("/book/1", [("seen.rating", ""), ("rating", "4")]).status, 303)
    await expectEqual(
      site.form("/book/1", [("seen.readState", "unread"), ("readState", "read"), ("mark.on", "yesterday")]).status, 303)
    let book = try await site.book(1)
    #expect(book.rating == 4 && book.readState == .read && book.finished != nil)
    let read = try await site.trial.page("/book/1")
    let day = try #require(book.finished)
    expectEqual(read.all(ofClass: "status").first?.text, "Read · \(Texts.date(day))")
    expectEqual(read.all(ofClass: "full").count, 4)
    let clear = try #require(read.all(ofClass: "clear").last)
    expectEqual(clear[attribute: "value"], "")
    await expectEqual(site.form("/book/1", [("seen.rating", "4"), ("rating", "")]).status, 303)
    try await expectEqual(site.book(1).rating, nil)
    // A day other than today corrects that of a book which already has the status.
    await expectEqual(
      site.form("/book/1", [("seen.readState", "read"), ("readState", "read"), ("mark.on", "yesterday")]).status, 303)
    try await expectEqual(site.book(1).finished, day)
  }

  @Test func `an invalid value is reported beside its field`() async throws {
    let site = try await ChangedSite()
    let reply = await site.form(
      "/book/1", [("seen.isbn", ""), ("isbn", "123"), ("seen.title", "Emma"), ("title", "E.")])
    expectEqual(reply.status, 400)
    let page = try PageReader(reply.text)
    #expect(page.faults.isEmpty, "\(page.faults)")
    let input = try #require(page.all("input").first { $0[attribute: "aria-invalid"] == "true" })
    #expect(input[attribute: "name"] == "isbn" && input[attribute: "value"] == "123")
    let note = page.elements.first { $0[attribute: "id"] == input[attribute: "aria-describedby"] }
    expectEqual(note?.text.contains("10 or 13 digits"), true)
  }

  @Test func `a merge shows what it would change, and is refused if that has changed`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.add { ($0.title, $0.authors, $0.pages) = ("Emma", ["Jane Austen"], 474) }
    let choice = [("books", "1"), ("books", "4"), ("keep", "1")]
    let preview = await site.form("/duplicates", choice + [("action", "preview")])
    expectEqual(preview.status, 200)
    let page = try PageReader(preview.text)
    #expect(page.faults.isEmpty && preview.text.contains("474") && preview.text.contains("Book 4"))
    #expect(try await site.catalog.book(4) != nil, "a preview changes nothing")
    let seen = try #require(page.all("input").first { $0[attribute: "name"] == "preview" }?[attribute: "value"])
    try await site.catalog.edit(4) { $0.pages = 475 }
    let merge = choice + [("action", "merge"), ("preview", seen)]
    await expectEqual(site.form("/duplicates", merge).status, 409)
    #expect(try await site.catalog.book(4) != nil)
    try await site.catalog.edit(4) { $0.pages = 474 }
    await expectEqual(site.form("/duplicates", merge).status, 303)
    try await expectEqual(site.book(1).pages, 474)
    #expect(try await site.catalog.book(4) == nil)
  }

  @Test func `a merge keeps the values that were chosen, and a series with its number`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { ($0.series, $0.seriesNumber, $0.pages) = ("Old", 1, 300) }
    try await site.catalog.add {
      ($0.title, $0.authors, $0.series, $0.seriesNumber, $0.pages) = ("Emma!", ["Jane Austen"], "Austen", 4, 474)
    }
    let books = [("books", "1"), ("books", "4"), ("keep", "1")]
    let choice = books + [("values.title", "4"), ("values.series", "4"), ("values.pages", "")]
    let reply = await site.form("/duplicates", choice + [("action", "preview")])
    let page = try PageReader(reply.text)
    #expect(page.faults.isEmpty, "\(page.faults)")
    let menus = page.all("select").map { menu in
      PageReader(menu).all("option").map { ($0.text, $0[attribute: "value"]) }
    }
    #expect(menus.contains { $0.first?.0 == "Emma! (book 4)" && $0.first?.1 == "4" })
    #expect(menus.contains { $0.map(\.0) == ["Austen #4 (book 4)", "Old #1 (book 1)"] }, "\(menus)")
    #expect(menus.contains { $0.map(\.1) == ["", "4"] && $0.map(\.0) == ["300 (book 1)", "474 (book 4)"] })
    let seen = try #require(page.all("input").first { $0[attribute: "name"] == "preview" }?[attribute: "value"])
    await expectEqual(site.form("/duplicates", books + [("action", "merge"), ("values.title", "3")]).status, 400)
    await expectEqual(site.form("/duplicates", books + [("action", "merge"), ("values.colour", "4")]).status, 400)
    await expectEqual(site.form("/duplicates", choice + [("action", "merge"), ("preview", seen)]).status, 303)
    let book = try await site.book(1)
    #expect(book.title == "Emma!" && book.series == "Austen" && book.seriesNumber == 4 && book.pages == 300)
    let json = await site.trial.ask(
      "POST", "/duplicates", ["Content-Type": "application/json"],
      body: Array(#"{"books":[1,2],"action":"preview","values":{"title":2}}"#.utf8))
    #expect(json.status == 200 && json.text.contains(#""preview":""#))
  }

  @Test func `a query that is partly searched for as text has a note that says so`() async throws {
    let site = try await ChangedSite()
    func notes(_ query: String) async throws -> [String] {
      try await site.trial.page("/?q=\(query)").all(ofClass: "problems").flatMap { PageReader($0).all("p").map(\.text) }
    }
    let note = try await #require(notes("rating:foo+emma").first)
    #expect(note.hasPrefix("Note: “rating:foo” is searched for as text"), "\(note)")
    try await expectEqual(notes("rating:4+emma"), [])
    try await expectEqual(notes("titel:emma").count, 1)
  }

  @Test func `many authors and tags are behind a toggle, and none is left out`() async throws {
    let site = try await ChangedSite()
    let names = (1...15).map { "Author \($0)" }
    try await site.catalog.add { ($0.title, $0.authors) = ("Few", Array(names.prefix(14))) }
    try await site.catalog.add {
      ($0.title, $0.authors, $0.tags) = ("Many", names, TagSet((1...20).map { "tag \($0)" }))
    }
    let (few, many) = (4, 5)
    func toggles(_ id: Int) async throws -> [String] {
      try await site.trial.page("/book/\(id)").all(ofClass: "more").flatMap {
        PageReader($0).all("summary").map(\.text)
      }
    }
    try await expectEqual(toggles(few), [])
    try await expectEqual(toggles(many), ["3 more authors", "8 more tags"])
    let page = try await site.trial.page("/book/\(many)")
    expectEqual(page.all(ofClass: "byline").flatMap { PageReader($0).all("a").map(\.text) }, names)
  }

  @Test func `the history shows values as the page of the book does`() async throws {
    let site = try await ChangedSite()
    _ = await site.form("/book/1", [("seen.readState", "unread"), ("readState", "read"), ("mark.day", "2024-03-05")])
    let page = try await site.trial.page("/book/1/history")
    let values = page.all(ofClass: "after").map(\.text)
    #expect(values.contains("Read") && values.contains("5 Mar 2024"), "\(values)")
  }

  @Test func `books can be filtered by their number of pages`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { $0.pages = 149 }
    try await site.catalog.edit(2) { $0.pages = 500 }
    let page = try await site.trial.page("/?facet=pages")
    let links = page.all("a").filter { $0[attribute: "href"]?.contains("pages") == true }.map(\.text)
    #expect(links.contains("under 150") && links.contains("500 or more") && links.contains("none"), "\(links)")
    #expect(!links.contains("150 to 299"))
  }

  @Test func `statistics show what was read as bars, apart from what is in the library`() async throws {
    let site = try await ChangedSite()
    let empty = try await site.trial.page("/statistics")
    #expect(empty.faults.isEmpty && empty.root.text.contains("No finished books yet."))
    for (id, day) in [(1, "2024-03-01"), (2, "2024-03-09"), (3, "2025-01-02")] {
      try await site.catalog.edit(Book.ID(Int64(id))) { $0.mark(.read, on: try PartialDate(day)) }
    }
    let page = try await site.trial.page("/statistics")
    #expect(page.faults.isEmpty, "\(page.faults)")
    let years = try #require(page.all("table").first { $0.text.contains("Books read by year") })
    let rows = PageReader(years).all("tr").map { row in
      (PageReader(row).all("th").first?.text, PageReader(row).all("progress").first?[attribute: "value"])
    }
    #expect(rows.map(\.0) == ["2024", "2025"] && rows.map(\.1) == ["2", "1"])
    let year = try await site.trial.page("/statistics?year=2024")
    #expect(year.root.text.contains("Books read by month") && !year.root.text.contains("The library"))
  }

  @Test func `an empty catalog offers sample books, which one button adds`() async throws {
    let catalog = try BookCatalog.temporary()
    let trial = ServerTrial(
      CatalogSite(catalog, allowsEdits: true, connect: { _ in SampleSource() }), bodyLimit: 100_000)
    let page = try await trial.page("/")
    let form = try #require(page.all("form").first { $0[attribute: "action"] == "/sources" })
    let items = PageReader(form).all("input").map { "\($0[attribute: "name"] ?? "")=\($0[attribute: "value"] ?? "")" }
    let reply = await trial.ask(
      "POST", "/sources",
      [
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html", "Sec-Fetch-Site": "same-origin",
      ], body: Array(items.joined(separator: "&").utf8))
    #expect(reply.status == 303 && reply.fields["location"] == "/", "\(reply)")
    for try await _ in try catalog.changes() {
      if try await catalog.read({ try $0.count() }) > 0 { break }
    }
    #expect(try await !trial.page("/").all("tr").isEmpty)
  }

  @Test func `thumbnails are the covers of visible books, or a colour`() async throws {
    let site = try await ChangedSite()
    let reply = await site.trial.ask("GET", "/thumbnails?books=1,99,2")
    let list = try #require(JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [[String: Any]])
    expectEqual(list.compactMap { $0["id"] as? Int }, [1, 2])
    #expect(list.allSatisfy { ($0["plate"] as? Int).map((0...5).contains) == true })
    for books in ["x", "1;2", (0...100).map(String.init).joined(separator: ",")] {
      await expectEqual(site.trial.ask("GET", "/thumbnails?books=\(books)").status, 400)
    }
  }
}
