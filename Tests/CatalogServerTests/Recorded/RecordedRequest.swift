import Catalog
import CatalogTestSupport

@testable import CatalogServer

/// A request whose answers are recorded.
struct RecordedRequest: Sendable {
  /// The request in one line: the method, the target, and the body after a space. In it, `$7` stands for the id of the
  /// book with the number 7, and `{merge}` for the number of the step with that name.
  let line: String
  let method: String
  var target: String
  let body: String
  let fields: HeaderFields
  /// The book whose cover is requested at the address that the server has made for it; `nil` for other requests.
  let coverBook: String?

  /// - Parameter line: The request in one line. The media type of an `as` after the target is accepted. A body that
  ///   begins with a brace is sent as JSON, any other body as a form.
  init(_ line: String, _ people: PeopledCatalog) {
    self.line = line
    let filled = line.replacing(/\$(\d+)/) { match in String(people.id(Int(match.1) ?? 0)) }
      .replacing(/\{([a-zA-Z-]+)\}/) { match in String(people.step(String(match.1))) }
    let parts = filled.split(separator: " ", maxSplits: 2).map(String.init)
    (method, target) = (parts[0], parts[1])
    var (body, fields) = (parts.count > 2 ? parts[2] : "", HeaderFields())
    coverBook = target == "cover" ? body.split(separator: " ").last.map(String.init) : nil
    if coverBook != nil {
      body = ""
    } else if body.hasPrefix("as ") {
      fields.set("Accept", String(body.dropFirst(3)))
      body = ""
    } else if !body.isEmpty || !["GET", "HEAD"].contains(method) {
      fields.set(
        "Content-Type", body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded")
      fields.set("Sec-Fetch-Site", "same-origin")
    }
    (self.body, self.fields) = (body, fields)
  }
}

extension RecordedRequest {
  /// The requests of all viewers: some for each kind of answer.
  static let brief = [
    "GET /.json?size=4", "GET /.html?size=4", "GET /book/$20", "GET /book/$3.html", "GET /history.json?limit=4",
    "GET /opds as application/opds+json", "GET /statistics", "GET /devices", "GET /login",
    "PATCH /book/$1 {\"set\":{\"rating\":5},\"seen\":{\"rating\":0.5}}",
  ]

  /// The keys of a book that are private or belong to a person.
  private static let keys = "id,copies,attachments,files,cover,own,readState,rating,finished"

  /// Requests for lists.
  static let lists = [
    "HEAD /.json?size=4", "GET /.json?size=3&page=2&sort=title", "GET /.json?size=20&fields=\(keys)",
    "GET /.json?size=9&fields=id,notes,review&q=zircon", "GET /.json?size=3&after=", "GET /.jsonl?q=year:1990..1992",
    "GET /.csv?q=year:1990", "GET /.html?size=6&view=wall", "GET /.html?size=4&q=river&sort=title",
    "GET /.html?size=5&letter=q&sort=title", "GET /.html?size=2&q=zzzz", "GET /.html?size=3&q=is:read&facet=tag",
  ]

  private static let queries = [
    "tag:adults", "-tag:adults", "is:read", "rating:4..", "finished:2017", "zircon", "amber", "the+owner%27s",
    "notes~/amber/", "review:zircon", "shelf:kids", "has:shelf", "is:owned", "is:lent", "file:epub", "cover~/private/",
    "source:library", "is:edited", "@open", "@kids", "@loved", "@nothing", "-@grown", "tag:children+OR+shelf:cellar",
    "nothing:here", "title~/river/i",
  ]

  private static let orders = ["-rating", "finished", "shelf", "match&q=river+-zircon"]

  /// Requests for the books of a query, and for the books in an order.
  static let searches =
    queries.map { "GET /.json?size=7&fields=id,rating&q=\($0)" }
    + orders.map { "GET /.json?size=9&fields=id&sort=\($0)" }

  private static func group(_ numbers: [Int], _ paths: [String]) -> [String] {
    paths.flatMap { path in numbers.map { "GET /book/$\($0)\(path)" } }
  }

  /// Requests for books: with a conflict, with files, hidden, removed, merged, with marks of several people.
  static let books =
    group([0, 2, 3, 4, 5, 7, 9, 20, 30, 32, 50, 54, 63], [".json"]) + group([2, 4, 8, 17, 24], [".html"])
    + group([20, 24, 30], ["/why"])
    + group([1, 20, 33, 50], ["/history.json"]) + group([31], ["/history.html"])
    + group([0, 2, 8, 14], ["/reviews"]) + group([3, 5, 30, 80], ["/cover"]) + group([0, 3], ["/edit", "/card"])
    + ["/file/1", "/file/2", "/file/3", "/file/9"].flatMap { group([3, 13], [$0]) }
    + group([4, 17], ["/file/1"]) + ["GET /book/9999", "GET /book/$26.html?q=is:read&sort=-rating"]
    + [5, 7, 17, 30].map { "GET cover of book $\($0)" }

