import Catalog

/// An answer of a feed (docs/feed-protocol.md), read.
struct FeedAnswer {
  /// How long a feed's cursor and epoch may be: they are sent in addresses.
  static let cursorBytes = 1_000

  /// What it says: removals first, so that a book that came back stays.
  let items: [SourceItem]
  let cursor: String?
  let hasMore: Bool
  let epoch: String?
  private let body: [UInt8]
  /// How many items make 4 MiB.
  let pageItems: Int

  private static let pageBytes = 4 * 1_048_576

  /// - Parameter subject: the feed's address, for messages.
  /// - Throws: `SourceFailure` when it is not an answer of such a feed as a whole. A book that cannot be used is an item.
  init(_ body: [UInt8], subject: String) throws(SourceFailure) {
    func nonsense(_ cause: String) -> SourceFailure { SourceFailure(.nonsense, subject, cause: cause) }
    var books: [SourceItem] = []
    let answer: JSONValue
    do throws(JSONParser.Failure) {
      answer = try JSONParser().value(of: body, handingOut: "books") { books.append(FeedBook.item(of: $0)) }
    } catch {
      throw nonsense(error.description)
    }
    guard answer["format"]?.string == "catalog-feed" else {
      throw nonsense("it is no feed of a catalog: \"format\" is not \"catalog-feed\"")
    }
    guard case .integer(1)? = answer["version"] else {
      throw nonsense("it is a feed of a version that this program does not know: \"version\" is not 1")
    }
    switch answer["books"] {
    case nil, .array: break
    default: throw nonsense("\"books\" is not an array")
    }
    var removed: [SourceItem] = []
    switch answer["removed"] {
    case nil, .null: break
    case .array(let ids):
      for id in ids {
        switch id {
        case .string(let text): removed.append(.removed(remoteID: text))
        case .integer(let number): removed.append(.removed(remoteID: String(number)))
        default: throw nonsense("\"removed\" is not an array of ids")
        }
      }
    default: throw nonsense("\"removed\" is not an array of ids")
    }
    items = removed + books
    func name(_ key: String) throws(SourceFailure) -> String? {
      switch answer[key] {
      case nil, .null: return nil
      case .string(let text) where text.utf8.count <= Self.cursorBytes: return text
      case .integer(let number): return String(number)
      default: throw nonsense("\"\(key)\" is not a string of at most \(Self.cursorBytes) bytes")
      }
    }
    cursor = try name("cursor")
    epoch = try name("epoch")
    switch answer["more"] {
    case nil, .boolean(false): hasMore = false
    case .boolean(true): hasMore = true
    default: throw nonsense("\"more\" is neither true nor false")
    }
    self.body = body
    pageItems = max(1, items.count / max(1, (body.count + Self.pageBytes - 1) / Self.pageBytes))
  }

  /// By which the same answer is known again.
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(body)
    return fingerprint.value
  }
}
