import Catalog
import CatalogSources

/// A conflict as JSON; see `conflicts --json` in docs/json.md.
package enum ConflictJSON {
  package static func write(_ conflict: Conflict, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", conflict.book)
      json.member("title", conflict.title)
      json.member("field", conflict.subject.name)
      switch conflict.kind {
      case .field(_, let base, let theirs, let mine, let at):
        json.member("mine", mine?.description)
        json.member("theirs", theirs?.description)
        json.member("before", base?.description)
        json.member("at", at.rfc3339)
        json.member("goneFrom", String?.none)
      case .removal(let source, let since):
        json.member("mine", String?.none)
        json.member("theirs", String?.none)
        json.member("before", String?.none)
        json.member("at", since.rfc3339)
        json.member("goneFrom", source)
      }
    }
  }
}

extension ConflictSubject {
  /// The name that replaces a field's name if the conflict is about the removal of a book.
  package static let removalName = "book"

  /// Creates a subject from ``removalName`` or from any name of a bibliographic field; returns `nil` for other names.
  package init?(named name: String) {
    if name == Self.removalName {
      self = .removal
    } else if let field = BookField(named: name), BookField.bibliographic.contains(field) {
      self = .field(field)
    } else {
      return nil
    }
  }

  /// The name of the subject in JSON and in piped output.
  package var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .removal: Self.removalName
    }
  }
}
