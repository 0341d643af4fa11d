import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The status, the rating and the tags of a book, at the top of its page. A viewer who may change them does so where
/// they are shown. The forms need no script.
struct ReadingHTML {
  let context: PageContext
  let book: Book

  /// The fields shown here. The other parts of the page leave them out.
  static let fields: Set<BookField> = [.readState, .rating, .averageRating, .ratingsCount, .tags]

  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("reading")) { html in
      if mayChange(.readState) { status(&html) } else { html.element(.span, .classes("status"), text: statusWords) }
      if mayChange(.rating) { rate(&html) } else { rating(&html) }
      if let average = book.averageRating {
        html.element(.span, .classes("others")) { html in
          html.average(average)
          html.element(.small, text: book.ratingsCount.map(Texts.Reading.ratings) ?? Texts.Reading.average)
        }
      }
    }
    html.line()
    progress(&html)
    tags(&html)
  }

  // MARK: Progress

  /// Writes how far the book was read, and a form for a new position.
  private func progress(_ html: inout HTMLWriter) {
    let isOpen = mayChange(.progress) && book.readState.isOpen
    guard isOpen || book.position != nil else { return }
    html.element(.div, .classes("position")) { html in
      if let position = book.position {
        html.progress(of: book)
        let percent = book.percentRead.map { "\($0)%" }
        let words = [percent, position.place.words].compactMap(\.self).uniqued().joined(separator: ", ")
        html.element(.span, text: Texts.Reading.position(words, Texts.date(position.day)))
      }
      guard isOpen else { return }
      html.element(.form, .with(.method, "post"), .action(context.book(book.id, in: context.list))) { html in
        html.element(.label, .with(.forID, "place"), text: Texts.Reading.iAmAt)
        html.void(
          .input, .id("place"), .with(.name, BookEdit.placeField), .with(.placeholder, Texts.Reading.placeExample),
          .with(.autocomplete, "off"), .with(.required, "required"))
        html.element(.button, .with(.type, "submit"), text: Texts.Action.save)
      }
      if book.percentRead == 100 { markAsRead(&html) }
    }
    html.line()
  }

  /// Writes the button that ends a reading whose position is the end of the book.
  private func markAsRead(_ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(context.book(book.id, in: context.list))) { html in
      html.hidden(BookEdit.seenPrefix + BookField.readState.rawValue, book.readState.rawValue)
      html.hidden(BookEdit.dayField, "today")
      html.hidden(BookField.readState.rawValue, ReadState.read.rawValue)
      html.element(.button, .with(.type, "submit"), text: Texts.Reading.markAsRead)
    }
  }

  private func mayChange(_ field: BookField) -> Bool { EditableFields.contains(field, for: context.view.viewer) }

  // MARK: Status

  /// The status with the day on which the reading began or ended.
  private var statusWords: String {
    let status = book.readState.label
    return switch book.readState {
    case .reading, .paused: book.started.map { Texts.Reading.since(status, Texts.date($0)) } ?? status
    case .read, .abandoned: book.finished.map { Texts.Reading.on(status, Texts.date($0)) } ?? status
    case .unread, .want: status
    }
  }

  private func status(_ html: inout HTMLWriter) {
    html.element(
      .button, .with(.type, "button"), .with(.popovertarget, "status"), .classes("menu status"), text: statusWords)
    html.element(
      .form, .id("status"), .with(.popover, "auto"), .classes("popup choice"), .with(.method, "post"),
      .action(context.book(book.id, in: context.list)), .with(.ariaLabel, Texts.Fields.status)
    ) { html in
      html.hidden(BookEdit.seenPrefix + BookField.readState.rawValue, book.readState.rawValue)
      // The Enter key in the field of the day would press the first button, which must not choose a status.
      html.element(.button, .with(.type, "submit"), .with(.disabled, "disabled"), .classes("unseen"), text: "")
      html.element(.p, .classes("days")) { html in
        html.element(.label, .with(.forID, "mark-on"), text: Texts.Reading.startedOrFinished)
        html.element(.select, .id("mark-on"), .with(.name, BookEdit.dayField)) { html in
          html.option(Texts.Reading.today, value: "today", [])
          html.option(Texts.Reading.yesterday, value: "yesterday", [])
          html.option(Texts.Reading.unknownDay, value: "unknown", [])
        }
        html.element(.label, .with(.forID, "mark-day"), text: Texts.Reading.orOn)
        html.void(.input, .id("mark-day"), .with(.name, BookEdit.otherDayField), .with(.type, "date"))
      }
      html.element(.p, .classes("buttons")) { html in
        for state in [ReadState.want, .reading, .paused, .read, .abandoned, .unread] {
          let current = state == book.readState ? [HTMLAttribute.with(.ariaCurrent, "true")] : []
          html.element(
            .button,
            [.with(.type, "submit"), .with(.name, BookField.readState.rawValue), .with(.value, state.rawValue)]
              + current
          ) { $0.text(state.label) }
        }
      }
    }
  }

  // MARK: Rating

  private func rating(_ html: inout HTMLWriter) {
    guard let rating = book.rating else { return }
    html.element(.span) { html in
      html.stars(rating)
      html.element(.small, text: context.isOwnReading ? Texts.Reading.isMine : Texts.Reading.isOwners)
    }
  }

  private func rate(_ html: inout HTMLWriter) {
    html.element(
      .form, .classes("rate"), .with(.method, "post"), .action(context.book(book.id, in: context.list)),
      .with(.ariaLabel, Texts.Fields.myRating)
    ) { html in
      html.hidden(BookEdit.seenPrefix + BookField.rating.rawValue, book[.rating]?.typedText ?? "")
      let halves = book.rating.map(HTMLWriter.halves) ?? 0
      for star in 1...5 {
        let part = halves >= star * 2 ? "full" : halves == star * 2 - 1 ? "half" : "empty"
        html.element(
          .button, .with(.type, "submit"), .with(.name, BookField.rating.rawValue), .with(.value, String(star)),
          .with(.ariaLabel, Texts.stars(star)), .classes(part), text: part == "empty" ? "☆" : "★")
      }
      guard let rating = book.rating else { return }
      html.element(.small, text: rating.shortest)
      html.element(
        .button, .with(.type, "submit"), .with(.name, BookField.rating.rawValue), .with(.value, ""),
        .classes("clear"), .with(.ariaLabel, Texts.Reading.removeRating), text: "×")
    }
  }

  // MARK: Tags

  private func tags(_ html: inout HTMLWriter) {
    guard !book.tags.isEmpty || mayChange(.tags) else { return }
    html.element(.div, .classes("tags")) { html in
      html.element(.div, .classes("chips")) { html in
        html.shortened(book.tags, Texts.Reading.moreTags) { tags, html in
          for tag in tags {
            if let condition = BookFacet.condition(.tag, tag) {
              html.link(tag, to: context.search(condition))
            } else {
              html.element(.span, text: tag)
            }
          }
        }
      }
      guard mayChange(.tags) else { return }
      html.element(.details, .classes("edittags")) { html in
        html.element(.summary, text: book.tags.isEmpty ? Texts.Reading.addTags : Texts.Reading.editTags)
        html.element(.form, .with(.method, "post"), .action(context.book(book.id, in: context.list)), .classes("edit"))
        { html in
          FieldInput(.tags, of: book, own: context.view.own).write(hasSeen: true, to: &html)
          html.element(.p, .classes("buttons")) { $0.element(.button, .with(.type, "submit"), text: Texts.Action.save) }
        }
      }
    }
    html.line()
  }
}
