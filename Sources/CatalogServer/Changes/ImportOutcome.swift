import Catalog
import CatalogModel
import CatalogSources

/// The result of importing an uploaded file, or of the dry run before the import.
struct ImportOutcome: Sendable {
  /// A row with a remark.
  struct NotedRow: Sendable {
    /// The row number, from 1, without the header.
    let number: Int
    let reason: String
  }

  /// The maximum length of ``rejected`` and of ``doubtful``.
  static let maxRows = 20

  let report: ImportReport
  let table: TableReport
  /// Remarks about the file as a whole, such as its encoding.
  let notes: [String]
  /// The first rows that were rejected.
  let rejected: [NotedRow]
  /// The first rows that were imported only in part, or have doubtful values.
  let doubtful: [NotedRow]
  /// The number of rows whose cover is on the web.
  var webCovers = 0
}

/// The source that an uploaded file is imported as.
struct SentSource: Sendable, Equatable {
  let name: String
  /// True if the sender chose the name; false if it is derived from the file's name.
  let isWished: Bool
  /// The identity of the file, if it is an export of a service.
  var scan: ImportScan?
  /// The source that the file updates, because it came from an earlier download of the same export; `nil` if there is
  /// none.
  var updated: KnownImport?
  /// A source that contains the file's books but may belong to another account of the service.
  var similar: KnownImport?

  /// The note about a source that the file updates, or could update.
  var note: String? {
    func named(_ known: KnownImport) -> String {
      "“\(known.name)”" + (known.lastImported.map { " (last imported \($0))" } ?? "")
    }
    if let updated {
      return "This file updates the source \(named(updated)). To keep its books separate, enter another source name."
    }
    return similar.map {
      "The file contains books of the source \(named($0)). To update that source, enter its name as the source name."
    }
  }
}

/// An uploaded file to import, for real or as a dry run.
struct SentImport: Sendable {
  let upload: Upload
  let source: SentSource
  let viewer: Viewer

  /// Checks that the source still belongs to the sender and the file. The source may have changed since its name was
  /// determined.
  ///
  /// - Throws: ``Problem``, 409.
  private func admit(_ source: CatalogSource) throws {
    let isAdmitted =
      self.source.isWished || self.source.updated != nil
      ? Self.isOwn(source.location, of: viewer)
      : source.location == Self.location(of: upload.name, by: viewer)
    guard isAdmitted else {
      throw Problem(
        409,
        detail: "Another file was imported as “\(source.name)” in the meantime. "
          + "Send your file again to import it under another name.")
    }
  }

  /// Returns the location of the source for a file: the name of the file, and its sender. Files with the same name from
  /// different senders are therefore different sources.
  static func location(of name: String?, by viewer: Viewer) -> String? {
    viewer.audience.person.map { (name ?? unnamed) + sender($0) } ?? name?.replacing(sender(""), with: " by ")
  }

  /// Returns true if the viewer may import into the source with the given location. Owners may use all sources; other
  /// viewers may use sources that contain their own files.
  static func isOwn(_ location: String?, of viewer: Viewer) -> Bool {
    viewer.audience.person.map { location?.hasSuffix(sender($0)) == true } ?? (viewer.role == .owner)
  }

  /// The name of a file that was sent without a name.
  static let unnamed = "upload"

  private static func sender(_ person: String) -> String { ", sent by \(person)" }

  /// Imports the file.
  ///
  /// - Parameters:
  ///   - isDryRun: True to change nothing and look nothing up online.
  ///   - completer: Identifies the books of rows without a title.
  /// - Throws: ``Problem``, 422 if the file is not a table of books; another error if the catalog fails;
  ///   `CancellationError`.
  func run(
    in catalog: BookCatalog, isDryRun: Bool, completer: (any RecordCompleter)? = nil,
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportOutcome {
    do {
      let input = try ImportInput(descriptor: try upload.file.reopened(), name: upload.name ?? "")
      var (rejected, doubtful): ([ImportOutcome.NotedRow], [ImportOutcome.NotedRow]) = ([], [])
      let counter = WebCoverCounter(input.reader)
      let report = try await catalog.importRecords(
        from: SentRows(reader: counter, isOwners: viewer.role == .owner), source: source.name,
        location: Self.location(of: upload.name, by: viewer), scan: source.scan, isDryRun: isDryRun,
        completer: isDryRun ? nil : completer,
        notice: { notice in
          switch notice {
          case .rejected(let row): Self.note(row.number, row.reason, in: &rejected)
          case .leftOut(let number, let reason), .doubtful(let number, let reason), .apart(let number, let reason):
            Self.note(number, reason, in: &doubtful)
          }
        }, progress: progress, admit: { try admit($0) })
      if report.counts.total + report.waiting == 0, !report.isInterrupted { throw input.emptiness }
      // Only the owner can import personal fields.
      let table = viewer.role == .owner ? input.table : input.table.withoutPersonal
      return ImportOutcome(
        report: report, table: table, notes: [source.note].compactMap(\.self) + input.notes, rejected: rejected,
        doubtful: doubtful, webCovers: counter.count)
    } catch {
      throw isDryRun ? Self.reported(error) : Self.reportedMidway(error)
    }
  }

  /// Returns the error to report if some of the books may already be stored.
  private static func reportedMidway(_ error: any Error) -> any Error {
    let reported = reported(error)
    guard let problem = reported as? Problem, problem.status >= 500 else { return reported }
    let reason = problem.status == 507 ? "The disk is full." : "The catalog could not be written."
    return Problem(
      problem.status,
      detail: """
        \(reason) The import stopped before it finished. The rows stored until then form one step, which you can undo. \
        Repeat the same import to store the rest.
        """, fields: problem.fields)
  }

  private static func note(_ number: Int, _ reason: String, in rows: inout [ImportOutcome.NotedRow]) {
    if rows.count < ImportOutcome.maxRows {
      rows.append(ImportOutcome.NotedRow(number: number, reason: reason.shortened(to: 300)))
    }
  }

  /// Returns the error to report to the sender of the file. It may name columns, because the file belongs to the
  /// sender.
  private static func reported(_ error: any Error) -> any Error {
    switch error {
    case let error as ImportError: unreadable(error.description)
    case let error as InputError: unreadable(error.description)
    case let error as SourceFailure: unreadable(error.cause)
    default: ServedCatalog.reported(error)
    }
  }

  private static func unreadable(_ reason: String) -> Problem {
    Problem(422, detail: "The file cannot be imported: \(reason.shortened(to: 500)). Nothing was changed.")
  }
}
