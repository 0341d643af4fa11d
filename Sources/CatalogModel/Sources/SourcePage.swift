/// A request to a source for one page.
public struct SourceRequest: Sendable, Equatable {
  /// The cursor of the previous page; `nil` to start from the beginning.
  public var cursor: String?
  /// The name of the source's epoch in which the cursor was issued (``SourcePage/epoch``). If the source has begun
  /// another epoch since then, it refuses the cursor (``SourceFailure/Code/cursorRefused``).
  public var epoch: String?
  /// The validators of the source's last answer, from which the source can tell if anything has changed; `nil` to
  /// request all records.
  public var validators: SourceValidators?
  /// The maximum number of records. The first page fills a screen; later pages are as large as one transaction can
  /// store.
  public var size: Int
  /// The notes that are stored for the source; `nil` if there are none. Also `nil` if this source object has just
  /// returned the page with this cursor, because the object then still has the notes in memory. A request without a
  /// cursor contains the notes of an earlier cursor.
  public var notes: [String]?

  /// Creates a request. Each parameter sets the property of the same name.
  public init(
    cursor: String? = nil, epoch: String? = nil, validators: SourceValidators? = nil, size: Int = 500,
    notes: [String]? = nil
  ) {
    self.cursor = cursor
    self.epoch = epoch
    self.validators = validators
    self.size = size
    self.notes = notes
  }
}

/// The values from which a server can tell if its answer has changed (RFC 9110, section 8.8).
public struct SourceValidators: Sendable, Equatable {
  /// The header `ETag`, including the quotes.
  public var etag: String?
  /// The header `Last-Modified`, unchanged. For a file, any text that identifies its version.
  public var lastModified: String?

  /// Creates validators.
  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// A source's answer to a request.
public enum SourceAnswer: Sendable {
  /// Nothing has changed since the validators were issued.
  case unchanged
  /// A page with the records after the cursor.
  case page(SourcePage)
}

/// One page of records from a source. It is stored together with its cursor.
public struct SourcePage: Sendable {
  /// The items, newest first, as in feeds. Pages of up to 500 items and 4 MiB work best, whatever page size a server
  /// sends. A page is prepared as a whole, and stored in one transaction unless another writer is waiting. Larger pages
  /// take proportionally more memory and time. A page is never accepted in part.
  public var items: [SourceItem]
  /// The cursor of the next page. The cursor of the last page is used to begin the next refresh.
  public var cursor: String?
  /// True if the source has no further records for now.
  public var isLast: Bool
  /// The coverage of the page, which decides what happens to records that the page does not mention.
  public var coverage: SourceCoverage
  /// The name of the source's current epoch; `nil` if the source has only one epoch. A source begins a new epoch when
  /// its cursors become invalid, such as after a reinstallation of the server.
  public var epoch: String?
  /// The validators for the first request of the next refresh.
  public var validators: SourceValidators?
  /// The change to the notes that are stored with the cursor; `nil` if they stay unchanged.
  public var notes: SourceNotes?

  /// Creates a page. Each parameter sets the property of the same name. Unless the page is the last one, its cursor
  /// must differ from the requested cursor.
  public init(
    items: [SourceItem], cursor: String?, isLast: Bool, coverage: SourceCoverage = .changes, epoch: String? = nil,
    validators: SourceValidators? = nil, notes: SourceNotes? = nil
  ) {
    self.items = items
    self.cursor = cursor
    self.isLast = isLast
    self.coverage = coverage
    self.epoch = epoch
    self.validators = validators
    self.notes = notes
  }

  /// Creates a page of records that are all usable.
  public init(records: [SourceRecord], cursor: String?, isLast: Bool, coverage: SourceCoverage = .changes) {
    self.init(items: records.map { .record($0) }, cursor: cursor, isLast: isLast, coverage: coverage)
  }
}

/// The coverage of a page, which decides what happens to records that the page does not mention.
public enum SourceCoverage: Sendable, Equatable {
  /// The page contains only changes: records that it does not mention stay unchanged.
  case changes
  /// The page is part of a full enumeration of the source. A record that no page of the enumeration mentions is marked
  /// as removed (it becomes a tombstone). Its book is then hidden, unless another source has the book or the user has
  /// edited it.
  ///
  /// - Parameters:
  ///   - begins: True if the enumeration begins with this page.
  ///   - isStable: True if no record can be skipped between two pages. If false, a record is marked as removed only
  ///     after two consecutive full enumerations have not mentioned it.
  case fullEnumeration(begins: Bool, isStable: Bool)
}

/// One item of a page.
public enum SourceItem: Sendable {
  /// The record of a book, and the bytes from which it was read. The bytes are kept if the record turns out to be
  /// unusable.
  case record(SourceRecord, raw: [UInt8] = [])
  /// The source still has the record with this id, and the record is unchanged.
  case present(remoteID: String)
  /// The source no longer has the record with this id.
  case removed(remoteID: String)
  /// A record that cannot be used.
  case bad(BadRecord)
}

/// A record that cannot be used. It is quarantined together with the reason; all other items on its page are accepted.
public struct BadRecord: Sendable, Equatable {
  /// The source's id of the book, if it could be read.
  public var remoteID: String?
  /// The bytes of this record alone, from which it can be read again (``BookSource/record(from:)``). At most 64 KiB are
  /// kept.
  public var payload: [UInt8]
  /// The reason why the record cannot be used, in words for people.
  public var reason: String

  /// Creates a bad record.
  public init(remoteID: String?, payload: [UInt8], reason: String) {
    self.remoteID = remoteID
    self.payload = payload
    self.reason = reason
  }
}
