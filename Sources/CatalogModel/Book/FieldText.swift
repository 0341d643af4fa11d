import FoundationEssentials
import Platform

/// Functions that check the texts in fields.
enum FieldText {
  /// Returns a text as one line in canonical form.
  ///
  /// - Throws: ``InvalidValue``, with `subject` as its subject, if the text is empty or has too many bytes.
  static func line(_ text: String, limit: Int, subject: String) throws -> String {
    let canonical = text.canonicalLine()
    if canonical.isEmpty { throw InvalidValue(subject, text, "it contains only white space") }
    return try checked(canonical, limit: limit, subject: subject)
  }

  /// Returns a text unchanged if it is within the limit and contains no NUL character.
  ///
  /// - Throws: ``InvalidValue``, with `subject` as its subject, for any other text.
  static func checked(_ text: String, limit: Int, subject: String) throws -> String {
    guard text.utf8.count <= limit else {
      throw InvalidValue(subject, text, "it has \(text.utf8.count.grouped) bytes, the limit is \(limit.grouped)")
    }
    guard !text.holds(0) else { throw InvalidValue(subject, text, "it contains a NUL character") }
    return text
  }
}

extension FieldText {
  /// Checks a code, which is a name that programs assign, and returns it in lower case.
  ///
  /// - Throws: ``InvalidValue``, with `subject` as its subject, if the text is too long, or if it contains characters
  ///   other than letters from a to z, digits, hyphens, underscores and dots.
  static func code(_ text: String, limit: Int, subject: String) throws -> String {
    let code = try line(text, limit: limit, subject: subject).lowercased()
    let isCode = code.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 46 || byte == 95
    }
    guard isCode else {
      throw InvalidValue(subject, text, "only letters from a to z, digits, hyphens, underscores and dots are allowed")
    }
    return code
  }
}

extension BookField {
  /// Returns the value that a typed text or a table cell represents; `nil` if the text is empty.
  ///
  /// Semicolons divide lists, so that names may contain commas. Vertical bars divide the parts of a record. `\;`, `\|`
  /// and `\\` denote the characters themselves, as in ``FieldValue/typedText``.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a value of this field.
  public func value(of text: String) throws -> FieldValue? { try definition.value(of: text) }
}

extension FieldDefinition {
  /// Returns the value that a typed text represents; `nil` if the text is empty. Semicolons divide lists, and vertical
  /// bars divide the parts of a record (``ListDivision``).
  ///
  /// - Throws: ``InvalidValue`` if the text is not a value of this field.
  package func value(of text: String) throws -> FieldValue? {
    let trimmed = text.trimmed()
    if trimmed.isEmpty { return try canonical(nil) }
    return try canonical(kind.parsed(trimmed, subject: name))
  }

  /// Returns the value of a text that a person typed for this field. It accepts the same texts as ``value(of:)``, and
  /// also the names of languages, dates as people write them, and everyday words for the read state.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a value of this field. A language must be a known name or a code of
  ///   two or three letters (RFC 5646, section 2.2), because searches by language accept nothing else.
  package func typedValue(of text: String) throws -> FieldValue? {
    let word = text.trimmed()
    if field == .readState, let state = FieldVocabulary.typedReadState(of: word) { return .readState(state) }
    if kind == .date, let date = PartialDate(typed: word, today: PartialDate.day(at: Date())) { return .date(date) }
    guard field == .language, !word.isEmpty else { return try value(of: text) }
    return try languageValue(of: word)
  }

  private func languageValue(of text: String) throws -> FieldValue? {
    let primary = text.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if let code = LanguageCode.named(text) { return .text(code) }
    guard primary == "x" || (2...3).contains(primary.utf8.count) && LanguageCode.tag(text) != nil else {
      throw InvalidValue(
        name, text, "it is not a known language; use a code such as eng, en or en-US, or a name such as English")
    }
    return try value(of: text)
  }
}

