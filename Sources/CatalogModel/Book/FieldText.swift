import FoundationEssentials

/// Texts that fields hold.
enum FieldText {
  /// A text as one line in canonical form.
  ///
  /// - Throws: ``InvalidValue`` of the subject for one that is empty or has too many bytes.
  static func line(_ text: String, limit: Int, subject: String) throws -> String {
    let canonical = text.canonicalLine()
    if canonical.isEmpty { throw InvalidValue(subject, text, "it holds nothing but white space") }
    return try checked(canonical, limit: limit, subject: subject)
  }

  /// The text itself where it is no larger than it may be.
  ///
  /// - Throws: ``InvalidValue`` of the subject.
  static func checked(_ text: String, limit: Int, subject: String) throws -> String {
    guard text.utf8.count <= limit else {
      throw InvalidValue(subject, text, "it has \(text.utf8.count.spoken) bytes, the limit is \(limit.spoken)")
    }
    guard !text.holds(0) else { throw InvalidValue(subject, text, "it holds a NUL character") }
    return text
  }
}

extension FieldText {
  /// A name that programs give, in small letters.
  ///
  /// - Throws: ``InvalidValue`` of the subject for one that has other signs, or too many.
  static func code(_ text: String, limit: Int, subject: String) throws -> String {
    let code = try line(text, limit: limit, subject: subject).lowercased()
    let isCode = code.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 46 || byte == 95
    }
    guard isCode else {
      throw InvalidValue(subject, text, "it has letters from a to z, digits, hyphens, underscores and dots")
    }
    return code
  }
}

extension BookField {
  /// Reads a value from text as people type it and as tables hold it; an empty text is no value. Lists are divided at
  /// semicolons, so that names may hold commas, and the parts of a record at upright strokes: `\;`, `\|` and `\\` stand for the
  /// signs themselves, as in ``FieldValue/typedText``.
  ///
  /// - Throws: ``InvalidValue`` when the text is not a value of this field.
  public func value(of text: String) throws -> FieldValue? { try definition.value(of: text) }
}

extension FieldDefinition {
  /// Reads a value from text as people type it; an empty text is no value. Lists are divided at semicolons, the parts of
  /// a record at upright strokes (``ListDivision``).
  ///
  /// - Throws: ``InvalidValue`` when the text is not a value of this field.
  package func value(of text: String) throws -> FieldValue? {
    let trimmed = text.trimmed()
    if trimmed.isEmpty { return try canonical(nil) }
    return try canonical(kind.parsed(trimmed, subject: name))
  }

  /// Reads a value that a person has typed for this field alone: as ``value(of:)``, and a language by its name, too.
  ///
  /// - Throws: ``InvalidValue`` also for a language that is neither a code of two or three letters (RFC 5646, section 2.2) nor a
  ///   name that is known: nothing would find the book by it.
  package func typedValue(of text: String) throws -> FieldValue? {
    guard field == .language, !text.trimmed().isEmpty else { return try value(of: text) }
    let text = text.trimmed()
    let primary = text.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if let code = LanguageCode.named(text) { return .text(code) }
    guard primary == "x" || (2...3).contains(primary.utf8.count) && LanguageCode.tag(text) != nil else {
      throw InvalidValue(
        name, text, "it is no language: write a code such as eng, en or en-US, or a name such as English")
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

  /// The value of a text; `nil` of an empty one.
  ///
  /// - Throws: ``InvalidValue`` when the text is not a value of this kind.
  func value(of text: String, subject: String) throws -> FieldValue? {
    let trimmed = text.trimmed()
    return trimmed.isEmpty ? nil : try canonical(parsed(trimmed, subject: subject), subject: subject)
  }

  /// Whether a word means yes or no; `nil` of another one.
  static func flag(of word: String) -> Bool? {
    switch word.lowercased() {
    case "yes", "true", "1", "y", "on": true
    case "no", "false", "0", "n", "off": false
    default: nil
    }
  }

  /// The records of the items of a list, without those that say nothing.
  fileprivate static func records(_ items: [String], of parts: [FieldPart], subject: String) throws -> FieldValue {
    .records(
      try items.filter { !$0.trimmed().isEmpty }.map { item in
        try record(ListDivision.parts.items(of: item), of: parts, subject: subject)
      })
  }

  fileprivate static func record(_ texts: [String], of parts: [FieldPart], subject: String) throws -> FieldRecord {
    guard texts.count <= parts.count else {
      throw InvalidValue(subject, texts.joined(separator: "|"), "its parts are \(parts.names)")
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
  /// The records of the items of a list, each with its parts as people type them.
  ///
  /// - Throws: ``InvalidValue`` for one with too many parts, or of which a part is no value.
  package func records(_ items: [String], of parts: [FieldPart]) throws -> FieldValue {
    try FieldKind.records(items, of: parts, subject: name)
  }

  /// The record whose parts have these texts, in their order.
  ///
  /// - Throws: ``InvalidValue`` for too many of them, or one that is no value of its part.
  package func record(_ texts: [String], of parts: [FieldPart]) throws -> FieldRecord {
    try FieldKind.record(texts, of: parts, subject: name)
  }

  /// The value of a text in a part of a record, by the part's name; `nil` where there is no such part.
  ///
  /// - Throws: ``InvalidValue`` when the text is not a value of the part.
  package func value(of text: String, inPart name: String) throws -> FieldValue? {
    try part(name).flatMap { try value(of: text, in: $0) }
  }

  /// A part of its records, by its name; `nil` where there is no such part.
  package func part(_ name: String) -> FieldPart? {
    if case .records(let parts) = kind { parts.first { $0.name == name } } else { nil }
  }

  /// The value of a text in a part of a record; `nil` of an empty one.
  ///
  /// - Throws: ``InvalidValue`` when the text is not a value of the part.
  package func value(of text: String, in part: FieldPart) throws -> FieldValue? {
    try record([text], of: [part]).parts[0].value
  }
}
