import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials
import Platform

/// The page of a book with all its fields, like the output of `catalog show` and `catalog why`.
struct BookHTML {
  let context: PageContext
  let book: Book

  private let origins: [BookField: FieldProvenance]
  /// The source that most values come from. The page names this source only once.
  private let mainSource: String?
  private let neighbours: NeighboursHTML
  private let locations: ServedPlaces

  /// Creates the page of a book.
  ///
  /// - Throws: ``Problem``, 404 if there is no such book.
  init(_ context: PageContext, _ id: Book.ID) throws {
    guard let book = try context.view.book(id) else { throw Problem.notFound }
    self.context = context
    self.book = book
    let provenance = context.showsEverything ? try context.view.provenance(of: id) ?? [] : []
    origins = Dictionary(provenance.map { ($0.field, $0) }) { first, _ in first }
    mainSource = Self.mainSource(of: provenance)
    neighbours = try NeighboursHTML(of: id, in: context)
    locations = try ServedPlaces(context.view)
  }

  /// Returns the complete page.
  func bytes() throws -> [UInt8] {
    try PageFrame(context: context, title: book.title, section: nil, kind: "book").page { html in
      neighbours.write(to: &html)
      try html.element(.article, .classes("book")) { html in
        try html.element(.div, .classes("front")) {
          try BookCoverHTML(context: context, book: book, locations: locations, size: "13rem").write(to: &$0)
          try CoverEditHTML(context: context, book: book).write(to: &$0)
        }
        try html.element(.div, .classes("about")) { html in
          try heading(&html)
          ReadingHTML(context: context, book: book).write(to: &html)
          conflicts(&html)
          if let description = book.description {
            html.element(.div, .classes("description")) { $0.paragraphs(description) }
          }
          group(Texts.BookPage.details, fields: ShownFields.edition, &html)
          try files(&html)
          group(Texts.BookPage.copies, fields: [.copies] + context.view.own.shown.map(\.field), &html)
          group(
            context.isOwnReading ? Texts.BookPage.myReading : Texts.BookPage.reading, fields: ShownFields.reading, &html
          )
          try ReviewsHTML(context: context, book: book).write(to: &html)
          if context.mayChange {
            html.element(.p, .classes("buttons")) {
              $0.link(
                Texts.BookPage.editAllFields,
                to: context.address("book", String(book.id), "edit", query: context.list.items),
                .classes("button"))
            }
          }
          history(&html)
          if !context.mayChange { hints(&html) }
        }
      }
    }
  }

