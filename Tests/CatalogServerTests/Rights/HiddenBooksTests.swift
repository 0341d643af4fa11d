import Catalog
import CatalogSources
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests that no reply reveals books that are hidden from a viewer, whatever is requested.
@Suite struct HiddenBooksTests {
  typealias Asker = PlantedCatalog.Asker

  static let seeds = SimulatedSeeds.range(count: 1)

  private func planted(_ seed: UInt64) async throws -> (PlantedCatalog, SeededGenerator) {
    var random = SeededGenerator(seed: seed)
    return (try await PlantedCatalog(&random), random)
  }

  /// Returns the words and books in a reply that the viewer must not see, except those in the request.
  private func leaks(
    _ told: Told, to asker: Asker, of planted: PlantedCatalog, asked: String, forbidden: Set<String>
  ) -> [String] {
    let reply = ReplyScan(told.text)
    let words = reply.plantedWords.intersection(forbidden).filter { !asked.contains($0) }
    let hidden = Set(planted.hidden(from: asker).map { Int($0.id.rawValue) })
    let named = Set(asked.matches(of: /\d+/).compactMap { Int($0.0) })
    return words + reply.books.intersection(hidden).subtracting(named).map { "book \($0)" }
  }

  /// Returns true if a route's replies depend on books, rather than on passwords or the last use of a token.
  private static func tellsOfBooks(_ route: Route) -> Bool {
    !["/login", "/devices"].contains { route.pattern.description.hasPrefix($0) }
  }

  @Test(arguments: seeds, Asker.allCases)
  func `no reply of any route has a word that the viewer must not see`(seed: UInt64, asker: Asker) async throws {
    var (planted, random) = try await planted(seed)
    let requests = PlantedRequests(planted: planted)
    let forbidden = planted.forbidden(to: asker)
    var seen: Set<String> = []
    for route in requests.routes {
      let paths = requests.paths(of: route, &random)
      for form in requests.forms(of: route) {
        let all = requests.parameters(&random) + PlantedRequests.searches
        // The viewer with the fewest rights gets the most requests.
        let count = (asker == .child ? 10 : 1) * (SimulatedSeeds.isAtLength ? 4 : 1)
        let chosen = [""] + all.shuffled(using: &random).prefix(count)
        for path in paths {
          for query in paths.count == 1 ? chosen : [random.pick(all), ""] {
            let word = random.pick(planted.books).words.values.sorted().randomElement(using: &random) ?? ""
            let address = path + (query.isEmpty ? "" : "?" + query.replacing("W", with: word))
            let told = try await planted.ask(asker, .get, address, form)
            #expect(told.status != 500, "seed \(seed): \(address)")
            let leaks = leaks(told, to: asker, of: planted, asked: address, forbidden: forbidden)
            #expect(leaks.isEmpty, "seed \(seed), \(planted.query): \(asker) \(address) \(form)")
            seen.formUnion(ReplyScan(told.body).plantedWords.filter { !address.contains($0) })
          }
        }
      }
    }
    // If nothing were shown at all, the test would prove nothing.
    let missed = planted.visible(to: asker).subtracting(seen)
    #expect(missed.isEmpty, "seed \(seed): \(asker) was not shown \(missed)")
  }

  @Test(arguments: seeds, Asker.allCases)
  func `others' reviews are shown only if they share them`(seed: UInt64, asker: Asker) async throws {
    let (planted, _) = try await planted(seed)
    for book in planted.books {
      for address in ["/book/\(book.id)/reviews", "/book/\(book.id).html"] {
        let told = try await planted.ask(asker, .get, address)
        expectEqual(told.status, asker.sees(book) ? 200 : 404, "seed \(seed): \(asker) \(address)")
        let missing = planted.reviews(of: book, for: asker).filter { !told.body.contains($0) }
        #expect(missing.isEmpty, "seed \(seed): \(asker) \(address)")
      }
    }
  }

  @Test(arguments: seeds, [Asker.child, .openChild, .lost])
  func `a word of a hidden book finds the same as a word of no book`(seed: UInt64, asker: Asker) async throws {
    var (planted, random) = try await planted(seed)
    let requests = PlantedRequests(planted: planted)
    for route in requests.routes where route.pattern.parameters.isEmpty && Self.tellsOfBooks(route) {
      for form in requests.forms(of: route) {
        let count = (asker == .child ? 6 : 2) * (SimulatedSeeds.isAtLength ? 4 : 1)
        let searches = PlantedRequests.searches.shuffled(using: &random).prefix(count)
        for search in searches {
          let book = try #require(planted.hidden(from: asker).randomElement(using: &random))
          let word = book.words.values.sorted().randomElement(using: &random) ?? ""
          let nobody = String(word.dropLast()) + "y"
          let told = try await planted.ask(
            asker, .get, route.pattern.description + "?" + search.replacing("W", with: word), form)
          let other = try await planted.ask(
            asker, .get, route.pattern.description + "?" + search.replacing("W", with: nobody), form)
          expectEqual(
            told.text.replacing(word, with: nobody), other.text,
            "seed \(seed): \(asker) \(route.pattern)?\(search) \(form)")
        }
      }
    }
  }

