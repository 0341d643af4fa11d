/// A change to the texts of a field, which are its single text or the entries of its list.
package enum TextRewriting: Equatable, Sendable {
  /// Replaces the matches of a pattern.
  case replacing(TextReplacement)
  /// Replaces each text that is a key of the dictionary by the value for that key. Other texts stay unchanged.
  case renaming([String: String])

  /// Returns a text after the change.
  ///
  /// - Throws: ``InvalidValue`` if matching a pattern takes too many steps.
  private func rewritten(_ text: String) throws -> String {
    switch self {
    case .replacing(let replacement): try replacement.replacing(in: text)
    case .renaming(let names): names[text] ?? text
    }
  }

  /// Returns a value with its texts changed. In records, only the names are changed.
  ///
  /// - Throws: ``InvalidValue`` if matching a pattern takes too many steps.
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