  private static func mainSource(of provenance: [FieldProvenance]) -> String? {
    var counts: [String: Int] = [:]
    for field in provenance {
      if case .source(let name) = field.origin, field.removedSince == nil { counts[name, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The fields at the top of the page, which the groups below leave out.
  private static let atTop: Set<BookField> =
    ReadingHTML.fields.union([.title, .subtitle, .authors, .series, .cover, .description])

  /// The field with the day that is shown beside the status; `nil` if none is.
  private var dayAtTop: BookField? { book.readState.hasEnded ? .finished : book.readState.isOpen ? .started : nil }

  private func heading(_ html: inout HTMLWriter) throws {
    html.element(.h1, text: book.title)
    if let subtitle = book.subtitle { html.element(.p, .classes("subtitle"), text: subtitle) }
    if !book.authors.isEmpty {
      html.element(.p, .classes("byline")) { html in
        authors(&html)
      }
    }
    try SeriesHTML(context: context, book: book).write(to: &html)
  }

  /// Writes the conflicts of the fields at the top, which the viewer has to decide about.
  private func conflicts(_ html: inout HTMLWriter) {
    for field in BookField.allCases where Self.atTop.contains(field) {
      guard let origin = origins[field], origin.isConflict else { continue }
      html.element(.p) { html in
        html.text(Texts.Fields.before(words(of: field)))
        OriginHTML(origin: origin, context: context).write(to: &html)
      }
    }
  }

  /// Writes a heading and the fields of a group that have values.
  private func group(_ title: String, fields: [BookField], _ html: inout HTMLWriter) {
    let known = fields.filter { field in
      !Self.atTop.contains(field) && field != dayAtTop && (book[field] != nil || origins[field]?.isConflict == true)
    }
    guard !known.isEmpty else { return }
    html.element(.section) { html in
      html.element(.h2, text: title)
      html.element(.dl, .classes("fields")) { html in
        for field in known { row(field, &html) }
      }
    }
    html.line()
  }

  private func row(_ field: BookField, _ html: inout HTMLWriter) {
    html.element(.dt, text: words(of: field))
    html.element(.dd) { html in
      value(of: field, &html)
      if let origin = origins[field], origin.isConflict {
        OriginHTML(origin: origin, context: context).write(to: &html)
      }
    }
  }

  private func words(of field: BookField) -> String {
    field == .rating && !context.isOwnReading ? Texts.Fields.rating : context.view.own.label(of: field)
  }

  private func value(of field: BookField, _ html: inout HTMLWriter) {
    switch (field, book[field]) {
    case (.authors, _): authors(&html)
    case (.review, .text(let text)), (.notes, .text(let text)), (.description, .text(let text)):
      html.element(.div, .classes("long")) { $0.paragraphs(text) }
    case (.progress, _):
      html.shortened(book.progress.sorted().reversed(), Texts.Reading.morePositions) { positions, html in
        for position in positions {
          html.element(.div, text: Texts.Reading.position(position.place.words, Texts.date(position.day)))
        }
      }
    case (.added, _): html.time(book.added)
    case (_, .date(let date)?): html.text(Texts.date(date))
    case (.language, .text(let code)?): html.text(Texts.language(code))
    case (_, let value?): html.text(Self.words.text(of: field, value, in: book))
    case (_, nil): html.element(.span, .classes("off"), text: "–")
    }
  }

  private static var words: ShownValues { ShownValues(number: \.grouped, instant: \.rfc3339) }

  private func authors(_ html: inout HTMLWriter) {
    html.shortened(book.authors, Texts.BookPage.moreAuthors) { names, html in
      for (index, name) in names.enumerated() {
        if index > 0 { html.text(", ") }
        if let condition = BookFacet.condition(.author, name) {
          html.link(name, to: context.search(condition))
        } else {
          html.text(name)
        }
      }
    }
  }

  private func files(_ html: inout HTMLWriter) throws {
    // The paths may have been removed from this value of the book, so read the files from the view.
    let files = try context.view.files(of: book).compactMap { numbered -> (name: String, PageAddress?, BookFile)? in
      let (file, address) = (numbered.file, context.file(numbered, of: book, in: locations))
      guard let path = file.path, !context.view.viewer.seesPaths else {
        return (file.path.map { String($0.split(separator: "/").last ?? "") } ?? file.address, address, file)
      }
      // The file's name would reveal part of its path, so show the title instead.
      return address == nil ? nil : ("\(book.title).\(BookFile(path: path).type ?? "bin")", address, file)
    }
    guard !files.isEmpty else { return }
    html.element(.section) { html in
      html.element(.h2, text: Texts.BookPage.files)
      html.element(.ul, .classes("files")) { html in
        for (name, address, file) in files {
          html.element(.li) { html in
            if let address {
              html.link(name, to: address)
            } else {
              html.text(name)
            }
            let facts = [file.type, file.size.map(Texts.BookPage.fileSize)].compactMap(\.self)
            html.element(.small, text: facts.isEmpty ? "" : " " + facts.joined(separator: ", "))
          }
        }
      }
    }
  }

  /// Writes where the values come from, and the data about the record itself, behind a toggle.
  private func history(_ html: inout HTMLWriter) {
    // The time of the last change would tell others about the owner's private changes.
    guard context.showsEverything else { return }
    html.element(.details, .classes("history")) { html in
      html.element(.summary, text: Texts.BookPage.historyAndSources)
      html.element(.dl, .classes("fields")) { html in
        for field in BookField.allCases + context.view.own.shown.map(\.field) {
          guard let origin = origins[field], !origin.isPlain(of: mainSource), !origin.isConflict else { continue }
          html.element(.dt, text: words(of: field))
          html.element(.dd) { OriginHTML(origin: origin, context: context).write(to: &$0) }
        }
        html.element(.dt, text: Texts.BookPage.number)
        html.element(.dd, text: String(book.id))
        html.element(.dt, text: words(of: .added))
        html.element(.dd) { $0.time(book.added) }
        html.element(.dt, text: Texts.BookPage.changed)
        html.element(.dd) { $0.time(book.changed) }
        html.element(.dt, text: Texts.Fields.uuid)
        html.element(.dd, text: book.uuid.lowercaseText)
      }
      if let mainSource { html.element(.p, text: Texts.BookPage.otherValues(from: mainSource)) }
      html.element(.p) { html in
        html.link(Texts.BookPage.allChanges, to: context.address("book", String(book.id), "history"))
      }
    }
    html.line()
  }

  /// Writes the commands that change the book on the server's machine.
  private func hints(_ html: inout HTMLWriter) {
    guard context.showsEverything else { return }
    var hints: [CommandHint] = [.edit(book.id), .rate(book.id), .mark(book.id), .tag(book.id)]
    if let conflict = ShownFields.edition.first(where: { origins[$0]?.isConflict == true }) {
      hints.insert(.resolve(book.id, field: conflict.rawValue, .mine), at: 0)
    }
    let commands = hints.compactMap(context.command)
    guard !commands.isEmpty else { return }
    html.element(.section, .classes("steps")) { html in
      html.element(.h2, text: Texts.Action.edit)
      html.element(.ul) { html in
        for command in commands { html.element(.li) { $0.element(.code, text: command) } }
      }
    }
  }
}
