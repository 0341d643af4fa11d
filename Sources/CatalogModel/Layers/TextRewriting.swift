/// What becomes of the texts of a field: of its one text, or of each entry of its list.
package enum TextRewriting: Equatable, Sendable {
  /// What matches a pattern is replaced.
  case replacing(TextReplacement)
  /// Texts become others, by what they were; those that are not named stay.
  case renaming([String: String])

  /// - Throws: ``InvalidValue`` where a pattern would take too long.
  private func rewritten(_ text: String) throws -> String {
    switch self {
    case .replacing(let replacement): try replacement.replacing(in: text)
    case .renaming(let names): names[text] ?? text
    }
  }

  /// A value with its texts rewritten; of records their names.
  ///
  /// - Throws: ``InvalidValue`` as above.
  func rewritten(_ value: FieldValue) throws -> FieldValue {
    switch value {
    case .text(let text): .text(try rewritten(text))
    case .list(let items): .list(try items.map(rewritten))
    case .records(let records):
      .records(
        try records.map { record in
          FieldRecord(
            try record.parts.map { part in
              guard part.name == FieldKind.namePart, case .text(let text)? = part.value else { return part }
              return FieldRecord.Part(part.name, .text(try rewritten(text)))
            })
        })
    default: value
    }
  }
}
