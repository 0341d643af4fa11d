import CatalogDatabase
import FoundationEssentials

/// A source into which files were imported before.
public struct KnownImport: Sendable, Equatable {
  /// The name of the source.
  public let name: String
  /// The file or upload of the first import.
  public let location: String?
  /// The day of the last import that changed anything.
  public let lastImported: PartialDate?
  /// The newest day that the last imported file contains; `nil` if it is not known.
  public let newest: PartialDate?
  /// True if the file is certainly a newer version of the files imported into this source. False if the files contain
  /// the same books, but one of the files lacks the days on which the books were added.
  public let isCertain: Bool
}

/// Finds the source that a file updates.
struct ImportFinder {
  let connection: Connection

  /// Returns the source of an earlier export from the same account. Only sources into which the current person imported
  /// files are considered. If several sources match, certain matches take precedence. Among these, the source that has
  /// the most records in common with the export is returned.
  func source(of scan: ImportScan) throws -> KnownImport? {
    var best: (known: KnownImport, shared: Int)?
    for source in try SourceTable(connection: connection).all() where source.kind == .import && source.state != .removed
    {
      guard let earlier = try self.scan(of: source.id) ?? recordedScan(of: source.id, scan.format) else { continue }
      let relation = scan.relation(to: earlier)
      guard relation != .other, let known = try known(source, earlier, isCertain: relation == .same) else { continue }
      let shared = scan.days.keys.count { earlier.days[$0] != nil }
      let isBetter = best.map { (known.isCertain ? 1 : 0, shared) >= ($0.known.isCertain ? 1 : 0, $0.shared) } ?? true
      if isBetter { best = (known, shared) }
    }
    return best?.known
  }

  /// Returns the source into which a file from the same location was imported.
  func source(at location: String) throws -> KnownImport? {
    let sources = try SourceTable(connection: connection).all()
    guard
      let source = sources.first(where: {
        $0.kind == .import && $0.state != .removed && $0.location == location
      })
    else { return nil }
    return KnownImport(
      name: source.name, location: location, lastImported: nil, newest: try scan(of: source.id)?.newest, isCertain: true
    )
  }

  /// Stores a summary of an export that was imported completely, so that later exports from the same account are
  /// recognized.
  func remember(_ scan: ImportScan, of source: CatalogSource.ID) throws {
    let notes = try scan.adding(self.scan(of: source)).notes
    try SourceNoteTable(connection: connection).write(notes, after: 0, of: source)
  }

  private func scan(of source: CatalogSource.ID) throws -> ImportScan? {
    try ImportScan(notes: SourceNoteTable(connection: connection).notes(of: source))
  }

  /// Reconstructs the summary of earlier files from a source's records, in case an older version imported the files
  /// without storing a summary. Books with more than one record are ignored, because another record may have determined
  /// the day on which the book was added.
  ///
  /// - Parameter format: The assumed format of the earlier files. Their real format was not stored.
  private func recordedScan(of source: CatalogSource.ID, _ format: String) throws -> ImportScan? {
    var scan = ImportScan(format: format)
    try connection.statement(
      """
      SELECT remote_id, book.added_at FROM source_record AS mine JOIN book ON book.id = book_id
      WHERE source_id = ?
        AND (SELECT count(*) FROM source_record AS every WHERE every.book_id = mine.book_id) = 1
      LIMIT ?
      """
    ).forEachRow([.id(source), .integer(Int64(ImportScan.limit))]) { row in
      scan.add(row.text(0), addedAt: Date(milliseconds: row.integer(1)))
    }
    return scan.days.isEmpty ? nil : scan
  }

  private func known(_ source: CatalogSource, _ earlier: ImportScan, isCertain: Bool) throws -> KnownImport? {
    let last = try connection.statement(
      """
      SELECT max(started) FROM sync_run JOIN step ON step.id = step_id WHERE source_id = ? AND step.person IS ?
      """
    ).first([.id(source.id), PersonTable(connection: connection).acting()]) { $0.optionalInteger(0) }
    guard case let last?? = last else { return nil }
    return KnownImport(
      name: source.name, location: source.location, lastImported: PartialDate.day(at: Date(milliseconds: last)),
      newest: earlier.newest, isCertain: isCertain)
  }
}