  @Test(arguments: seeds, [Asker.child, .openChild, .lost])
  func `a hidden book is answered like one that does not exist`(seed: UInt64, asker: Asker) async throws {
    var (planted, random) = try await planted(seed)
    let none = PlantedCatalog.noBook
    let tag = try await planted.ask(asker, .get, "/.json").fields["etag"] ?? ""
    let bodies: [(HeaderFields, String)] = [
      (["Content-Type": "application/json"], #"{"set":{"title":"x"},"overwrite":true}"#),
      (["Content-Type": "application/json"], "{}"),
      (
        ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"],
        "title=x&seen.title=y&books=ID&step=ID&query=x&dryRun=1"
      ),
      (["Content-Type": "text/csv"], "title,id\nx,ID\n"),
      (MultipartForm.fields, String(decoding: MultipartForm.body("title\nID\n"), as: UTF8.self)),
      (["If-None-Match": tag], ""), (["If-None-Match": "*"], ""), (["If-Match": "*"], ""), ([:], ""),
    ]
    let before = try await planted.catalog.read { try $0.changeNumber() }
    // Undoing one's own steps changes the step each time, and viewers may change if they share their reviews.
    let ofSteps = ["/undo", "/redo", "/reviews"]
    for route in planted.site.router.routes
    where Self.tellsOfBooks(route) && !ofSteps.contains(route.pattern.description) {
      for form in PlantedRequests(planted: planted).forms(of: route) {
        for (fields, body) in SimulatedSeeds.isAtLength ? bodies : Array(bodies.shuffled(using: &random).prefix(3)) {
          for book in planted.hidden(from: asker).shuffled(using: &random).prefix(1) {
            func ask(_ id: String) async throws -> String {
              let path = route.pattern.description.replacing(/:(id|step)/, with: id).replacing(
                /:fingerprint/, with: "\(id)-0123456789abcdef"
              )
              .replacing(/:\w+/, with: "1")
              var sent = fields
              sent.set("Accept", form["accept"] ?? "*/*")
              let text = try await planted.ask(
                asker, route.method, "\(path)?book=\(id)&step=\(id)", sent, body: body.replacing("ID", with: id)
              ).text
              let named = try Regex(
                #"(/book/|/history/|/cover/|book=|step=|step%3D|name="books" value="|name="step" value=")\#(id)(?![0-9A-Za-z])"#
              )
              return text.replacing(named) { "\($0.output[1].substring ?? "")#" }
            }
            let (told, other) = (try await ask(String(book.id)), try await ask(String(none)))
            let isSame = told == other
            let difference = told.commonPrefix(with: other).count
            #expect(
              isSame,
              "seed \(seed): \(asker) \(route.method) \(route.pattern) \(form) \(fields): \(told.dropFirst(max(0, difference - 80)).prefix(200))"
            )
          }
        }
      }
    }
    try await expectEqual(planted.catalog.read { try $0.changeNumber() }, before)
  }

  @Test(arguments: seeds, [Asker.child, .openChild, .lost])
  func `a change of hidden books changes no reply`(seed: UInt64, asker: Asker) async throws {
    var (planted, random) = try await planted(seed)
    let requests = PlantedRequests(planted: planted)
    let word = random.pick(planted.hidden(from: asker)).title
    var addresses: [(address: String, form: HeaderFields)] = []
    for route in requests.routes where Self.tellsOfBooks(route) {
      let paths = requests.paths(of: route, &random)
      let all = requests.parameters(&random) + PlantedRequests.searches
      for form in requests.forms(of: route) {
        let count = (asker == .child ? 4 : 1) * (SimulatedSeeds.isAtLength ? 3 : 1)
        for query in [""] + all.shuffled(using: &random).prefix(count) {
          let address = random.pick(paths) + (query.isEmpty ? "" : "?" + query.replacing("W", with: word))
          addresses.append((address, form))
        }
      }
    }
    func answers() async throws -> [String] {
      var answers: [String] = []
      for (address, form) in addresses { answers.append(try await planted.ask(asker, .get, address, form).text) }
      return answers
    }
    let before = try await answers()
    for book in planted.hidden(from: asker) {
      let words = (0..<5).map { _ in random.plantedWord() }
      _ = try await planted.catalog.edit(book.id) {
        $0.title = "\(words[0]) \(words[1])"
        ($0.authors, $0.series, $0.description) = ([words[2]], words[3], words[4])
        $0.tags.insert(words[4])
        ($0.publisher, $0.rating) = (nil, 2)
      }
    }
    for ((address, form), (one, other)) in zip(addresses, zip(before, try await answers())) where one != other {
      let difference = one.commonPrefix(with: other).count
      Issue.record(
        "seed \(seed), \(planted.query): \(asker) \(address) \(form): \(other.dropFirst(max(0, difference - 80)).prefix(200))"
      )
    }
  }