  /// Requests for the history and for open decisions, and for all that counts books.
  static let overviews =
    [
      "edit", "cover", "edit-by-Ed", "rating-by-Ed", "rating-by-Olga", "mark-of-Rita", "mark-of-Kim", "rating-of-Rita",
      "rating-of-Ed", "rating-of-Kim", "remove", "merge", "undone", "undone-by-Rita",
    ].map { "GET /history/{\($0)}" }
    + [
      "GET /history/2", "GET /history.html?limit=9", "GET /history/{edit-by-Ed}.html",
      "GET /history/{mark-of-Rita}.html", "GET /?step={rating-of-Rita} as text/html",
    ]
    + [
      "conflicts", "conflicts.html", "sources", "sources.html", "searches", "facets", "facets?facet=state&q=zircon",
      "facets.html?facet=rating&q=year:1990..", "statistics?year=2017", "statistics.html", "statistics?q=zircon",
      "position?book=$2&sort=title", "position?book=$0&sort=-rating", "position?letter=q&sort=title", "events", "add",
      "import", "edit?q=zircon", "edit?book=$0&book=$2", "openapi.json",
    ].map { "GET /\($0)" }

  /// Requests of e-readers.
  static let feeds =
    ["books?page=6", "authors"].map { "GET /opds/\($0) as application/atom+xml" }
    + [
      "books?sort=newest&page=6", "books?tag=children&page=2", "books?series=Series+4", "books?in-state=is:read&page=2",
      "search?query=zircon", "series", "tags", "languages",
    ].map { "GET /opds/\($0) as application/opds+json" } + ["GET /opds/opensearch", "GET /opds/authentication"]

  /// Requests whose answers take long. Few viewers send them.
  static let slow = ["GET /duplicates", "GET /duplicates.html"]

  /// Requests that change nothing: dry runs, and requests that are refused whoever sends them.
  static let refused = [
    #"PATCH /book/$2 {"set":{"title":"x"},"seen":{"title":"y"}}"#,
    #"PATCH /book/$2 {"set":{"notes":"x"},"seen":{"notes":"y"}}"#,
    #"PATCH /book/$0 {"set":{"copies":"x"},"seen":{"copies":"y"}}"#,
    #"PATCH /book/$0 {"set":{"shelf":"x"},"seen":{"shelf":"y"}}"#, #"PATCH /book/$0 {"set":{"files":"x"}}"#,
    "POST /book/$0.html title=x&seen.title=y", "POST /book/$2.html notes=x&seen.notes=y", "DELETE /book/9999",
    "DELETE /book/9999/cover", "POST /book/$2/cover/remove seen=x", "POST /book/$0/cover/remove seen=x",
    #"POST /edit {"query":"tag:children year:1990..1995","set":{"publisher":"x"},"dryRun":true}"#,
    #"POST /edit {"query":"amber year:1990..","set":{"rating":2},"dryRun":true}"#,
    #"POST /edit {"books":[$0,$2],"set":{"readState":"want"},"dryRun":true}"#,
    #"POST /edit {"books":[$0,$1],"set":{"readState":"want"},"dryRun":true}"#,
    #"POST /edit {"query":"shelf:kids year:1990..1995","add":{"tags":["x"]},"dryRun":true}"#,
    "POST /edit.html query=is:read+year:1990..&field=rating&action=set&value=3&dryRun=1",
    #"POST /add {"set":{"pages":"x"}}"#, #"POST /conflicts {"book":9999,"field":"title","side":"mine"}"#,
    #"POST /duplicates {"books":[9999,9998],"action":"merge"}"#, #"POST /undo {"step":9999}"#,
    #"POST /redo {"step":{edit}}"#, #"POST /sources {"name":"nobody","action":"pause"}"#,
    #"POST /reviews {"shown":"x"}"#, #"POST /devices {"name":""}"#, "DELETE /devices/9999", "POST /import x=1",
    "PUT /book/$2/cover x=1", "POST /logout",
  ]

  /// The requests of all viewers whose rights differ.
  static var whole: [String] { lists + searches + books + overviews + feeds + refused }

  /// Requests that change the catalog, and others that show the changes. Each viewer sends them after the one before.
  static let changes = [
    #"PATCH /book/$11 {"set":{"rating":5,"notes":"mine"},"overwrite":true}"#, "GET /book/$11",
    #"PATCH /book/$11 {"set":{"publisher":"x"},"overwrite":true}"#,
    #"POST /edit {"query":"zircon year:1990..","set":{"readState":"want"}}"#, "POST /undo {}",
    "GET /history.json?limit=3", "POST /redo {}", "POST /undo {}", "POST /undo.html back=/", "DELETE /book/$12",
    "POST /undo {}",
    "DELETE /book/$15/cover?overwrite=1", "GET /history.json?limit=1", "POST /undo {}",
    #"POST /reviews {"shown":false}"#, #"POST /conflicts {"book":$21,"field":"publisher","side":"theirs"}"#,
    #"POST /duplicates {"books":[$60,$70],"action":"distinct"}"#, #"POST /undo {"step":{rating-of-Kim}}"#,
    "GET /book/$11", "GET /history.json?limit=3", "GET /events",
  ]
}
