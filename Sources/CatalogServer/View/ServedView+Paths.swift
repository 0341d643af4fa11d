import Catalog
import CatalogModel

// Removal of paths on this machine from data for viewers who may not see paths.
extension ServedView {
  /// The fields whose values may be paths.
  private static let pathFields: Set<BookField> = [.cover, .files, .attachments]

  /// True if books from the snapshot contain paths that the viewer may not see. Viewers who may not see all fields get
  /// no paths from the snapshot.
  private var mustRemovePaths: Bool { viewer.audience.fields == .everything && !viewer.seesPaths }

  /// Returns the parts of a book from the snapshot that the viewer may see.
  func shownParts(_ book: Book) -> Book {
    guard mustRemovePaths else { return book }
    var book = book
    book.files.removeAll { $0.address.namesPath }
    book.attachments.removeAll { $0.address.namesPath }
    if book.cover?.namesPath == true { book.cover = nil }
    return book
  }

  /// Returns the page with the parts of its books that the viewer may see.
  func shown(_ page: BookPage) -> BookPage {
    guard mustRemovePaths else { return page }
    var page = page
    page.books = page.books.map(shownParts)
    return page
  }

  /// Returns the step without its command, which may name files.
  func shownStep(_ step: HistoryStep) -> HistoryStep {
    var step = step
    if !viewer.seesPaths { step.command = nil }
    return step
  }

  func shownEntry(_ entry: HistoryEntry) -> HistoryEntry {
    var entry = entry
    entry.step = shownStep(entry.step)
    entry.changes = entry.changes.map(shownChange)
    return entry
  }

  func shownChanges(_ changes: StepChanges) -> StepChanges {
    var changes = changes
    changes.step = shownStep(changes.step)
    for index in changes.books.indices {
      changes.books[index].changes = changes.books[index].changes.map(shownChange)
    }
    return changes
  }

  private func shownChange(_ change: HistoryChange) -> HistoryChange {
    let field: BookField
    switch change.subject {
    case .field(let subject), .passedOver(let subject, _): field = subject
    default: return change
    }
    var change = change
    (change.old, change.new) = (shownText(change.old, of: field), shownText(change.new, of: field))
    return change
  }

  func shownProvenance(_ entry: FieldProvenance) -> FieldProvenance {
    var entry = entry
    entry.value = shownValue(entry.value, of: entry.field)
    entry.sourceValue = shownValue(entry.sourceValue, of: entry.field)
    entry.sourceValueAtEdit = shownValue(entry.sourceValueAtEdit, of: entry.field)
    entry.passedOver.removeAll { $0.value != nil && shownText($0.value, of: $0.field) == nil }
    return entry
  }

  func shownConflict(_ conflict: Conflict) -> Conflict {
    guard case .field(let field, let base, let theirs, let mine, let time) = conflict.kind else { return conflict }
    var conflict = conflict
    conflict.kind = .field(
      field, base: shownValue(base, of: field), theirs: shownValue(theirs, of: field),
      mine: shownValue(mine, of: field), at: time)
    return conflict
  }

  /// Returns the source with the name of its file in place of the path, and without an error message that may contain
  /// the path.
  func shownSource(_ status: SourceStatus) -> SourceStatus {
    var shown = status
    shown.source = viewer.shown(status.source)
    if shown.source.location != status.source.location, status.lastError != nil {
      shown.lastError = "the reason contains file names, so it is shown only on the server's machine"
    }
    return shown
  }

  private func shownValue(_ value: FieldValue?, of field: BookField) -> FieldValue? {
    value.flatMap { shownText($0.description, of: field) == nil ? nil : $0 }
  }

  private func shownText(_ text: String?, of field: BookField) -> String? {
    guard !viewer.seesPaths, Self.pathFields.contains(field) else { return text }
    return text.flatMap { $0.namesPath ? nil : $0 }
  }
}

extension Viewer {
  /// Returns the source with the name of its file in place of the path, unless the viewer sees paths.
  func shown(_ source: CatalogSource) -> CatalogSource {
    guard !seesPaths, let location = source.location, location.namesPath else { return source }
    var source = source
    source.location = location.split(separator: "/").last.map(String.init)
    return source
  }
}

extension String {
  /// True if the text reveals a path of this machine: it is a path, or contains a file URL.
  var namesPath: Bool { hasPrefix("/") || lowercased().contains("file:") }
}
