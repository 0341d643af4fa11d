/// A request to a source for one page.
public struct SourceRequest: Sendable, Equatable {
  /// The cursor that the page before gave; `nil` asks for the beginning.
  public var cursor: String?
  /// The epoch that the cursor was given in; a source that has begun another one refuses the cursor
  /// (``SourceFailure/Code/cursorRefused``).
  public var epoch: String?
  /// The validators of the source's last answer, so that it can say “nothing new”; `nil` where all of it is wanted.
  public var validators: SourceValidators?
  /// The number of records that are wanted at most: a screenful first, then as many as one transaction takes.
  public var size: Int
  /// The notes that are kept beside the cursor, or that an earlier one left behind where there is none; `nil` where there are
  /// none of these, and where the cursor is that of the page this object gave last, whose
  /// notes it has.
  public var notes: [String]?

  /// A request of its parts, each described at the property of the same name.
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

/// By what a server knows whether its answer has changed (RFC 9110, section 8.8).
public struct SourceValidators: Sendable, Equatable {
  /// The header `ETag`, quotes included.
  public var etag: String?
  /// The header `Last-Modified`, as it came; of a file, whatever tells that it is the same.
  public var lastModified: String?

  /// Validators of their parts.
  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// The answer of a source.
public enum SourceAnswer: Sendable {
  /// Nothing has changed since the validators were given.
  case unchanged
  /// The records behind the cursor.
  case page(SourcePage)
}

/// A delivery of a source. It and the cursor behind it are stored in one transaction.
public struct SourcePage: Sendable {
  /// The items, the newest first, as feeds list them. Of 500 items and 4 MiB a page is best, whatever a server sends: it is
  /// made ready as a whole, and stored in one transaction unless somebody waits to write. Larger ones are taken, and take
  /// as much more memory and time; none are taken in part.
  public var items: [SourceItem]
  /// Where the next page begins; on the last page, where the next refresh does.
  public var cursor: String?
  /// Whether the source has nothing more for now.
  public var isLast: Bool
  /// The meaning of a record that is not mentioned.
  public var coverage: SourceCoverage
  /// The name of the source's present epoch: it begins another one when its cursors mean nothing any more, as after it
  /// was set up anew. `nil` where it has but one.
  public var epoch: String?
  /// To be sent with the first request of the next refresh.
  public var validators: SourceValidators?
  /// The change of the notes that are kept beside the cursor; `nil` where they stay as they are.
  public var notes: SourceNotes?

  /// A page of its parts, each described at the property of the same name. A page that is not the last needs a cursor
  /// other than the one it was asked with.
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

  /// A page of records that are all good.
  public init(records: [SourceRecord], cursor: String?, isLast: Bool, coverage: SourceCoverage = .changes) {
    self.init(items: records.map { .record($0) }, cursor: cursor, isLast: isLast, coverage: coverage)
  }
}

/// The meaning of a page for records that it does not mention.
public enum SourceCoverage: Sendable, Equatable {
  /// The page is of changes alone: records that it does not mention stay as they were.
  case changes
  /// The page is a part of a full enumeration of the source: a record that none of its pages mentions becomes a
  /// tombstone, and its book is hidden unless another source has it or the user has edited it.
  ///
  /// - Parameters:
  ///   - begins: whether the enumeration begins with this page.
  ///   - isStable: whether nothing can slip between two pages. Where it can, a record counts as missed once, and
  ///     becomes a tombstone when the next full enumeration misses it, too.
  case fullEnumeration(begins: Bool, isStable: Bool)
}

/// One thing that a page says.
public enum SourceItem: Sendable {
  /// The record of a book, and the bytes it was read from, kept where the record turns out to be unusable.
  case record(SourceRecord, raw: [UInt8] = [])
  /// The source still has this record, and says nothing new of it.
  case present(remoteID: String)
  /// The source had this record and has it no more.
  case removed(remoteID: String)
  /// A record that cannot be used.
  case bad(BadRecord)
}

/// A record of a source that cannot be used. It is kept apart, with the reason, and the rest of its page is taken in.
public struct BadRecord: Sendable, Equatable {
  /// The source's name for the book, where as much could be read.
  public var remoteID: String?
  /// The bytes of the record alone, from which it may be read again (``BookSource/record(from:)``). At most 64 KiB are
  /// kept.
  public var payload: [UInt8]
  /// The reason why it cannot be used, in words for people.
  public var reason: String

  /// A bad record of its parts.
  public init(remoteID: String?, payload: [UInt8], reason: String) {
    self.remoteID = remoteID
    self.payload = payload
    self.reason = reason
  }
}
