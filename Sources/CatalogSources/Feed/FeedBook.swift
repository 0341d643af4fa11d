import CatalogModel

/// Parses a book of a feed: an object with the keys of docs/json.md, and an `id` or a `uuid`.
enum FeedBook {
  /// Returns a book of a feed as an item of a page. The values of a record are in canonical form.
  ///
  /// - Parameter text: The text of the book in the feed.
  static func item(of text: ArraySlice<UInt8>, _ parser: JSONParser) -> SourceItem {
    do {
      let value = try parser.value(of: text)
      do {
        let record = try record(of: value)
        // A book without a title is usable only if the catalog already contains the book. The catalog checks this
        // later, so the raw text is included.
        return .record(record, raw: record.values[.title].value == nil ? Array(value.text.utf8) : [])
      } catch {
        return .bad(
          BadRecord(
            remoteID: JSONBook.ownID(of: value), payload: Array(value.text.utf8), reason: String(describing: error)))
      }
    } catch {
      return .bad(
        BadRecord(remoteID: JSONBook.ownID(in: text, parser), payload: Array(text), reason: error.description))
    }
  }

  /// Parses a book.
  ///
  /// - Throws: The reason why the book is not usable.
  static func record(of value: JSONValue) throws -> SourceRecord {
    let builder = try JSONBook(value).builder
    // An id is required because removals refer to it. An id derived from the title and authors would change with them.
    guard builder.id ?? builder.uuid?.uuidString ?? "" != "" else {
      throw InvalidValue("id", "", "the book has neither an id nor a uuid")
    }
    return try builder.record()
  }
}
