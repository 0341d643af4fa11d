import CatalogModel

/// A book of a feed: the keys of docs/json.md, and an `id` or a `uuid`.
enum FeedBook {
  /// What a feed says of one book, as an item of a page. A record is ready for the catalog, its values canonical.
  ///
  /// - Parameter text: the book as it stands in the feed.
  static func item(of text: ArraySlice<UInt8>, _ parser: JSONParser) -> SourceItem {
    do {
      let value = try parser.value(of: text)
      do {
        let record = try record(of: value)
        // Without a title it can be used only where the book is known, which others decide.
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

  /// - Throws: why it cannot be used.
  static func record(of value: JSONValue) throws -> SourceRecord {
    let builder = try JSONBook(value).builder
    // Removals name a book by its id, and a name made of title and authors changes with them.
    guard builder.id ?? builder.uuid?.uuidString ?? "" != "" else {
      throw InvalidValue("id", "", "the book has neither an id nor a uuid")
    }
    return try builder.record()
  }
}