  @Test(arguments: seeds, Asker.allCases)
  func `counts equal those of a list of the visible books`(seed: UInt64, asker: Asker) async throws {
    let (planted, _) = try await planted(seed)
    let model = CountedBooks(planted: planted, asker: asker)
    for (query, books) in model.queries {
      try await model.expectList(of: query, books)
      try await model.expectFacets(of: query, books)
    }
    try await model.expectPositions()
    try await model.expectMenus()
  }

  @Test(arguments: PlantedCatalog.queries(children: "", adult: "").indices)
  func `no input escapes the query of a role, whatever the query is`(number: Int) async throws {
    var random = SeededGenerator(seed: 7)
    let planted = try await PlantedCatalog(&random, query: number)
    let all = Set(planted.books(for: .child).map { Int($0.id.rawValue) })
    try await expectEqual(planted.ask(.child, .get, "/.jsonl").books, all)
    for (index, query) in PlantedRequests(planted: planted).ways.enumerated() {
      // Each way is tried on a third of the role's queries.
      guard SimulatedSeeds.isAtLength || index % 3 == number % 3 else { continue }
      for address in ["/.jsonl?q=\(query)", "/opds/search?query=\(query)", "/opds/books?in-tag=\(query)"] {
        let told = try await planted.ask(.child, .get, address)
        #expect(told.books.isSubset(of: all), "\(planted.query): \(address)")
      }
    }
  }

  @Test func `a role whose query has become unclear sees no books`() async throws {
    var random = SeededGenerator(seed: 8)
    let planted = try await PlantedCatalog(&random, query: 4)
    expectEqual(planted.query, "-@grown")
    let all = Set(planted.books(for: .child).map { Int($0.id.rawValue) })
    func told() async throws -> Set<Int> { try await planted.ask(.child, .get, "/.jsonl").books }
    try await expectEqual(told(), all)
    _ = try await planted.catalog.forgetSearch("grown")
    #expect(try await told().isEmpty)
    try await expectEqual(planted.ask(.child, .get, "/book/\(planted.books(for: .child)[0].id)").status, 404)
    _ = try await planted.catalog.saveSearch("grown", "-shelf:kids")
    try await expectEqual(told(), all)
  }

  @Test func `an event stream reports only changes of books that the viewer can see`() async throws {
    var random = SeededGenerator(seed: 5)
    let planted = try await PlantedCatalog(&random, query: 0)
    let (hidden, shown) = (planted.hidden(from: .child)[0].id, planted.books(for: .child)[0].id)
    let child = try await planted.listen(.child)
    let reader = try await planted.listen(.reader)
    let open = try #require(await child.next())
    #expect(open.name == "open" && open.data == "{}")
    _ = await reader.next()
    _ = try await planted.catalog.edit(hidden) { $0.title = "Another" }
    await expectEqual(reader.next()?.data.hasSuffix("\"books\":[\(hidden)]}"), true)
    _ = try await planted.catalog.edit(shown) { $0.publisher = "Another" }
    let told = try #require(await child.next())
    #expect(told.name == "change" && told.data == "{\"books\":[\(shown)]}" && told.id == open.id)
    // A returning client does not learn how many changes it missed.
    let again = try await planted.listen(.child, lastEventID: told.id)
    await expectEqual(again.next()?.name, "reload")
    /// Waits until the server has reported all changes, because it combines those that it reads at once.
    func waitForServer() async throws {
      let newest = try planted.catalog.view { try $0.changeNumber() }
      while let event = await reader.next(), !event.data.hasPrefix("{\"change\":\(newest),") {}
    }
    // Imports name no books, so the event depends on the number of visible books.
    try await planted.temporary.importRecords([SourceRecord("h") { $0.title = "Hidden one" }], source: "hidden")
    try await waitForServer()
    // A removed book cannot be named.
    _ = try await planted.catalog.write { try $0.remove([shown]) }
    try await waitForServer()
    _ = try await planted.catalog.edit(planted.books(for: .child)[1].id) { $0.publisher = "Another" }
    await expectEqual(again.next()?.data, "{\"books\":[\(planted.books(for: .child)[1].id)]}")
  }

  @Test(arguments: seeds) func `a cached reply of one viewer is never used for another`(seed: UInt64) async throws {
    let (planted, _) = try await planted(seed)
    for address in [
      "/.json", "/.html", "/facets.json", "/statistics.json", "/opds", "/.csv", "/book/\(planted.books[0].id)",
    ] {
      var tags: [String: Asker] = [:]
      for asker in Asker.allCases {
        let told = try await planted.ask(asker, .get, address)
        guard let tag = told.fields["etag"] else { continue }
        #expect(try await planted.ask(asker, .get, address, ["If-None-Match": tag]).isUnchanged)
        #expect(tags.updateValue(asker, forKey: tag) == nil, "\(asker) \(address)")
      }
    }
  }
}
