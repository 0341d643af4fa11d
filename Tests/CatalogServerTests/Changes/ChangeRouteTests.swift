import Catalog
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// A catalog with some books that every user of this machine may change.
struct ChangedSite {
  let catalog: BookCatalog
  let site: CatalogSite
  let trial: ServerTrial

  init(allowsEdits: Bool = true) async throws {
    catalog = try BookCatalog.temporary()
    try await catalog.add {
      ($0.title, $0.authors, $0.tags) = ("Emma", ["Jane Austen"], TagSet(["wit", "love"]))
    }
    try await catalog.add { ($0.title, $0.authors, $0.tags) = ("Persuasion", ["Jane Austen"], TagSet(["love"])) }
    try await catalog.add { ($0.title, $0.authors) = ("Dune", ["Frank Herbert"]) }
    site = CatalogSite(catalog, allowsEdits: allowsEdits)
    trial = ServerTrial(site, bodyLimit: 100_000)
  }

  func json(_ method: String, _ path: String, _ text: String = "", _ fields: HeaderFields = [:]) async -> Reply {
    var fields = fields
    if !text.isEmpty { fields.set("Content-Type", "application/json") }
    return await trial.ask(method, path, fields, body: Array(text.utf8))
  }

  func form(_ path: String, _ items: [(String, String)], _ fields: HeaderFields = [:]) async -> Reply {
    var fields = fields
    fields.set("Content-Type", "application/x-www-form-urlencoded")
    fields.set("Accept", "text/html")
    fields.set("Sec-Fetch-Site", "same-origin")
    let text = items.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)" }
      .joined(separator: "&")
    return await trial.ask("POST", path, fields, body: Array(text.utf8))
  }

  func book(_ id: Int64) async throws -> Book { try #require(await catalog.book(Book.ID(id))) }
}

