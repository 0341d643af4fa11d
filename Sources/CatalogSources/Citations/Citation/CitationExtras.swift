import CatalogModel

/// Values for which a bibliography format has no name. Our exports write them under names of our own.
enum CitationExtras {
  /// The name for the UUID of the book.
  static let uuid = "catalog-uuid"

  /// Returns the name for a field of the catalog.
  static func name(of field: BookField) -> String { "catalog-" + field.rawValue.lowercased() }

  /// Returns the field for one of our own names, or the custom field for a name that begins with `own.`; `nil` for
  /// other names.
  static func field(named name: String) -> CitationField? {
    if OwnFieldName.isOne(name) { return .own(name) }
    return fields[name.lowercased()].map(CitationField.exact)
  }

  private static let fields = Dictionary(uniqueKeysWithValues: BookField.allCases.map { (name(of: $0), $0) })

  /// Returns our own name for a field, and the text of its value. Returns `nil` if every bibliography format has a name
  /// for the field.
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

  /// Returns the values of a citation that cannot be written under a name of the bibliography format, with our own
  /// names for them.
  ///
  /// - Parameters:
  ///   - fields: Returns true if the format has a name for a field's value.
  ///   - roles: Returns true if the format has a name for a role.
  ///   - type: The BibTeX type that a reader will assign to the written entry.
  static func all(
    of citation: Citation, beside fields: (CitationField, String) -> Bool, _ roles: (CitedRole) -> Bool,
    readAs type: String
  ) -> [(name: String, text: String)] {
    var extras = [(name: uuid, text: citation.uuid ?? "")]
    // The written title includes the subtitle.
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
