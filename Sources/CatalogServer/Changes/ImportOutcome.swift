import Catalog
import CatalogModel
import CatalogSources

/// What an import of a file that was sent came to, or would.
struct ImportOutcome: Sendable {
  /// A row of which something is to be said.
  struct NotedRow: Sendable {
    /// Counts from 1, without a header.
    let number: Int
    let reason: String
  }

  /// How many rows are told of each kind.
  static let mostRows = 20

  let report: ImportReport
  let table: TableReport
  /// What is to be said of the file as a whole: its encoding.
  let notes: [String]
  /// The first rows that were not taken in.
  let rejected: [NotedRow]
  /// The first rows that were not taken in whole, or say what can hardly be meant.
  let doubtful: [NotedRow]
}

/// The source of a file that was sent.
struct SentSource: Sendable, Equatable {
  let name: String
  /// Whether the sender chose the name; else it is the file's.
  let isWished: Bool
  /// The identity of the file, if it is an export of a service.
  var scan: ImportScan?
  /// The source of an earlier download of the same export.
  var updated: KnownImport?
  /// The source of a file with the same books, if it is not known whether both are of one account.
  var similar: KnownImport?

  /// The note about a source that the file updates, or could update.
  var note: String? {
    func named(_ known: KnownImport) -> String {
      "“\(known.name)”" + (known.lastImported.map { " (last imported \($0))" } ?? "")
    }
    if let updated {
      return "Updating source \(named(updated)). Give the source another name to keep the file apart."
    }
    return similar.map {
      "The file has the books of source \(named($0)). To update that source, enter its name as the name of the source."
    }
  }
}

/// How a file that was sent is read into the catalog, or only tried.
struct SentImport: Sendable {
  let upload: Upload
  let source: SentSource
  let viewer: Viewer

  /// Refuses a source that has come to be somebody else's, or of another file, since its name was chosen.
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
        detail: "Another file has come in as \(source.name) meanwhile. Send yours again: it gets a name of its own.")
    }
  }

  /// Where the books come from, as the list of sources tells it: the file, and who sent it, so that a file of the same name by somebody
  /// else is another source.
  static func location(of name: String?, by viewer: Viewer) -> String? {
    viewer.person.map { (name ?? unnamed) + sender($0) } ?? name?.replacing(sender(""), with: " by ")
  }

  /// Whether a source of such a location is of files that somebody sent, whatever these were called; all are the owner's.
  static func isOwn(_ location: String?, of viewer: Viewer) -> Bool {
    viewer.person.map { location?.hasSuffix(sender($0)) == true } ?? (viewer.role == .owner)
  }

  /// What a file without a name is called.
  static let unnamed = "upload"

  private static func sender(_ person: String) -> String { ", sent by \(person)" }

  /// Reads it.
  ///
  /// - Parameters:
  ///   - isDryRun: whether nothing is changed, and nobody asked.
  ///   - completer: is asked which books those rows are that have no title.
  /// - Throws: ``Problem``, 422 for what is no table of books; another error where the catalog fails; `CancellationError`.
  func run(
    in catalog: BookCatalog, isDryRun: Bool, completer: (any RecordCompleter)? = nil,
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportOutcome {
    do {
      let input = try ImportInput(descriptor: try upload.file.reopened(), name: upload.name ?? "")
      var (rejected, doubtful): ([ImportOutcome.NotedRow], [ImportOutcome.NotedRow]) = ([], [])
      let report = try await catalog.importRecords(
        from: SentRows(reader: input.reader, isOwners: viewer.role == .owner), source: source.name,
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
      // What of a book is the owner's own they alone bring in.
      let table = viewer.role == .owner ? input.table : input.table.withoutPersonal
      return ImportOutcome(
        report: report, table: table, notes: [source.note].compactMap(\.self) + input.notes, rejected: rejected,
        doubtful: doubtful)
    } catch {
      throw isDryRun ? Self.told(error) : Self.toldMidway(error)
    }
  }

  /// What the sender is told of an error behind which some of the books may be there.
  private static func toldMidway(_ error: any Error) -> any Error {
    let told = told(error)
    guard let problem = told as? Problem, problem.status >= 500 else { return told }
    let reason = problem.status == 507 ? "The disk is full." : "The catalog could not be written."
    return Problem(
      problem.status,
      detail: """
        \(reason) The import ended before its end. What had come in by then stands as one step, which can be taken back; the same \
        import again does the rest.
        """, fields: problem.fields)
  }

  private static func note(_ number: Int, _ reason: String, in rows: inout [ImportOutcome.NotedRow]) {
    if rows.count < ImportOutcome.mostRows {
      rows.append(ImportOutcome.NotedRow(number: number, reason: reason.shortened(to: 300)))
    }
  }

  /// What the sender is told of an error. The file is theirs: that its columns are named betrays nothing.
  private static func told(_ error: any Error) -> any Error {
    switch error {
    case let error as ImportError: unreadable(error.description)
    case let error as InputError: unreadable(error.description)
    case let error as SourceFailure: unreadable(error.cause)
    default: ServedCatalog.told(error)
    }
  }

  private static func unreadable(_ reason: String) -> Problem {
    Problem(422, detail: "The file is not read: \(reason.shortened(to: 500)). Nothing was changed.")
  }
}
