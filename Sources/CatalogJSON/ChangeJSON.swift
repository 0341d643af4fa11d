import Catalog
import CatalogSources

/// What a change did, as JSON: “What changes print” of docs/json.md.
package enum ChangeJSON {
  /// What each change tells: how many books changed, and which.
  package static func writeMembers(books: [Book.ID], to json: inout JSONWriter) {
    json.member("changed", books.count)
    json.key("ids")
    json.beginArray()
    for id in books { json.integer(id) }
    json.endArray()
  }

  /// What fields would show, of a change that is only tried.
  package static func writeDifferences(_ differences: [FieldDifference], _ own: OwnFields, to json: inout JSONWriter) {
    json.key("differences")
    json.beginArray()
    for difference in differences {
      json.beginObject()
      json.member("id", difference.book)
      json.member("title", difference.title)
      json.member("field", own.name(of: difference.field))
      json.member("old", difference.old?.description)
      json.member("new", difference.new?.description)
      json.key("from")
      json.beginArray()
      for id in difference.from { json.integer(id) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
  }
}
