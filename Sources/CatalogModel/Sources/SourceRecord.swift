import FoundationEssentials

/// One source's record of a book: a row of an import, an entry of a feed.
public struct SourceRecord: Sendable {
  /// The source's own name for the book, stable from one delivery to the next: 1 to ``remoteIDBytes`` bytes. A record with
  /// another one cannot be used.
  public var remoteID: String
  /// Whether the source gave that name; else it was made of what the record says, and another record may say the same.
  public var hasOwnID: Bool
  /// The book's identity, when the record knows it (a row that an export wrote).
  public var uuid: UUID?
  /// The values of the fields, in canonical form; personal fields enter only where the user has set nothing.
  public package(set) var values: FieldPresences {
    didSet { isCanonical = false }
  }
  /// Whether the values were brought into canonical form by whoever read them, so that it need not be done again.
  private var isCanonical = false
  /// What the record says of fields that the user makes, each named once; at most 500.
  public var own: [OwnValue] = [] {
    didSet { isCanonical = false }
  }
  /// Keys the catalog does not know, as JSON, kept as they came. More than ``unknownBytes`` are left out, and said.
  public var unknown: String?

  /// Values that could not be used and were left out by whoever read the record, with the reasons: nothing that it says.
  package private(set) var leftOut: [InvalidValue] = []
  /// The fingerprint of what the source itself said, where the rest is known from elsewhere.
  private var delivered: Int64?

  /// The number of bytes that the name of a record may have.
  public static let remoteIDBytes = 500

  /// The number of bytes that are kept of keys that the catalog does not know.
  public static let unknownBytes = 65_536

  /// A record of its parts, each described at the property of the same name. Values that are not in canonical form are
  /// brought into it when the record is taken in.
  package init(
    remoteID: String, hasOwnID: Bool = true, uuid: UUID? = nil, values: FieldPresences, unknown: String? = nil
  ) {
    self.remoteID = remoteID
    self.hasOwnID = hasOwnID
    self.uuid = uuid
    self.values = values
    self.unknown = unknown
  }

  /// Makes a record of one book. A property that is left alone is not mentioned, and stays as the source delivered it
  /// before; one that is set to `nil`, or to an empty list, says that there is no value. A value that a field cannot hold
  /// puts the record into quarantine when it is taken in.
  ///
  /// ```swift
  /// let record = SourceRecord("r1") { $0.title = "Dune"; $0.authors = ["Frank Herbert"] }
  /// ```
  ///
  /// - Parameters:
  ///   - remoteID: see ``remoteID``.
  ///   - hasOwnID: see ``hasOwnID``.
  ///   - uuid: see ``uuid``.
  ///   - fill: sets what the source says, in a draft that says nothing.
  public init(
    _ remoteID: String, hasOwnID: Bool = true, uuid: UUID? = nil, _ fill: (inout BookDraft) throws -> Void
  ) rethrows {
    var draft = BookDraft()
    try fill(&draft)
    self.init(remoteID: remoteID, hasOwnID: hasOwnID, uuid: uuid, values: draft.presences)
  }

  /// A record whose values have all been through ``BookField/canonical(_:)``, and those of fields that the user makes through
  /// ``OwnValue/canonical()``.
  package init(
    canonical values: FieldPresences, own: [OwnValue], remoteID: String, hasOwnID: Bool, uuid: UUID?, unknown: String?,
    leftOut: [InvalidValue]
  ) {
    self.init(remoteID: remoteID, hasOwnID: hasOwnID, uuid: uuid, values: values, unknown: unknown)
    (self.own, self.leftOut) = (own, leftOut)
    isCanonical = true
  }

  /// The record with every value as it is compared and stored: sources are written by many.
  ///
  /// - Throws: ``InvalidValue`` when a field cannot hold its value, or the record has no name that can be kept.
  package func canonical() throws -> SourceRecord {
    guard Self.isName(remoteID) else {
      throw InvalidValue("id", remoteID, "it has 1 to \(Self.remoteIDBytes) bytes, and no zero byte")
    }
    guard own.count <= FieldLimits.listItems else {
      throw InvalidValue("own", "\(own.count.spoken) fields", "the limit is \(FieldLimits.listItems.spoken)")
    }
    var result = self
    if !isCanonical {
      for field in BookField.allCases {
        guard case .value(let value) = values[field] else { continue }
        let canonical = try field.canonical(value)
        if canonical != value { result.values[field] = canonical.map(FieldPresence.value) ?? .null }
      }
      if !own.isEmpty { result.own = try own.map { try $0.canonical() } }
    }
    try result.checkOwnNames()
    return result
  }

  private func checkOwnNames() throws {
    guard own.count > 1 else { return }
    var names = Set<String>(minimumCapacity: own.count)
    for value in own where !names.insert(value.name.lowercased()).inserted {
      throw InvalidValue("own", value.name, "the record has that field twice")
    }
  }

  /// The record with what is known of its book from elsewhere, where the record itself says nothing. The same delivery
  /// without that is known again.
  package func completed(with draft: BookDraft) -> SourceRecord {
    var result = self
    for field in BookField.allCases where values[field].value == nil && draft.presences[field].value != nil {
      result.values[field] = draft.presences[field]
    }
    result.delivered = fingerprint
    return result
  }

  /// Whether a source may call a record so: SQLite's shell and C functions end a text at a zero byte.
  package static func isName(_ remoteID: String) -> Bool {
    (1...remoteIDBytes).contains(remoteID.utf8.count) && !remoteID.utf8.contains(0)
  }

  /// Leaves out what is more than is kept, and says so.
  package mutating func leaveOutExcess() {
    guard let bytes = unknown?.utf8.count, bytes > Self.unknownBytes else { return }
    unknown = nil
    leftOut.append(
      InvalidValue(
        "its unknown keys", "",
        "they have \(bytes.spoken) bytes, and at most \(Self.unknownBytes.spoken) are kept"))
  }

  /// A fingerprint of all that the record says, by which a later delivery is known to be the same.
  package var fingerprint: Int64 {
    if let delivered { return delivered }
    var fingerprint = Fingerprint()
    for field in BookField.allCases {
      switch values[field] {
      case .absent: continue
      case .null: fingerprint.mix(text: field.rawValue)
      case .value(let value):
        fingerprint.mix(field.rawValue.utf8)
        fingerprint.mix(CollectionOfOne(UInt8(ascii: "=")))
        fingerprint.mix(text: value.storedText)
      }
    }
    for value in own {
      fingerprint.mix(
        text: "\(BookField.ownPrefix)\(value.name).\(value.kind.rawValue)=\(value.value?.storedText ?? "")")
    }
    if let uuid {
      fingerprint.mix("uuid=".utf8)
      fingerprint.mix(text: uuid.uppercaseText)
    }
    if let unknown { fingerprint.mix(text: "unknown=\(unknown)") }
    return Int64(bitPattern: fingerprint.value)
  }
}

extension SourceRecord: Equatable {
  /// Whether the two say the same.
  public static func == (one: SourceRecord, other: SourceRecord) -> Bool {
    one.remoteID == other.remoteID && one.hasOwnID == other.hasOwnID && one.uuid == other.uuid
      && one.values == other.values && one.own == other.own && one.unknown == other.unknown
  }
}