extension FieldKind {
  fileprivate func parsed(_ text: String, subject: String) throws -> FieldValue {
    switch self {
    case .line, .text, .address, .code:
      return .text(text)
    case .names, .tags:
      return .list(ListDivision.ours.items(of: text))
    case .isbn:
      return .isbn(try ISBN(text))
    case .date:
      do { return .date(try PartialDate(text)) } catch let error as InvalidValue {
        throw InvalidValue(subject, text, error.reason)
      }
    case .integer:
      guard let number = Int(text) else { throw InvalidValue(subject, text, "it is not a whole number") }
      return .integer(number)
    case .flag:
      guard let isSet = Self.flag(of: text) else { throw InvalidValue(subject, text, "it must be yes or no") }
      return .flag(isSet)
    case .decimal, .number:
      guard let number = Double.decimal(text), number.isFinite else {
        throw InvalidValue(subject, text, "it is not a number")
      }
      return .decimal(number)
    case .vocabulary(let vocabulary):
      guard let value = vocabulary.typed(text) else {
        throw InvalidValue(subject, text, "it must be one of \(vocabulary.words.joined(separator: ", "))")
      }
      return value
    case .instant:
      guard let time = Date(rfc3339: text) else {
        throw InvalidValue(subject, text, "write a time as 2026-01-31T18:30:00Z")
      }
      return .instant(time)
    case .records(let parts):
      return try Self.records(ListDivision.records.items(of: text), of: parts, subject: subject)
    }
  }

  /// Returns the value of this kind that a text represents; `nil` if the text is empty.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a value of this kind.
  func value(of text: String, subject: String) throws -> FieldValue? {
    let trimmed = text.trimmed()
    return trimmed.isEmpty ? nil : try canonical(parsed(trimmed, subject: subject), subject: subject)
  }

  /// Returns true or false for a word that means yes or no; `nil` for any other word.
  static func flag(of word: String) -> Bool? {
    switch word.lowercased() {
    case "yes", "true", "1", "y", "on": true
    case "no", "false", "0", "n", "off": false
    default: nil
    }
  }

  /// Returns the records that the items of a list represent. Empty items are left out.
  fileprivate static func records(_ items: [String], of parts: [FieldPart], subject: String) throws -> FieldValue {
    .records(
      try items.filter { !$0.trimmed().isEmpty }.map { item in
        try record(ListDivision.parts.items(of: item), of: parts, subject: subject)
      })
  }

  fileprivate static func record(_ texts: [String], of parts: [FieldPart], subject: String) throws -> FieldRecord {
    guard texts.count <= parts.count else {
      throw InvalidValue(subject, texts.joined(separator: "|"), "it has too many parts; its parts are \(parts.names)")
    }
    return FieldRecord(
      try zip(parts, texts).map { part, text in
        let text = text.trimmed()
        return FieldRecord.Part(
          part.name, text.isEmpty ? nil : try part.kind.parsed(text, subject: "\(subject) \(part.name)"))
      })
  }
}

extension FieldDefinition {
  /// Returns the records that the items of a list represent. Each item contains the parts of one record, separated by
  /// vertical bars.
  ///
  /// - Throws: ``InvalidValue`` if a record has too many parts or an invalid part.
  package func records(_ items: [String], of parts: [FieldPart]) throws -> FieldValue {
    try FieldKind.records(items, of: parts, subject: name)
  }

  /// Returns the record whose parts have these texts, in order.
  ///
  /// - Throws: ``InvalidValue`` if there are too many texts, or if a text is not a value of its part.
  package func record(_ texts: [String], of parts: [FieldPart]) throws -> FieldRecord {
    try FieldKind.record(texts, of: parts, subject: name)
  }

  /// Converts a text to a value of the part with the given name. Returns `nil` if the field's records have no such
  /// part, or if the text is empty.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a value of the part.
  package func value(of text: String, inPart name: String) throws -> FieldValue? {
    try part(name).flatMap { try value(of: text, in: $0) }
  }

  /// Returns the part of the field's records that has the given name; `nil` if there is no such part.
  package func part(_ name: String) -> FieldPart? {
    if case .records(let parts) = kind { parts.first { $0.name == name } } else { nil }
  }

  /// Converts a text to a value of the given part of a record; `nil` if the text is empty.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a value of the part.
  package func value(of text: String, in part: FieldPart) throws -> FieldValue? {
    try record([text], of: [part]).parts[0].value
  }
}
