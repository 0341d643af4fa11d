/// The values of several fields, stored together as one value.
///
/// A book stores its rarely used fields in this form. The values are decoded only when they are read, so that lists do
/// no extra work for them. Records from the user's own sources also store their values of personal fields in this form.
package struct DetailFields: Sendable {
  private enum Storage: Sendable {
    case none
    /// The text as it is stored in the file.
    case stored(String)
    /// The entries, sorted by field.
    case entries([Entry])
  }

  private struct Entry: Hashable, Sendable {
    let field: BookField
    let value: FieldValue
  }

  private var storage: Storage

  /// Creates a value without any fields.
  package init() { storage = .none }

  /// Creates the value from a text that ``storedText`` returned.
  package init(stored: String) { storage = .stored(stored) }

  /// The value of a field; `nil` if there is none.
  package subscript(field: BookField) -> FieldValue? {
    get {
      switch storage {
      case .none: nil
      case .stored(let text): Self.value(of: field, in: text)
      case .entries(let entries): entries.first { $0.field == field }?.value
      }
    }
    set {
      var entries = self.entries
      let index = entries.firstIndex { $0.field >= field } ?? entries.endIndex
      if index < entries.endIndex, entries[index].field == field { entries.remove(at: index) }
      if let newValue { entries.insert(Entry(field: field, value: newValue), at: index) }
      storage = entries.isEmpty ? .none : .entries(entries)
    }
  }

  /// See ``Book/earlierReadings``.
  package var earlierReadings: [Reading] { self[records: .earlierReadings] }

  /// See ``Book/progress``.
  package var progress: [ReadingPosition] { self[records: .progress] }

  /// The records of a field, converted to the type that represents them.
  subscript<Item: FieldRecordConvertible>(records field: BookField) -> [Item] {
    get { if case .records(let records)? = self[field] { records.compactMap(Item.init(record:)) } else { [] } }
    set { self[field] = newValue.isEmpty ? nil : .records(newValue.map(\.record)) }
  }

  private var entries: [Entry] {
    switch storage {
    case .none: []
    case .stored(let text):
      fields.sorted().compactMap { field in
        Self.value(of: field, in: text).map { Entry(field: field, value: $0) }
      }
    case .entries(let entries): entries
    }
  }

  /// The fields that have a value, including user-defined fields.
  package var fields: [BookField] {
    switch storage {
    case .none: []
    case .stored(let text):
      text.utf8.split(separator: Self.newline).compactMap { line in
        line.firstIndex(of: Self.tab).flatMap { BookField(rawValue: String(text[line.startIndex..<$0])) }
      }
    case .entries(let entries): entries.map(\.field)
    }
  }

  /// The user-defined fields that have a value, in the order of their creation.
  package var ownFields: [BookField] {
    switch storage {
    case .none: []
    case .stored(let text): Self.ownFields(in: text)
    case .entries(let entries): entries.lazy.map(\.field).filter(\.isOwn)
    }
  }
}

extension DetailFields {
  /// The text that is stored in the file; `nil` if there are no values. Each field with a value takes one line, which
  /// contains the field's name, a tab, and the value's ``FieldValue/storedText``. In the value, `\n` denotes a line
  /// break and `\\` a backslash.
  package var storedText: String? {
    switch storage {
    case .none: nil
    case .stored(let text): text
    case .entries(let entries):
      entries.reduce(into: "") { text, entry in
        if !text.isEmpty { text += "\n" }
        text += entry.field.rawValue
        text += "\t"
        text += Self.escaped(entry.value.storedText)
      }
    }
  }

  private static func value(of field: BookField, in text: String) -> FieldValue? {
    line(of: field.rawValue, in: text).flatMap { field.decode(unescaped($0)) }
  }

  /// Returns the rest of the line that begins with the given name and a tab. The search compares bytes, not characters.
  private static func line(of name: String, in text: String) -> Substring? {
    var start = text.utf8.startIndex
    while start < text.utf8.endIndex {
      let end = text.utf8[start...].firstIndex(of: newline) ?? text.utf8.endIndex
      let line = text.utf8[start..<end]
      if line.starts(with: name.utf8) {
        let tabIndex = line.index(line.startIndex, offsetBy: name.utf8.count)
        if tabIndex < end, line[tabIndex] == tab { return text[line.index(after: tabIndex)..<end] }
      }
      start = end < text.utf8.endIndex ? text.utf8.index(after: end) : end
    }
    return nil
  }

  private static func ownFields(in text: String) -> [BookField] {
    // Few books have user-defined fields, so texts without them are skipped quickly.
    guard text.utf8.contains(ownLetter), text.contains(BookField.ownPrefix) else { return [] }
    return text.utf8.split(separator: newline).compactMap { line in
      guard line.starts(with: BookField.ownPrefix.utf8), let tabIndex = line.firstIndex(of: tab) else { return nil }
      return BookField(rawValue: String(text[line.startIndex..<tabIndex])).flatMap { $0.isOwn ? $0 : nil }
    }.sorted()
  }

  private static let ownLetter = UInt8(ascii: "o")
  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")
  private static let backslash = UInt8(ascii: "\\")

  private static func escaped(_ text: String) -> String {
    guard text.holds(newline) || text.holds(backslash) else { return text }
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count * 2) { escaped in
        var count = 0
        func append(_ byte: UInt8) {
          escaped[count] = byte
          count += 1
        }
        for byte in bytes {
          if byte == newline || byte == backslash { append(backslash) }
          append(byte == newline ? UInt8(ascii: "n") : byte)
        }
        return count
      }
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(backslash) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "n") ? newline : byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DetailFields: Hashable {
  /// Returns true if the two contain the same values, whether or not the values are decoded.
  package static func == (one: DetailFields, other: DetailFields) -> Bool {
    switch (one.storage, other.storage) {
    case (.none, .none): true
    case (.stored(let first), .stored(let second)) where first == second: true
    default: one.entries == other.entries
    }
  }

  /// Hashes the values.
  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension DetailFields: Codable {
  /// Decodes a value that ``encode(to:)`` wrote.
  package init(from decoder: any Decoder) throws {
    self.init()
    for (name, text) in try [String: String](from: decoder) {
      guard let field = BookField(rawValue: name), field.definition.isDetail, let value = field.decode(text) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(name) has an invalid value"))
      }
      self[field] = value
    }
  }

  /// Encodes the values as a dictionary from field names to stored texts.
  package func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: entries.map { ($0.field.rawValue, $0.value.storedText) }).encode(to: encoder)
  }
}
