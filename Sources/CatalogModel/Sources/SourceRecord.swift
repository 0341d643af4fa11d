import FoundationEssentials
import Platform

/// One source's record of a book, such as a row of an import or an entry in a feed.
public struct SourceRecord: Sendable {
  /// The source's id of the book, 1 to ``remoteIDBytes`` bytes long. It must be the same in every delivery. A record
  /// with an invalid id cannot be used.
  public var remoteID: String
  /// True if the source assigned the id. False if the id was derived from the record's values, so that another record
  /// may have the same id.
  public var hasOwnID: Bool
  /// The book's UUID, if the record contains it, as in a row of a file that the catalog exported.
  public var uuid: UUID?
  /// The values of the fields, in canonical form. The values of personal fields apply only if the user has not set the
  /// fields.
  public package(set) var values: FieldPresences {
    didSet { isCanonical = false }
  }
  /// True if the record's reader has already converted the values to canonical form.
  private var isCanonical = false
  /// The record's values for user-defined fields, at most 500. No field occurs twice.
  public var own: [OwnValue] = [] {
    didSet { isCanonical = false }
  }
  /// The record's keys that are unknown to the catalog, with their values, as unchanged JSON. If this text exceeds
  /// ``unknownBytes``, it is left out and reported.
  public var unknown: String?

  /// The unusable values that the reader of the record left out, with the reasons.
  package private(set) var leftOut: [InvalidValue] = []
  /// The fingerprint of the source's own values, if the record was completed with values from another service.
  private var delivered: Int64?

  /// The maximum size of a record's id in bytes.
  public static let remoteIDBytes = 500

  /// The maximum size of ``unknown`` in bytes.
  public static let unknownBytes = 65_536

  /// Creates a record. Each parameter sets the property of the same name. Values that are not in canonical form are
  /// converted when the record is stored.
  package init(
    remoteID: String, hasOwnID: Bool = true, uuid: UUID? = nil, values: FieldPresences, unknown: String? = nil
  ) {
    self.remoteID = remoteID
    self.hasOwnID = hasOwnID
    self.uuid = uuid
    self.values = values
    self.unknown = unknown
  }

  /// Creates the record of one book.
  ///
  /// If a property is not assigned, the field keeps the value from the last delivery. If a property is set to `nil` or
  /// to an empty list, the field has no value. A value that a field cannot hold puts the record into quarantine when
  /// the record is stored.
  ///
  /// ```swift
  /// let record = SourceRecord("r1") { $0.title = "Dune"; $0.authors = ["Frank Herbert"] }
  /// ```
  ///
  /// - Parameters:
  ///   - remoteID: The source's id of the book; see ``remoteID``.
  ///   - hasOwnID: True if the source assigned the id; see ``hasOwnID``.
  ///   - uuid: The book's identity, if it is known; see ``uuid``.
  ///   - fill: Assigns the source's values to an empty draft.
  public init(
    _ remoteID: String, hasOwnID: Bool = true, uuid: UUID? = nil, _ fill: (inout BookDraft) throws -> Void
  ) rethrows {
    var draft = BookDraft()
    try fill(&draft)
    self.init(remoteID: remoteID, hasOwnID: hasOwnID, uuid: uuid, values: draft.presences)
  }

  /// Creates a record whose values are already in canonical form. ``BookField/canonical(_:)`` returns this form and,
  /// for user-defined fields, ``OwnValue/canonical()``.
  package init(
    canonical values: FieldPresences, own: [OwnValue], remoteID: String, hasOwnID: Bool, uuid: UUID?, unknown: String?,
    leftOut: [InvalidValue]
  ) {
    self.init(remoteID: remoteID, hasOwnID: hasOwnID, uuid: uuid, values: values, unknown: unknown)
    (self.own, self.leftOut) = (own, leftOut)
    isCanonical = true
  }

  /// Returns the record with every value in the canonical form, in which values are compared and stored. All values are
  /// checked, because third parties may write sources.
  ///
  /// - Throws: ``InvalidValue`` if a field cannot hold its value, or if the record's id is not valid.
  package func canonical() throws -> SourceRecord {
    guard Self.isName(remoteID) else {
      throw InvalidValue("id", remoteID, "it must have 1 to \(Self.remoteIDBytes) bytes and no zero byte")
    }
    guard own.count <= FieldLimits.listItems else {
      throw InvalidValue("own", "\(own.count.grouped) fields", "the limit is \(FieldLimits.listItems.grouped)")
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

  /// Returns the record with missing values filled in from a draft. The ``fingerprint`` does not change, so that the
  /// same delivery is still recognised as unchanged.
  package func completed(with draft: BookDraft) -> SourceRecord {
    var result = self
    for field in BookField.allCases where values[field].value == nil && draft.presences[field].value != nil {
      result.values[field] = draft.presences[field]
    }
    result.delivered = fingerprint
    return result
  }

  /// Returns true if a text is a valid id of a record. Zero bytes are not allowed, because C functions and SQLite's
  /// shell treat them as the end of the text.
  package static func isName(_ remoteID: String) -> Bool {
    (1...remoteIDBytes).contains(remoteID.utf8.count) && !remoteID.utf8.contains(0)
  }

  /// Drops the unknown keys if they exceed the limit, and adds the reason to ``leftOut``.
  package mutating func leaveOutExcess() {
    guard let bytes = unknown?.utf8.count, bytes > Self.unknownBytes else { return }
    unknown = nil
    leftOut.append(
      InvalidValue(
        "its unknown keys", "",
        "they have \(bytes.grouped) bytes; the limit is \(Self.unknownBytes.grouped)"))
  }

  /// A fingerprint of all values of the record, for recognising unchanged deliveries.
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
  /// Returns true if two records have the same id and values.
  public static func == (one: SourceRecord, other: SourceRecord) -> Bool {
    one.remoteID == other.remoteID && one.hasOwnID == other.hasOwnID && one.uuid == other.uuid
      && one.values == other.values && one.own == other.own && one.unknown == other.unknown
  }
}
