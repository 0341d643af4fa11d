import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The page with possible duplicates, side by side, with differences highlighted.
struct DuplicatesHTML {
  /// The maximum number of groups on the page.
  static let maxGroups = 100

  let context: PageContext
  let groups: [DuplicateGroup]

  private static let fields: [BookField] = [
    .title, .subtitle, .authors, .series, .seriesNumber, .isbn, .published, .publisher, .format, .pages, .language,
    .readState, .rating,
  ]

  /// Returns the complete page.
  func bytes() throws -> [UInt8] {
    try PageFrame(context: context, title: Texts.Sections.duplicates, section: .duplicates).page { html in
      html.element(.h1, text: Texts.Sections.duplicates)
      guard !groups.isEmpty else {
        return html.element(.p, text: Texts.Duplicates.hasNone)
      }
      html.element(
        .p,
        text: groups.count > Self.maxGroups
          ? Texts.Duplicates.first(Self.maxGroups, of: groups.count)
          : Texts.Duplicates.all(groups.count, areSorted: Set(groups.map(\.grade)).count > 1))
      for group in groups.prefix(Self.maxGroups) { try write(group, to: &html) }
    }
  }

  private func write(_ group: DuplicateGroup, to html: inout HTMLWriter) throws {
    let books = try group.books.compactMap(context.view.book)
    html.element(.section, .classes("pair")) { html in
      html.element(.h2, text: Texts.Duplicates.group(group.grade.rawValue, group.words))
      html.element(.div, .classes("wide"), .with(.tabindex, "0"), .with(.role, "group"), .with(.ariaLabel, group.words))
      {
        html in
        html.element(.table, .classes("compared")) { html in
          html.element(.thead) { html in
            html.element(.tr) { html in
              html.element(.td, text: "")
              for book in books {
                html.element(.th, .with(.scope, "col")) { $0.link(Texts.book(book.id), to: context.book(book.id)) }
              }
            }
          }
          html.element(.tbody) { html in
            for field in Self.fields { row(field, books, &html) }
          }
        }
      }
      if context.mayEdit { return decision(books, &html) }
      html.hint(Texts.Conflicts.toResolve, .merge(group.books), .distinct(group.books), in: context)
    }
    html.line()
  }

  /// Writes the form that shows a preview of merging the books, with a choice of the book whose values are shown, or
  /// marks them as different.
  private func decision(_ books: [Book], _ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(context.address("duplicates")), .classes("buttons")) { html in
      for book in books { html.hidden("books", String(book.id)) }
      html.element(.label) { html in
        html.sentence(Texts.Duplicates.keep) { html in
          html.element(.select, .with(.name, "keep")) { html in
            for book in books { html.option(Texts.book(book.id, book.title), value: String(book.id), []) }
          }
        }
      }
      for (action, words) in [("preview", Texts.Duplicates.merge), ("distinct", Texts.Duplicates.areDifferent)] {
        html.element(.button, .with(.type, "submit"), .with(.name, "action"), .with(.value, action), text: words)
      }
    }
  }

  private func row(_ field: BookField, _ books: [Book], _ html: inout HTMLWriter) {
    let words = ShownValues(number: \.grouped, instant: \.rfc3339)
    let texts = books.map { book in book[field].map { words.text(of: field, $0, in: book) } ?? "" }
    guard texts.contains(where: { !$0.isEmpty }) else { return }
    let differs = Set(texts).count > 1
    html.element(.tr, .classes(differs ? "differs" : "same")) { html in
      html.element(.th, .with(.scope, "row"), text: context.view.own.label(of: field))
      for text in texts { html.element(.td, text: text) }
    }
  }
}
