import FoundationEssentials

/// A summary of a service's export, for recognising exports from the same account even if the files have different
/// names. It contains the ids of the records, the days on which the records were added, and the newest day in the
/// export.
public struct ImportScan: Sendable, Equatable {
  /// The program or service that wrote the export.
  package let format: String
  /// The newest day in the export, ignoring days in the future.
  public private(set) var newest: PartialDate?
  /// The day on which each record was added, keyed by a fingerprint of the record's id. Days are counted from 1970;
  /// ``noDay`` means that the record does not contain the day.
  package private(set) var days: [UInt32: Int32] = [:]
  private var newestAdded = noDay

  private static let noDay = Int32.min
  /// The maximum number of records to compare. The export of a single reader contains fewer.
  package static let limit = 200_000

  /// Reads an import's input to its end, or up to the first error, and returns its summary.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  public static func read(_ reader: any RecordReader, format: String, today: PartialDate) async throws -> ImportScan {
    var scan = ImportScan(format: format)
    do {
      while scan.days.count < limit, let batch = try await reader.nextBatch() {
        try Task.checkCancellation()
        for row in batch.rows { if case .record(let record) = row.content { scan.add(record, today) } }
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // The import itself will report this error.
    }
    return scan
  }

  /// Creates the summary of an export without records.
  package init(format: String) { self.format = format }

  /// Adds a record, given its id and the time at which it was added.
  package mutating func add(_ remoteID: String, addedAt time: Date) { days[Self.name(remoteID)] = Self.day(of: time) }

  private mutating func add(_ record: SourceRecord, _ today: PartialDate) {
    let values = record.values
    var dates: [PartialDate?] = [values[.started].value.date, values[.finished].value.date]
    if case .records(let earlier)? = values[.earlierReadings].value {
      dates += earlier.flatMap { [$0["started"].date, $0["finished"].date] }
    }
    var day = Self.noDay
    if case .instant(let time)? = values[.added].value {
      day = Self.day(of: time)
      // A day is converted to a date only if it may be the newest, because the conversion is slow.
      if day > newestAdded, let date = try? PartialDate(time.rfc3339), date.encoded <= today.encoded {
        newestAdded = day
        dates.append(date)
      }
    }
    days[Self.name(record.remoteID)] = day
    let known = dates.compactMap(\.self).filter { $0.day != nil && $0.encoded <= today.encoded }
    newest = (known + [newest].compactMap(\.self)).max { $0.encoded < $1.encoded }
  }

  private static func name(_ remoteID: String) -> UInt32 {
    UInt32(truncatingIfNeeded: Fingerprint.of(remoteID.utf8))
  }

  private static func day(of time: Date) -> Int32 {
    Int32(clamping: Int64((Double(time.milliseconds) / 86_400_000).rounded(.down)))
  }
}

// MARK: - Comparing

extension ImportScan {
  /// The result of comparing two exports to find out if they are from the same account.
  package enum Relation {
    case other
    /// Both exports contain the same books, but one of them lacks the days on which the books were added.
    case unclear
    case same
  }

  /// Compares this export with another one. They are from the same account if two conditions are met. First, at least
  /// nine tenths of the records in the smaller export are also in the larger one. Second, at least nine tenths of these
  /// shared records were added on the same day in both exports.
  package func relation(to other: ImportScan) -> Relation {
    guard format == other.format else { return .other }
    let shared = days.keys.filter { other.days[$0] != nil }
    guard !shared.isEmpty, shared.count * 10 >= min(days.count, other.days.count) * 9 else { return .other }
    if !hasDays || !other.hasDays { return .unclear }
    let same = shared.count { days[$0] == other.days[$0] && days[$0] != Self.noDay }
    return same * 10 >= shared.count * 9 ? .same : .other
  }

  private var hasDays: Bool { days.values.contains { $0 != Self.noDay } }

  /// Returns true if the newest day in this export is before the given day; false if either day is unknown.
  public func isOlder(than newest: PartialDate?) -> Bool {
    guard let mine = self.newest, let newest else { return false }
    return mine.encoded < newest.encoded
  }
}

// MARK: - As notes of a source

extension ImportScan {
  /// Creates a summary from texts that ``notes`` returned; `nil` for any other texts.
  package init?(notes: [String]) {
    guard notes.count == 3, let records = Data(base64Encoded: notes[2]), records.count.isMultiple(of: 8) else {
      return nil
    }
    format = notes[0]
    newest = try? PartialDate(notes[1])
    var bytes = records[...]
    func number() -> UInt32 {
      defer { bytes = bytes.dropFirst(4) }
      return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    while !bytes.isEmpty {
      let name = number()
      days[name] = Int32(bitPattern: number())
    }
  }

  /// The summary as notes of a source: the format, the newest day, and the records as 32-bit numbers in Base64.
  package var notes: [String] {
    var bytes = Data(capacity: 8 * days.count)
    for (name, day) in days.sorted(by: { $0.key < $1.key }) {
      for number in [name, UInt32(bitPattern: day)] {
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
      }
    }
    return [format, newest?.description ?? "", bytes.base64EncodedString()]
  }

  /// Returns this summary, extended with the records of an earlier export. The earlier records are needed because an
  /// export of one shelf does not contain the books on other shelves.
  package func adding(_ earlier: ImportScan?) -> ImportScan {
    guard let earlier, earlier.format == format else { return self }
    var all = self
    all.newest = newest ?? earlier.newest
    if days.count + earlier.days.count <= Self.limit { all.days.merge(earlier.days) { mine, _ in mine } }
    return all
  }
}
