import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The preview of a merge: the book that is kept, a choice for each field in which the books differ, and the button
/// that merges.
struct MergeHTML {
  let context: PageContext
  /// The books to merge. The first one is kept.
  let books: [Book.ID]
  /// The result of the dry run.
  let result: BookMerge.Result

  /// The fields whose value can be chosen. Other values, such as tags and copies, are combined.
  private static let choices: [BookField] = [
    .title, .subtitle, .authors, .series, .seriesNumber, .firstPublished, .published, .publisher, .format, .pages,
    .language, .rating,
  ]

  /// Returns the complete page.
  ///
  /// - Throws: ``Problem``, 404 if a book is gone.
  func bytes() throws -> [UInt8] {
    let all = try books.map { id -> Book in
      guard let book = try context.view.book(id) else { throw Problem.notFound }
      return book
    }
    let title = Texts.Duplicates.isMergeWanted(all.count)
    return PageFrame(context: context, title: title, section: .duplicates).page { html in
      html.element(.h1, text: title)
      html.element(.p) { html in
        html.sentence(Texts.Duplicates.kept) { link(all[0], &$0) }
      }
      html.element(.ul) { html in
        for book in all.dropFirst() {
          html.element(.li) { html in
            html.sentence(Texts.Duplicates.mergedIntoIt) { link(book, &$0) }
          }
        }
      }
      html.element(.form, .with(.method, "post"), .action(context.address("duplicates")), .classes("edit")) { html in
        for book in books { html.hidden("books", String(book)) }
        html.hidden("keep", String(books[0]))
        html.hidden("preview", result.preview)
        choices(all, &html)
        otherChanges(&html)
        html.element(.p, .classes("buttons")) { html in
          html.element(
            .button, .with(.type, "submit"), .with(.name, "action"), .with(.value, "merge"), .classes("main"),
            text: Texts.Duplicates.merge)
          html.link(Texts.Action.cancel, to: context.address("duplicates"))
          html.element(.small, text: Texts.Action.canBeUndone)
        }
      }
    }
  }

  private func link(_ book: Book, _ html: inout HTMLWriter) {
    html.link(Texts.book(book.id, book.title), to: context.book(book.id))
  }

  /// Writes a menu for each field in which the books differ. The value that the merge shows by itself comes first.
  private func choices(_ books: [Book], _ html: inout HTMLWriter) {
    let fields = Self.choices.filter { field in
      if field == .seriesNumber, differ(.series, books) { return false }
      return differ(field, books)
    }
    guard !fields.isEmpty else { return }
    html.element(.h2, text: Texts.Duplicates.chooseValues)
    for field in fields {
      let own = context.view.own
      let id = "v-\(own.name(of: field))"
      html.element(.div, .classes("input")) { html in
        html.element(.label, .with(.forID, id), text: own.label(of: field))
        html.element(.select, .with(.id, id), .with(.name, "values.\(own.name(of: field))")) { html in
          options(of: field, books, &html)
        }
      }
    }
  }

  private func differ(_ field: BookField, _ books: [Book]) -> Bool {
    Set(books.map { $0[field]?.storedText }).count > 1
  }

  private func options(of field: BookField, _ books: [Book], _ html: inout HTMLWriter) {
    let difference = result.outcome.differences.first { $0.book == books[0].id && $0.field == field }
    let shown = difference.map(\.new?.storedText) ?? books[0][field]?.storedText
    var texts: [String?] = []
    for book in books where !texts.contains(book[field]?.storedText) { texts.append(book[field]?.storedText) }
    // A combination of the values is not the value of any book.
    if !texts.contains(shown), let combined = difference?.new {
      html.option(combined.description, value: "", [.with(.selected, "selected")])
    }
    for text in texts.filter({ $0 == shown }) + texts.filter({ $0 != shown }) {
      let having = books.filter { $0[field]?.storedText == text }
      // A value that nobody chose is left to the merge, so that sources can still change it.
      let isChosen = text == shown
      let value = isChosen && result.values[field] == nil ? "" : String(having[0].id)
      html.option(
        Texts.Duplicates.value(words(field, in: having[0]), of: having.map(\.id)), value: value,
        isChosen ? [.with(.selected, "selected")] : [])
    }
  }

  /// Returns the value of a field in words, with the number of a series.
  private func words(_ field: BookField, in book: Book) -> String {
    guard let value = book[field] else { return Texts.empty }
    return ShownValues(number: \.grouped, instant: \.rfc3339).text(of: field, value, in: book)
  }

  /// Writes the changes to the kept book that are not a matter of choice.
  private func otherChanges(_ html: inout HTMLWriter) {
    let differences = result.outcome.differences.filter { $0.book == books[0] && !Self.choices.contains($0.field) }
    guard !differences.isEmpty else { return }
    html.element(.h2, text: Texts.Duplicates.otherChanges)
    html.element(.dl, .classes("fields")) { html in
      for difference in differences {
        html.element(.dt, text: context.view.own.label(of: difference.field))
        html.element(.dd) { html in
          if let old = difference.old {
            html.element(.span, .classes("before"), text: old.description)
            html.text(" → ")
          }
          html.element(.span, .classes("after"), text: difference.new?.description ?? Texts.empty)
        }
      }
    }
  }
}
