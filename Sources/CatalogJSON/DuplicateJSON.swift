import Catalog
import CatalogModel
import CatalogSources

/// A group of possible duplicates as JSON; see `duplicates --json` in docs/json.md.
package enum DuplicateJSON {
  package static func write(_ group: DuplicateGroup, to json: inout JSONWriter) {
    json.object { json in
      let (same, isbn, identifier): (String, ISBN?, BookIdentifier?) =
        switch group.reason {
        case .isbn(let isbn): ("isbn", isbn, nil)
        case .identifier(let identifier): ("identifier", nil, identifier)
        case .titleAndAuthors: ("titleAndAuthors", nil, nil)
        case .alike: ("alike", nil, nil)
        }
      json.member("same", same)
      json.member("isbn13", isbn?.digits)
      json.key("identifier")
      if let identifier {
        json.object { json in
          json.member("type", identifier.type)
          json.member("value", identifier.value)
        }
      } else {
        json.null()
      }
      json.array("ids") { json in
        for id in group.books { json.integer(id) }
      }
      json.member("grade", group.grade.rawValue)
      json.member("reason", group.words)
    }
  }
}
