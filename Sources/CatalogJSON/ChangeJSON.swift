import Catalog
import CatalogSources

/// The effect of a change as JSON; see “What changes print” in docs/json.md.
package enum ChangeJSON {
  /// Writes the keys that all changes have: the number of changed books and their ids.
  package static func writeMembers(books: [Book.ID], to json: inout JSONWriter) {
    json.member("changed", books.count)
    json.key("ids")
    json.beginArray()
    for id in books { json.integer(id) }
    json.endArray()
  }

  /// Writes the differences in shown values that a dry run reports.
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
