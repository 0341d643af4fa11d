import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of reviews that people share.
@Suite struct ReviewRouteTests {
  private static let path = "/book/1/reviews"

  private func show(_ shown: String, back: String = "/book/1", _ trial: AccountTrial) async throws -> Response {
    var fields = AccountTrial.basic("Rita")
    fields.set("Accept", "text/html")
    return try await trial.ask(.post, "/reviews", fields, form: [("shown", shown), ("back", back)])
  }

  @Test func `a person shares reviews with all accounts or with nobody`() async throws {
    let trial = try await AccountTrial()
    let (ada, ed, rita) = (AccountTrial.basic("Ada"), AccountTrial.basic("Ed"), AccountTrial.basic("Rita"))
    try await trial.catalog.edit(1) { $0.review = "The owner says." }
    try await trial.catalog.seen(by: "Rita").edit(1) { ($0.review, $0.notes) = ("Rita <says>.", "Rita whispers") }
    func visibleReviews(_ credentials: HeaderFields) async throws -> [String] {
      let json = try await trial.ask(.get, Self.path, credentials).text
      let page = try await trial.ask(.get, "/book/1.html", credentials).text
      #expect(credentials == rita || !page.contains("whispers"))
      #expect(credentials == rita || page.contains("Rita &lt;says&gt;.") == json.contains("Rita <says>."))
      return ["The owner says", "Rita <says>"].filter { json.contains($0) }
    }
    for credentials in [ada, ed, rita, [:]] { try await expectEqual(visibleReviews(credentials), []) }
    let shown = try await show("1", trial)
    #expect(shown.status == 303 && shown.fields["location"] == "/book/1")
    try await expectEqual(visibleReviews(ada), ["Rita <says>"])
    try await expectEqual(visibleReviews(ed), ["Rita <says>"])
    try await expectEqual(visibleReviews(rita), [])
    try await expectEqual(visibleReviews([:]), [])

    try await trial.catalog.showReviews(true)
    try await expectEqual(visibleReviews(ada), ["Rita <says>"])
    try await expectEqual(visibleReviews(rita), ["The owner says"])
    try await expectEqual(visibleReviews(ed), ["The owner says", "Rita <says>"])
    #expect(try await trial.ask(.get, Self.path, ed, client: AccountTrial.stranger).status != 200)

    // A cached reply is not taken for the current one.
    var kept = ed
    kept.set("If-None-Match", try #require(try await trial.ask(.get, Self.path, ed).fields["etag"]))
    func isKept() async throws -> Bool {
      if case .omitted = try await trial.ask(.get, Self.path, kept).body { true } else { false }
    }
    #expect(try await isKept())
    try await expectEqual(show("", back: "https://evil.example", trial).fields["location"], "/")
    #expect(try await !isKept())
    try await expectEqual(visibleReviews(ed), ["The owner says"])
  }

  @Test func `the page offers sharing only to people with a review that others could read`() async throws {
    let trial = try await AccountTrial()
    let rita = AccountTrial.basic("Rita")
    func page() async throws -> String { try await trial.ask(.get, "/book/1.html", rita).text }
    #expect(try await !page().contains("action=\"/reviews\""))
    try await trial.catalog.seen(by: "Rita").edit(1) { $0.review = "Mine." }
    #expect(try await page().contains("Share them with everyone who has an account"))
    _ = try await show("1", trial)
    #expect(try await page().contains("Keep them to yourself"))
  }

  @Test func `reviews of a removed account are shown to nobody, and a guest has none to share`() async throws {
    let trial = try await AccountTrial()
    let ritas = try trial.catalog.seen(by: "Rita")
    try await ritas.edit(1) { $0.review = "Rita says." }
    try await ritas.showReviews(true)
    func reviewers() async throws -> [String?] {
      try await trial.catalog.read { try $0.shownReviews(of: 1).map(\.person) }
    }
    try await expectEqual(reviewers(), ["Rita"])
    try await expectEqual(trial.ask(.post, "/reviews", form: [("shown", "1")]).status, 403)
    try await trial.catalog.removeAccount("Rita")
    try await expectEqual(reviewers(), [])
    try await trial.catalog.addAccount("Rita", role: .reader)
    try await expectEqual(reviewers(), [])
    try await expectEqual(ritas.book(1)?.review, "Rita says.")
    try await expectEqual(trial.catalog.read { try $0.shownReviews(of: 99) }, [])
  }
}
