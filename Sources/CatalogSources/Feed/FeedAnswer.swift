import CatalogModel

/// A parsed response of a feed (docs/feed-protocol.md).
struct FeedAnswer {
  /// The maximum length of a feed's cursor and epoch in bytes. Both are sent in URLs.
  static let cursorBytes = 1_000

  /// The number of items. Removals come before books, so a book that was removed and added again is kept.
  var count: Int { removed.count + books.count }
  let cursor: String?
  let hasMore: Bool
  let epoch: String?
  private let subject: String
  private let body: [UInt8]
  /// The byte ranges of ids and books in the body. Each id and each book is parsed only when its page is created.
  private let removed: [Range<UInt32>]
  private let books: [Range<UInt32>]
  /// The average number of items in 4 MiB of the response. Limits the size of a page.
  let pageItems: Int

  private static let pageBytes = 4 * 1_048_576
  private static let envelope = JSONSelection.members([
    "format": .everything, "version": .everything, "cursor": .everything, "epoch": .everything, "more": .everything,
    "books": .parts(label: "books"), "removed": .parts(label: "removed"),
  ])

  /// Parses a response. Its books are not parsed yet.
  ///
  /// - Parameter subject: The feed's address, for messages.
  /// - Throws: `SourceFailure` if the response as a whole is not a feed's response.
  init(_ body: [UInt8], subject: String) throws(SourceFailure) {
    func malformed(_ cause: String) -> SourceFailure { SourceFailure(.malformed, subject, cause: cause) }
    var books: [Range<UInt32>] = []
    var removed: [Range<UInt32>] = []
    let answer: JSONValue
    do throws(JSONParser.Failure) {
      answer = try JSONParser().value(of: body, Self.envelope) { part in
        // A response has at most 16 MiB, so `UInt32` suffices.
        let range = UInt32(part.range.lowerBound)..<UInt32(part.range.upperBound)
        if part.label == "books" { books.append(range) } else { removed.append(range) }
      }
    } catch {
      throw malformed(error.description)
    }
    guard answer["format"]?.string == "catalog-feed" else {
      throw malformed("it is not a catalog feed: \"format\" is not \"catalog-feed\"")
    }
    guard case .integer(1)? = answer["version"] else {
      throw malformed("its feed version is not supported: \"version\" is not 1")
    }
    switch answer["books"] {
    case nil, .array: break
    default: throw malformed("\"books\" is not an array")
    }
    switch answer["removed"] {
    case nil, .null, .array: break
    default: throw malformed("\"removed\" is not an array of ids")
    }
    func name(_ key: String) throws(SourceFailure) -> String? {
      switch answer[key] {
      case nil, .null: return nil
      case .string(let text) where text.utf8.count <= Self.cursorBytes: return text
      case .integer(let number): return String(number)
      default: throw malformed("\"\(key)\" is not a string of at most \(Self.cursorBytes) bytes")
      }
    }
    cursor = try name("cursor")
    epoch = try name("epoch")
    switch answer["more"] {
    case nil, .boolean(false): hasMore = false
    case .boolean(true): hasMore = true
    default: throw malformed("\"more\" is neither true nor false")
    }
    (self.subject, self.body, self.removed, self.books) = (subject, body, removed, books)
    let parts = removed.count + books.count
    pageItems = max(1, parts / max(1, (body.count + Self.pageBytes - 1) / Self.pageBytes))
  }

  /// Returns a range of items for a page. An unusable book is also an item.
  ///
  /// - Throws: `SourceFailure` if a removal does not contain an id.
  func items(_ range: Range<Int>) throws(SourceFailure) -> [SourceItem] {
    let parser = JSONParser()
    var items: [SourceItem] = []
    for index in range {
      if index < removed.count {
        items.append(try removal(removed[index], parser))
      } else {
        items.append(FeedBook.item(of: bytes(books[index - removed.count]), parser))
      }
    }
    return items
  }

  private func removal(_ range: Range<UInt32>, _ parser: JSONParser) throws(SourceFailure) -> SourceItem {
    let bytes = bytes(range)
    do {
      switch try parser.value(of: bytes) {
      case .string(let text): return .removed(remoteID: text)
      case .integer(let number): return .removed(remoteID: String(number))
      default: break
      }
    } catch  where error.isJSON {
      // An id that cannot be represented as text cannot belong to a stored record.
      return .bad(BadRecord(remoteID: nil, payload: Array(bytes), reason: "an id in \"removed\": \(error)"))
    } catch {}
    throw SourceFailure(.malformed, subject, cause: "\"removed\" is not an array of ids")
  }

  private func bytes(_ range: Range<UInt32>) -> ArraySlice<UInt8> {
    body[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// A fingerprint that identifies the response.
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(body)
    return fingerprint.value
  }
}
