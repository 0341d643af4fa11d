import Catalog
import CatalogSources

/// The effect of a change as JSON; see “What changes print” in docs/json.md.
package enum ChangeJSON {
  /// Writes the keys that all changes have: the number of changed books and their ids.
  package static func writeMembers(books: [Book.ID], to json: inout JSONWriter) {
    json.member("changed", books.count)
    json.array("ids") { json in
      for id in books { json.integer(id) }
    }
  }

  /// Writes the differences in shown values that a dry run reports.
  package static func writeDifferences(_ differences: [FieldDifference], _ own: OwnFields, to json: inout JSONWriter) {
    json.array("differences") { json in
      for difference in differences {
        json.object { json in
          json.member("id", difference.book)
          json.member("title", difference.title)
          json.member("field", own.name(of: difference.field))
          json.member("old", difference.old?.description)
          json.member("new", difference.new?.description)
          json.array("from") { json in
            for id in difference.from { json.integer(id) }
          }
        }
      }
    }
  }
}