/// Tests of changes that programs make as JSON.
@Suite struct ChangeByJSONTests {
  @Test func `fields are set, extended and reduced in one step that can be undone and redone`() async throws {
    let site = try await ChangedSite()
    let reply = await site.json(
      "PATCH", "/book/1",
      #"{"set":{"title":"Emma.","rating":4.5,"published":"1815"},"seen":{"title":"Emma","rating":null,"published":null},"add":{"tags":["read twice"]},"remove":{"tags":["love"]}}"#
    )
    expectEqual(reply.status, 200)
    #expect(reply.text.hasPrefix(#"{"changed":1,"ids":[1],"step":4,"summary":"Emma: "#), "\(reply.text)")
    var book = try await site.book(1)
    #expect(book.title == "Emma." && book.rating == 4.5 && book.published?.description == "1815")
    expectEqual(book.tags, ["read twice", "wit"])
    await expectEqual(site.json("POST", "/undo").status, 200)
    book = try await site.book(1)
    #expect(book.title == "Emma" && book.rating == nil && book.tags == ["love", "wit"])
    #expect(await site.json("POST", "/redo").text.hasPrefix(#"{"changed":1,"ids":[1],"step":4"#))
    await expectEqual(site.json("POST", "/undo", #"{"step":4}"#).status, 200)
    let again = await site.json("POST", "/undo", #"{"step":4}"#)
    #expect(again.status == 409 && again.text.contains("detail"), "\(again.text)")
  }

  @Test func `the name year changes the field that gives the year, and the response names it`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { $0.published = try PartialDate("1996") }
    var reply = await site.json("PATCH", "/book/1", #"{"set":{"year":"1995"},"seen":{"year":"1996"}}"#)
    #expect(reply.status == 200 && reply.text.contains("published changed from 1996 to 1995"), "\(reply.text)")
    try await site.catalog.edit(1) { $0.firstPublished = try PartialDate("1814") }
    reply = await site.json("PATCH", "/book/1", #"{"set":{"year":1815},"seen":{"year":"1814"}}"#)
    #expect(reply.status == 200 && reply.text.contains("first published changed from 1814 to 1815"), "\(reply.text)")
    let book = try await site.book(1)
    expectEqual([book.firstPublished?.year, book.published?.year, book.year], [1815, 1995, 1815])
    reply = await site.json("PATCH", "/book/1", #"{"set":{"year":"1816"},"seen":{"year":"1814"}}"#)
    #expect(reply.status == 409 && reply.text.contains(#""field":"firstPublished","seen":"1814","now":"1815""#))
    reply = await site.json("PATCH", "/book/1", #"{"set":{"year":"1816"}}"#)
    expectEqual(reply.status, 428)
    let several = #"{"books":[1,2],"set":{"year":"1817"},"dryRun":true}"#
    let differences = await site.json("POST", "/edit", several).text
    for field in [#""id":1,"title":"Emma","field":"firstPublished""#, #""field":"published""#] {
      #expect(differences.contains(field), "\(differences)")
    }
  }

  @Test func `a conflicting change is answered with both values and changes nothing`()
    async throws
  {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { $0.title = "Emma, by others" }
    let reply = await site.json(
      "PATCH", "/book/1", #"{"set":{"title":"Mine","rating":5},"seen":{"title":"Emma","rating":null}}"#)
    #expect(reply.status == 409 && reply.fields["content-type"] == "application/problem+json")
    #expect(
      reply.text.contains(
        #""fields":[{"field":"title","seen":"Emma","now":"Emma, by others","yours":"Mine"}]"#), "\(reply.text)")
    let book = try await site.book(1)
    #expect(book.title == "Emma, by others" && book.rating == nil)
    // Two programs that increment a value at the same time conflict.
    let same = await site.json(
      "PATCH", "/book/1", #"{"set":{"title":"Emma, by others"},"seen":{"title":"Emma"}}"#)
    expectEqual(same.status, 409, "\(same.text)")
    let byForm = await site.form("/book/1", [("title", "Emma, by others"), ("seen.title", "Emma")])
    expectEqual(byForm.status, 303, "a form asks nobody who means what shows")
    let meant = await site.json("PATCH", "/book/1", #"{"set":{"title":"Mine"},"overwrite":true}"#)
    expectEqual(meant.status, 200)
    try await expectEqual(site.book(1).title, "Mine")
  }

  @Test(arguments: [
    ("/book/1", #"{"set":{"title":"X"}}"#, 428), ("/book/1", #"{"set":{"titel":"X"},"overwrite":true}"#, 400),
    ("/book/1", #"{"set":{"pages":"many"},"overwrite":true}"#, 400), ("/book/1", "[1]", 400), ("/book/1", "{", 400),
    ("/book/1", #"{}"#, 400), ("/book/1", #"{"wrong":1}"#, 400), ("/book/9", #"{"add":{"tags":["x"]}}"#, 404),
    ("/book/1", #"{"set":{"title":""},"overwrite":true}"#, 400), ("/book/1", #"{"add":{"title":["x"]}}"#, 400),
    ("/book/1", #"{"set":{"cover":"file:///etc/passwd"},"overwrite":true}"#, 403),
    ("/book/1", #"{"set":{"attachments":"file:///etc/passwd"},"overwrite":true}"#, 403),
    ("/book/1", #"{"set":{"tags":[["x"]]},"overwrite":true}"#, 400),
    ("/book/1", #"{"set":{"readState":"read","read-state":"want"},"overwrite":true}"#, 400),
    ("/book/1", #"{"set":{"title":"X"},"seen":{"title":"Emma","Title":"Emma"}}"#, 400),
  ])
  func `an invalid change is rejected and changes nothing`(path: String, body: String, status: Int) async throws {
    let site = try await ChangedSite()
    let before = try await site.catalog.changeNumber()
    let reply = await site.json("PATCH", path, body)
    expectEqual(reply.status, status, "\(reply.text)")
    #expect(!reply.text.contains("passwd") && !reply.text.contains("titel"))
    try await expectEqual(site.catalog.changeNumber(), before)
  }

  @Test func `an empty list is set based on its last seen value and is reported as an empty list`() async throws {
    let site = try await ChangedSite()
    for field in ["tags", "authors", "contributors", "identifiers", "otherSeries", "copies", "earlierReadings"] {
      _ = await site.json("PATCH", "/book/3", "{\"set\":{\"\(field)\":[]},\"overwrite\":true}")
    }
    let reply = await site.json(
      "PATCH", "/book/3",
      #"{"set":{"tags":["x"],"authors":["Y"],"identifiers":[{"type":"asin","value":"1"}]}"#
        + #","seen":{"tags":[],"authors":[],"identifiers":[]}}"#)
    expectEqual(reply.status, 200, "\(reply.text)")
    try await expectEqual(site.book(3).tags, ["x"])
  }

  @Test func `a value of a wrong type is reported, and nothing is ignored`() async throws {
    let site = try await ChangedSite()
    for (path, body) in [
      ("/edit", #"{"query":"","set":{"pages":1},"dryRun":"true"}"#), ("/undo", #"{"step":"x"}"#),
      ("/undo", #"{"step":1e30}"#), ("/book/1/remove", #"{"seen":{"title":"no"}}"#),
    ] {
      let reply = await site.json("POST", path, body)
      expectEqual(reply.status, 400, "\(path) \(body): \(reply.text)")
    }
    await expectEqual(site.json("DELETE", "/book/1", #"{"seen":{"title":"no"}}"#).status, 400)
    await expectEqual(
      site.json("PATCH", "/book/1", #"{"add":{"tags":["x"]}}"#, ["Content-Encoding": "gzip"]).status, 415)
    try await expectEqual(site.book(1).tags, ["love", "wit"])
  }

  @Test func `a book is removed, and undo restores it`() async throws {
    let site = try await ChangedSite()
    #expect(await site.json("DELETE", "/book/2").text.contains(#""ids":[2]"#))
    #expect(try await site.catalog.book(2) == nil)
    await expectEqual(site.json("DELETE", "/book/2").status, 404)
    _ = await site.json("POST", "/undo")
    try await expectEqual(site.book(2).title, "Persuasion")
  }

  @Test func `a book is added by its title or its ISBN`() async throws {
    let site = try await ChangedSite()
    let reply = await site.json(
      "POST", "/add", #"{"set":{"title":"Middlemarch","authors":["George Eliot"],"readState":"want"}}"#)
    #expect(reply.status == 200 && reply.text.contains(#""ids":[4]"#), "\(reply.text)")
    try await expectEqual(site.book(4).readState, .want)
    await expectEqual(site.json("POST", "/add", #"{"set":{"isbn":"9780141439587"}}"#).status, 200)
    await expectEqual(site.json("POST", "/add", #"{"set":{"pages":3}}"#).status, 400)
    await expectEqual(site.json("POST", "/add", #"{"set":{"isbn":"9780141439588"}}"#).status, 400)
  }

  @Test func `all books of a query are changed in one step after a preview`() async throws {
    let site = try await ChangedSite()
    let dryRun = await site.json(
      "POST", "/edit", #"{"query":"author:austen","add":{"tags":["regency"]},"dryRun":true}"#)
    #expect(dryRun.text.contains(#""changed":2"#) && dryRun.text.contains(#""differences":["#), "\(dryRun.text)")
    try await expectEqual(site.book(1).tags, ["love", "wit"])
    let other = await site.json(
      "POST", "/edit", #"{"query":"author:austen","add":{"tags":["regency"]},"expected":1}"#)
    expectEqual(other.status, 409)
    try await expectEqual(site.book(1).tags, ["love", "wit"])
    let done = await site.json(
      "POST", "/edit", #"{"query":"author:austen","add":{"tags":["regency"]},"expected":2}"#)
    expectEqual(done.status, 200)
    try await expectEqual(site.book(2).tags, ["love", "regency"])
    _ = await site.json("POST", "/undo")
    try await expectEqual(site.book(2).tags, ["love"])
    // An unclear query could change unintended books.
    await expectEqual(site.json("POST", "/edit", #"{"query":"autor:austen","set":{"language":"eng"}}"#).status, 400)
    await expectEqual(site.json("POST", "/edit", #"{"set":{"language":"eng"}}"#).status, 400)
    await expectEqual(site.json("POST", "/edit", #"{"books":[1,9],"set":{"language":"eng"}}"#).status, 404)
    #expect(await site.json("POST", "/edit", #"{"books":[1,3],"set":{"language":"eng"}}"#).text.contains("[1,3]"))
  }

  @Test func `conflicts are resolved, and duplicates are merged or declared distinct`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.add { ($0.title, $0.authors) = ("Emma", ["Jane Austen"]) }
    await expectEqual(site.json("POST", "/duplicates", #"{"books":[1,4],"action":"merge"}"#).status, 200)
    #expect(try await site.catalog.book(4) == nil)
    _ = await site.json("POST", "/undo")
    await expectEqual(site.json("POST", "/duplicates", #"{"books":[1,4],"action":"merge","keep":9}"#).status, 400)
    await expectEqual(site.json("POST", "/duplicates", #"{"books":[1,4],"action":"merge","keep":4}"#).status, 200)
    #expect(try await site.catalog.book(1) == nil)
    _ = await site.json("POST", "/undo")
    await expectEqual(site.json("POST", "/duplicates", #"{"books":[1,4],"action":"distinct"}"#).status, 200)
    #expect(try await site.catalog.duplicates().isEmpty)
    await expectEqual(site.json("POST", "/duplicates", #"{"books":[1],"action":"merge"}"#).status, 400)
    await expectEqual(site.json("POST", "/duplicates", #"{"books":[1,2],"action":"burn"}"#).status, 400)
    await expectEqual(site.json("POST", "/conflicts", #"{"book":1,"field":"title","side":"mine"}"#).status, 409)
    await expectEqual(site.json("POST", "/conflicts", #"{"book":1,"field":"rating","side":"mine"}"#).status, 400)
  }
}

/// Tests of changes that people make with forms, with or without a script.
@Suite struct ChangeByFormTests {
  @Test func `untouched fields stay, and the next page reports the step`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { $0.notes = "Others write this meanwhile." }
    let reply = await site.form(
      "/book/1",
      [
        ("title", "Emma (1815)"), ("seen.title", "Emma"), ("notes", ""), ("seen.notes", ""), ("tags", "wit; new"),
        ("seen.tags", "love; wit"), ("review", "One\r\ntwo"), ("seen.review", ""),
      ])
    #expect(reply.status == 303 && reply.fields["location"] == "/book/1?step=5", "\(reply.text)")
    let book = try await site.book(1)
    #expect(book.title == "Emma (1815)" && book.notes == "Others write this meanwhile.")
    #expect(book.tags == ["new", "wit"] && book.review == "One\ntwo")
    let page = await site.trial.ask("GET", "/book/1?step=5", ["Accept": "text/html"]).text
    #expect(page.contains(#"<div class="notice" role="status">"#) && page.contains(#"action="/undo""#))
    let back = await site.form("/undo", [("step", "5"), ("back", "/book/1")])
    expectEqual(back.fields["location"], "/book/1?step=5")
    try await expectEqual(site.book(1).title, "Emma")
  }

  @Test func `a conflicting form shows both values, and fields that nobody else changed are stored`() async throws {
    let site = try await ChangedSite()
    try await site.catalog.edit(1) { $0.title = "Emma, by others" }
    let reply = await site.form(
      "/book/1",
      [("title", "Mine"), ("seen.title", "Emma"), ("publisher", "John Murray"), ("seen.publisher", "")])
    expectEqual(reply.status, 409)
    for text in [
      "Emma, by others", "Mine", #"name="seen.title" value="Emma, by others""#,
      #"name="publisher" value="John Murray""#, #"name="seen.publisher" value="""#,
    ] { #expect(reply.text.contains(text), "\(text)") }
    #expect(try await site.book(1).publisher == nil)
    let decided = await site.form(
      "/book/1",
      [("title", "Mine"), ("seen.title", "Emma, by others"), ("publisher", "John Murray"), ("seen.publisher", "")])
    expectEqual(decided.status, 303)
    try await expectEqual(site.book(1).title, "Mine")
  }

  @Test(arguments: ["//evil.example/", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "", "/a b"])
  func `a form redirects only to pages of this server`(address: String) async throws {
    let site = try await ChangedSite()
    await expectEqual(site.form("/undo", [("back", address)]).fields["location"], "/?step=3")
  }

  @Test func `a preview changes nothing, and its confirmation makes exactly the previewed change`() async throws {
    let site = try await ChangedSite()
    let items = [("query", "author:austen"), ("field", "tags"), ("action", "add"), ("value", "regency")]
    let preview = await site.form("/edit", items + [("dryRun", "1")])
    #expect(preview.status == 200 && preview.text.contains("Change 2 books?"))
    let mark = try #require(preview.text.split(separator: #"name="preview" value=""#).last?.prefix { $0 != "\"" })
    try await expectEqual(site.book(1).tags, ["love", "wit"])
    // Meanwhile another user changes one of the books in a field of the preview and undoes that.
    try await site.catalog.edit(2) { $0.tags = TagSet(["other"]) }
    let late = await site.form("/edit", items + [("preview", String(mark))])
    expectEqual(late.status, 409, "\(late.text)")
    try await site.catalog.undo()
    let done = await site.form("/edit", items + [("preview", String(mark))])
    #expect(done.status == 303 && done.fields["location"] == "/?q=author%3Aausten&step=5", "\(done.text)")
    try await expectEqual(site.book(2).tags, ["love", "regency"])
  }

  @Test func `only selected rows are changed, and no selection changes nothing`() async throws {
    let site = try await ChangedSite()
    let html: HeaderFields = ["Accept": "text/html"]
    let list = await site.json("GET", "/", "", html).text
    #expect(list.contains(#"form="selection" name="books" value="2""#))
    #expect(list.contains(#"<form id="selection" method="post" action="/edit""#))
    let form = await site.form("/edit", [("selected", "1"), ("books", "1"), ("books", "3"), ("books", "99")])
    #expect(form.status == 200 && form.text.contains("<h1>Change 2 books</h1>"))
    #expect(form.text.contains(#"name="books" value="3""#) && !form.text.contains(#"value="99""#))
    let many = [("selected", "1")] + (1...900).map { ("books", String($0)) }
    #expect(await site.form("/edit", many).text.contains("<h1>Change 3 books</h1>"))
    await expectEqual(site.form("/edit", [("selected", "1")]).status, 400)
    await expectEqual(site.form("/edit", [("selected", "1"), ("books", "99")]).status, 404)
  }

  @Test func `a form contains a text with its line breaks and sends it back unchanged`() async throws {
    let site = try await ChangedSite()
    let html: HeaderFields = ["Accept": "text/html"]
    try await site.catalog.edit(1) { $0.notes = "\nfirst\n\n\tsecond & last" }
    let form = await site.json("GET", "/book/1/edit", "", html).text
    #expect(form.contains("name=\"notes\" rows=\"6\">first\n\n\tsecond &amp; last</textarea>"))
    #expect(form.contains(#"name="seen.notes" value="first&#10;&#10;&#9;second &amp; last""#))
    let text = "first\r\n\r\n\tsecond & last\r\nand more"
    let stored = await site.form(
      "/book/1", [("notes", text), ("seen.notes", text.replacing("\r\nand more", with: ""))])
    expectEqual(stored.status, 303, "\(stored.text)")
    try await expectEqual(site.book(1).notes, "first\n\n\tsecond & last\nand more")
    let late = await site.form("/book/1", [("notes", "mine\r\ntoo"), ("seen.notes", "first")])
    #expect(late.status == 409 && late.text.contains(#"<option value="mine&#10;too""#), "\(late.text)")
  }

  @Test func `a rejected form comes back with all input and the reason`() async throws {
    let site = try await ChangedSite()
    let html: HeaderFields = ["Accept": "text/html"]
    let items = [("notes", "long\r\nand typed"), ("seen.notes", ""), ("rating", "9"), ("seen.rating", "3")]
    let edited = await site.form("/book/1", items, html)
    expectEqual(edited.status, 400)
    for part in [
      ">long\nand typed</textarea>", #"<option value="9" selected="selected">"#, #"name="seen.rating" value="3""#,
      "Nothing was stored.",
    ] { #expect(edited.text.contains(part), "\(part)") }
    let added = await site.form("/add", [("title", ""), ("notes", "typed"), ("rating", "x")], html)
    #expect(added.status == 400 && added.text.contains(">typed</textarea>"))
    let bulk = await site.form(
      "/edit", [("query", "austen"), ("field", "rating"), ("action", "set"), ("value", "many"), ("dryRun", "1")], html)
    #expect(bulk.status == 400 && bulk.text.contains(#"value="many""#))
    #expect(bulk.text.contains(#"value="rating" selected="selected""#))
    #expect(try await site.book(1).notes == nil)
    let refused = await site.json("POST", "/book/1", #"{"set":{"rating":9},"overwrite":true}"#)
    #expect(refused.status == 400 && refused.fields["content-type"]?.hasPrefix("application/problem+json") == true)
  }

  @Test func `a book is added with the form and then shown`() async throws {
    let site = try await ChangedSite()
    let reply = await site.form("/add", [("isbn", ""), ("title", "Middlemarch"), ("authors", "George Eliot")])
    expectEqual(reply.fields["location"], "/book/4?step=4", "\(reply.text)")
  }
}

/// Tests of the right to change something.
@Suite struct ChangeRightsTests {
  private static let changes: [(String, String, String)] = [
    ("PATCH", "/book/1", #"{"set":{"title":"X"},"overwrite":true}"#),
    ("POST", "/book/1", #"{"set":{"title":"X"},"overwrite":true}"#), ("DELETE", "/book/1", ""),
    ("POST", "/book/1/remove", ""), ("POST", "/undo", ""), ("POST", "/redo", ""),
    ("POST", "/add", #"{"set":{"title":"X"}}"#),
    ("POST", "/edit", #"{"query":"","set":{"title":"X"}}"#),
    ("POST", "/conflicts", #"{"book":1,"field":"title","side":"mine"}"#),
    ("POST", "/duplicates", #"{"books":[1,2],"action":"merge"}"#),
    ("POST", "/sources", #"{"name":"x","action":"add","kind":"opds","location":"http://127.0.0.1:1/"}"#),
    ("POST", "/reviews", #"{"shown":true}"#),
    ("POST", "/import", #"{"title":"X"}"#), ("POST", "/import/0", ""),
    ("PUT", "/book/1/cover", "X"), ("POST", "/book/1/cover", "X"), ("DELETE", "/book/1/cover", ""),
    ("POST", "/book/1/cover/remove", ""), ("POST", "/book/1/cover/choose", #"{"cover":"1-x","seen.cover":"x"}"#),
  ]

  @Test func `these are all routes that change something`() async throws {
    let site = try await ChangedSite()
    // Changes of an account's own data do not change the catalog's books.
    let ofAccounts = ["login", "logout", "devices"]
    let routes = site.site.router.routes.filter { route in
      !route.method.isSafe && !ofAccounts.contains { route.pattern.description.hasPrefix("/\($0)") }
    }.map { "\($0.method.rawValue) \($0.pattern)" }
    expectEqual(
      Set(routes),
      Set(Self.changes.map { "\($0.0) \($0.1.replacing("/1", with: "/:id").replacing("/0", with: "/:token"))" }))
  }

  @Test func `nobody can change anything unless the owner allows it`() async throws {
    let site = try await ChangedSite(allowsEdits: false)
    let before = try await site.catalog.changeNumber()
    for (method, path, body) in Self.changes {
      let reply = await site.json(method, path, body)
      expectEqual(reply.status, 403, "\(method) \(path): \(reply.text)")
    }
    for path in ["/add", "/edit", "/book/1/edit"] {
      await expectEqual(site.trial.ask("GET", path, ["Accept": "text/html"]).status, 403)
    }
    let page = await site.trial.ask("GET", "/book/1?step=1", ["Accept": "text/html"]).text
    #expect(!page.contains("<form method=\"post\"") && page.contains(#"data-edits="off""#))
    try await expectEqual(site.catalog.changeNumber(), before)
  }

  /// Returns the reply to a request by a viewer, without a login.
  private func answer(
    _ site: ChangedSite, _ method: Request.Method, _ path: String, _ text: String = "", as viewer: Viewer
  ) async throws -> Response {
    let client = Client(address: NetworkAddress("192.168.0.7"), isLocal: false, isSecure: true, host: "books.test")
    var request = try Request(
      method, path, fields: ["Content-Type": "application/json"], client: client, body: Array(text.utf8))
    request.viewer = viewer
    return try await site.site.router.answer(request).response()
  }

  @Test func `an editor changes shared values under their own name and undoes their own steps`() async throws {
    let site = try await ChangedSite(allowsEdits: false)
    let ed = Viewer(account: "Ed", role: .editor, audience: Audience(person: "Ed", fields: .ownWords))
    let changed = try await answer(
      site, .patch, "/book/1", #"{"set":{"title":"Emma."},"seen":{"title":"Emma"},"add":{"tags":["ed"]}}"#, as: ed)
    expectEqual(changed.status, 200)
    let step = try #require(try await site.catalog.steps(limit: 1).first)
    #expect(step.person?.name == "Ed" && step.id == 4)
    try await expectEqual(answer(site, .post, "/add", #"{"set":{"title":"Ed's"}}"#, as: ed).status, 200)
    try await site.catalog.edit(2) { $0.publisher = "by the owner" }
    try await expectEqual(answer(site, .post, "/undo", "", as: ed).status, 200)
    #expect(try await site.catalog.book(4) == nil)
    try await expectEqual(answer(site, .post, "/undo", #"{"step":4}"#, as: ed).status, 200)
    try await expectEqual(site.book(1).title, "Emma")
    await #expect(throws: Problem.notFound) { _ = try await answer(site, .post, "/undo", #"{"step":6}"#, as: ed) }
    try await expectEqual(site.book(2).publisher, "by the owner")
    let owner = Viewer(account: "Ada", role: .owner, audience: .owner)
    _ = try await answer(site, .post, "/redo", #"{"step":4}"#, as: owner)
    try await expectEqual(site.book(1).title, "Emma.")
    _ = try await answer(site, .patch, "/book/1", #"{"set":{"rating":5},"overwrite":true}"#, as: owner)
    try await expectEqual(site.catalog.steps(limit: 1).first?.person?.name, "Ada")
    try await expectEqual(site.book(1).rating, 5, "the value is the owner's")
  }

  @Test(arguments: [
    ("PATCH", "/book/1", #"{"set":{"copies":[]},"overwrite":true}"#),
    ("POST", "/edit", #"{"query":"","set":{"copies":"attic"}}"#),
    ("POST", "/edit", #"{"query":"has:copies","add":{"tags":["x"]},"dryRun":true}"#),
    ("POST", "/edit", #"{"query":"is:lent","add":{"tags":["x"]},"dryRun":true}"#),
    ("POST", "/add", #"{"set":{"title":"X","copies":"attic"}}"#),
    ("POST", "/conflicts", #"{"book":1,"field":"title","side":"mine"}"#),
    ("POST", "/duplicates", #"{"books":[1,2],"action":"merge"}"#),
    ("POST", "/sources", #"{"name":"x","action":"refresh"}"#),
  ])
  func `an editor can neither change nor see the owner's personal data`(
    method: String, path: String, body: String
  ) async throws {
    let site = try await ChangedSite(allowsEdits: false)
    try await site.catalog.edit(1) { $0.notes = "zanzibar" }
    let before = try await site.catalog.changeNumber()
    let ed = Viewer(account: "Ed", role: .editor, audience: Audience(person: "Ed", fields: .ownWords))
    do {
      let response = try await answer(site, try #require(Request.Method(rawValue: method)), path, body, as: ed)
      Issue.record("\(response.status)")
    } catch let problem as Problem {
      #expect(problem.status == 403 && problem.detail?.contains("zanzibar") != true)
    }
    try await expectEqual(site.catalog.changeNumber(), before)
  }

  @Test func `a client on another machine can change nothing over an unencrypted connection`() async throws {
    let site = try await ChangedSite()
    let before = try await site.catalog.changeNumber()
    for (method, path, body) in Self.changes {
      let client = Client(
        address: NetworkAddress("192.168.0.7"), isLocal: false, isSecure: false, host: "books.test")
      let method = try #require(Request.Method(rawValue: method))
      let request = try Request(
        method, path, fields: ["Content-Type": "application/json"], client: client, body: Array(body.utf8))
      #expect {
        _ = try site.site.answer(request)
      } throws: { error in
        (error as? Problem)?.status == 403 && (error as? Problem)?.detail?.contains("HTTPS") == true
      }
    }
    try await expectEqual(site.catalog.changeNumber(), before)
  }

  @Test func `a page of another site can change nothing`() async throws {
    let site = try await ChangedSite()
    for (method, path, body) in Self.changes {
      for fields: HeaderFields in [["Sec-Fetch-Site": "cross-site"], ["Origin": "http://evil.example"]] {
        await expectEqual(site.json(method, path, body, fields).status, 403, "\(method) \(path)")
      }
    }
    try await expectEqual(site.book(1).title, "Emma")
  }
}
