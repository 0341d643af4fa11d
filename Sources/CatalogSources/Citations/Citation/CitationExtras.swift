import CatalogModel

/// What our own exports say of a book that a notation has no name for, by names of our own.
enum CitationExtras {
  /// The name of the UUID of the book.
  static let uuid = "catalog-uuid"

  /// The name of a field of the catalog's.
  static func name(of field: BookField) -> String { "catalog-" + field.rawValue.lowercased() }

  /// The field of such a name, or that of the user's own; `nil` of another one.
  static func field(named name: String) -> CitationField? {
    if OwnFieldName.isOne(name) { return .own(name) }
    return fields[name.lowercased()].map(CitationField.exact)
  }

  private static let fields = Dictionary(uniqueKeysWithValues: BookField.allCases.map { (name(of: $0), $0) })

  /// What a citation says, under such a name; `nil` for what every notation has a name for.
  static func extra(_ field: CitationField, _ text: String) -> (name: String, text: String)? {
    func records(_ record: FieldRecord) -> String { FieldValue.records([record]).typedText }
    switch field {
    case .exact(let field): return (name(of: field), text)
    case .own(let name): return (name, text)
    case .property(let property): return (BookField.ownPrefix + property.rawValue, text)
    case .identifier(let type): return (name(of: .identifiers), records(BookIdentifier(type, text).record))
    case .file: return CitedFile.file(of: text).map { (name(of: .files), records($0.record)) }
    case .originalDate: return (name(of: .firstPublished), text)
    case .readState: return (name(of: .readState), text)
    case .rating: return (name(of: .rating), text)
    case .review: return (name(of: .review), text)
    case .added: return (name(of: .added), text)
    default: return nil
    }
  }

  /// Those of a citation for which a notation has no names.
  ///
  /// - Parameters:
  ///   - fields: whether the notation has a name for what it says of a field.
  ///   - roles: whether it has one for what somebody did.
  ///   - type: what an entry is taken for that is written so, as BibTeX calls it.
  static func all(
    of citation: Citation, beside fields: (CitationField, String) -> Bool, _ roles: (CitedRole) -> Bool,
    readAs type: String
  ) -> [(name: String, text: String)] {
    var extras = [(name: uuid, text: citation.uuid ?? "")]
    // The title that is shown has the subtitle behind it.
    if let title = citation[.title], let subtitle = citation[.subtitle] {
      extras += [(name(of: .title), title), (name(of: .subtitle), subtitle)]
    }
    for (role, names) in citation.people where !roles(role) {
      guard case .contributor(let role) = role else { continue }
      let contributors = names.map { Contributor($0, role: role).record }
      extras.append((name(of: .contributors), FieldValue.records(contributors).typedText))
    }
    for (field, text) in citation.values where !fields(field, text) {
      if let extra = extra(field, text) { extras.append(extra) }
    }
    if citation.type != type {
      extras.append((BookField.ownPrefix + CitationProperty.entryType.rawValue, citation.type))
    }
    return extras
  }
}
