/// Fields with their values, as one value. Those that few books have stand so in a book: one without any of them costs a list
/// no more than one without these fields, and those that it has are read out of the stored text when they are asked for. What
/// a source of the user's own says of personal fields stands so in its record.
package struct DetailFields: Sendable {
  private enum Storage: Sendable {
    case none
    /// As the file has them.
    case stored(String)
    /// In the order of fields.
    case entries([Entry])
  }

  private struct Entry: Hashable, Sendable {
    let field: BookField
    let value: FieldValue
  }

  private var storage: Storage

  /// None of them.
  package init() { storage = .none }

  /// Those that ``storedText`` wrote.
  package init(stored: String) { storage = .stored(stored) }

  /// The value of a field; `nil` where there is none.
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

  /// The records of a field, each as what it says.
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

  /// The fields that have a value, those that the user made among them.
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

  /// The fields that the user made and the book has, in their order.
  package var ownFields: [BookField] {
    switch storage {
    case .none: []
    case .stored(let text): Self.ownFields(in: text)
    case .entries(let entries): entries.lazy.map(\.field).filter(\.isOwn)
    }
  }
}

extension DetailFields {
  /// The text that the file has: of each field that has a value a line with its name, a tab, and its
  /// ``FieldValue/storedText``, in which `\n` stands for the end of a line and `\\` for a backslash. `nil` where there is no
  /// value.
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

  /// What stands behind the name and the tab. Bytes: beside a combining mark a tab is no `Character` of its own.
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
    // Nearly no book has any.
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
  /// Whether both say the same, however they were made.
  package static func == (one: DetailFields, other: DetailFields) -> Bool {
    switch (one.storage, other.storage) {
    case (.none, .none): true
    case (.stored(let first), .stored(let second)) where first == second: true
    default: one.entries == other.entries
    }
  }

  /// Hashes what they say.
  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension DetailFields: Codable {
  /// Reads what ``encode(to:)`` wrote.
  package init(from decoder: any Decoder) throws {
    self.init()
    for (name, text) in try [String: String](from: decoder) {
      guard let field = BookField(rawValue: name), field.definition.isDetail, let value = field.decode(text) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(name) has no such value"))
      }
      self[field] = value
    }
  }

  /// Writes the stored text of each field by its name.
  package func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: entries.map { ($0.field.rawValue, $0.value.storedText) }).encode(to: encoder)
  }
}
