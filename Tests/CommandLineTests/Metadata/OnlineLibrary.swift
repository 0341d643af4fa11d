import CatalogTestSupport
import Platform
import Synchronization

/// A small Open Library on loopback and a sandbox with settings for it.
final class OnlineLibrary: Sendable {
  /// A closure that returns a test's answer to a request, or `nil` for the default answer.
  typealias Interception = @Sendable (ChaosRequest) -> ChaosAnswer?

  struct Work: Sendable {
    let key: String
    let title: String
    let author: String
    let isbn: String
    let year: Int
    let rating: Double
    var cover: Int?

    var document: String {
      """
      {"key":"/works/\(key)","title":"\(title)","author_name":["\(author)"],"isbn":["\(isbn)"],\
      "first_publish_year":\(year),"number_of_pages_median":321,"ratings_average":\(rating),"ratings_count":12,\
      "subject":["Fiction","\(author)"]\(cover.map { ",\"cover_i\":\($0)" } ?? "")}
      """
    }

    var record: String {
      """
      {"key":"/works/\(key)","title":"\(title)","description":"About \(title).\\r\\n\\r\\nIn two paragraphs.",\
      "type":{"key":"/type/work"}}
      """
    }
  }

  static let works = [
    Work(
      key: "OL1W", title: "Dune", author: "Frank Herbert", isbn: "9780441013593", year: 1965, rating: 4.25, cover: 7),
    Work(key: "OL2W", title: "Emma", author: "Jane Austen", isbn: "9780141439587", year: 1815, rating: 2),
    Work(key: "OL3W", title: "Ulysses", author: "James Joyce", isbn: "9780141182803", year: 1922, rating: 1),
  ]

  /// An image of four red dots.
  static let image: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2, 0, 0, 0, 2, 8,
    2, 0, 0, 0, 0xFD, 0xD4, 0x9A, 0x73, 0, 0, 0, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0xC0, 0,
    0x44, 0x0C, 0x10, 0x0A, 0, 0x1F, 0xEE, 3, 0xFD, 0x63, 0x5E, 0xBB, 0x5B, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE,
    0x42, 0x60, 0x82,
  ]

  let sandbox: Sandbox
  let server: ChaosServer

  /// - Parameters:
  ///   - isEmpty: True to create no catalog. Otherwise it contains three books that the library knows, with ids from 1,
  ///     and one that it does not know.
  ///   - contact: True if the settings contain the user's contact details.
  init(isEmpty: Bool = false, contact: Bool = true, _ intercept: @escaping Interception = { _ in nil }) throws {
    let lines = Self.works.map { "{\"title\":\"\($0.title)\",\"isbn\":\"\($0.isbn)\"}\n" }.joined()
    sandbox = isEmpty ? Sandbox() : try Sandbox(shelf: lines + "{\"title\":\"Diary\",\"isbn\":\"9780000000002\"}\n")
    server = try ChaosServer { request in intercept(request) ?? Self.answer(request) }
    try set(address: server.url, contact: contact)
  }

  /// Writes the settings.
  func set(address: String, contact: Bool = true) throws {
    let home = sandbox.folder.file("home")
    for folder in ["/.config", "/.config/catalog"] { mkdir(home + folder, 0o700) }
    try sandbox.folder.write(
      "home/.config/catalog/settings",
      "\(contact ? "contact = ada@books.example\n" : "")openlibrary = \(address)\nopenlibrary-covers = \(address)\n")
  }

  func run(_ arguments: String..., input: String = "", variables: [String: String] = [:]) throws -> Outcome {
    try sandbox.start(arguments, input: input, variables: variables).finish()
  }

  /// The requested paths with the number of requests for each.
  var requestCounts: [String: Int] { server.requests.reduce(into: [:]) { $0[$1.path, default: 0] += 1 } }

  private static func answer(_ request: ChaosRequest) -> ChaosAnswer {
    if request.path == "/search.json" {
      let query = request.query.filter { ["q", "title"].contains($0.key) }.values.joined().lowercased()
      let found = works.filter { work in
        query.contains(work.isbn) || query.contains(work.key.lowercased()) || work.title.lowercased() == query
          || work.author.lowercased().contains(query)
      }
      return .text("{\"numFound\":\(found.count),\"docs\":[\(found.map(\.document).joined(separator: ","))]}")
    }
    if let work = works.first(where: { request.path == "/works/\($0.key).json" }) { return .text(work.record) }
    if request.path.hasPrefix("/b/id/7-") { return .bytes(image, type: "image/png") }
    return .status(404)
  }
}
