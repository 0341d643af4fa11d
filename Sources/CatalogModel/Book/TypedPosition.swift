import Platform

/// A position as a person types it: `120`, `45%`, `3:20`, `+30` or `end`.
package struct TypedPosition: Hashable, Sendable {
  private enum Meaning: Hashable {
    case place(ReadingPosition.Place)
    /// A distance from the current position.
    case further(ReadingPosition.Place)
    case end
  }

  /// The accepted forms, for help and errors.
  package static let forms = "a page (120), a percentage (45%), a time (3:20), an advance (+30, +10%, +0:30) or 'end'"

  private let text: String
  private let meaning: Meaning

  /// Parses a position; `nil` if the text has none of the forms. Values out of range are reported by ``place(in:)``.
  package init?(_ typed: String) {
    text = typed.trimmed()
    let plain = text.lowercased()
    if plain == "end" {
      meaning = .end
    } else if plain.hasPrefix("+") {
      guard let distance = Self.place(String(plain.dropFirst()).trimmed()) else { return nil }
      meaning = .further(distance)
    } else {
      guard let place = Self.place(plain) else { return nil }
      meaning = .place(place)
    }
  }

  /// Returns the place in a book that the text denotes.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - day: The day on which the place was reached. An advance is added to the last position before the end of it.
  /// - Throws: ``InvalidValue`` if the place is beyond the end of the book or out of range, or if an advance cannot be
  ///   added to the current position because the two have different units and the book's length is unknown.
  package func place(in book: Book, on day: PartialDate) throws -> ReadingPosition.Place {
    switch meaning {
    case .end:
      let minutes = book.format == .audiobook ? book.duration.map(ReadingPosition.Place.minutes) : nil
      return minutes ?? book.pages.map(ReadingPosition.Place.page) ?? .percent(100)
    case .place(let place): return try checked(place, in: book)
    case .further(let distance):
      let known = book.progress.filter { !$0.day.isEntirely(after: day) }
      let last =
        book.readState.isOpen ? known.last(ofReadingFrom: book.started, after: book.earlierReadings) : nil
      return try checked(sum(distance, last, in: book), in: book)
    }
  }

  private func checked(_ place: ReadingPosition.Place, in book: Book) throws -> ReadingPosition.Place {
    func check(_ number: Int, _ length: Int?, _ field: BookField, _ unit: String) throws {
      let limit = length ?? 100_000
      guard number > limit else { return }
      let known = length.map {
        "the book has \($0.grouped) \(unit); if that is wrong, correct its \(field.words) first"
      }
      throw InvalidValue("position", text, known ?? "it must be at most \(limit.grouped) \(unit)")
    }
    switch place {
    case .page(let page): try check(page, book.pages, .pages, "pages")
    case .minutes(let minutes): try check(minutes, book.duration, .duration, "minutes")
    case .percent(let percent):
      guard percent <= 100 else { throw InvalidValue("position", text, "it must be at most 100%") }
    }
    return place
  }

  /// Returns a position plus a distance, in the unit of the distance.
  private func sum(
    _ distance: ReadingPosition.Place, _ current: ReadingPosition?, in book: Book
  ) throws -> ReadingPosition.Place {
    func start(_ length: Int?, _ unit: String) throws -> Int {
      guard let current else { return 0 }
      if let fraction = current.fraction(of: book), let length { return Int((fraction * Double(length)).rounded()) }
      throw unknown(current, unit)
    }
    func unknown(_ current: ReadingPosition, _ unit: String) -> InvalidValue {
      InvalidValue(
        "position", text,
        "the last position, \(current.place.words), cannot be converted to \(unit), because a length of the book is "
          + "unknown; enter the new position itself")
    }
    switch (distance, current?.place) {
    case (.page(let more), .page(let page)): return .page(page + more)
    case (.minutes(let more), .minutes(let minutes)): return .minutes(minutes + more)
    case (.percent(let more), .percent(let percent)): return .percent(percent + more)
    case (.page(let more), _): return .page(try start(book.pages, "pages") + more)
    case (.minutes(let more), _): return .minutes(try start(book.duration, "a time") + more)
    case (.percent(let more), _):
      guard let current else { return .percent(more) }
      guard let fraction = current.fraction(of: book) else { throw unknown(current, "a percentage") }
      return .percent(fraction * 100 + more)
    }
  }

  // MARK: Parsing

  /// The maximum number of digits of a number. Longer numbers are not positions.
  private static let maxDigits = 6

  private static func place(_ text: String) -> ReadingPosition.Place? {
    if text.hasSuffix("%") {
      let number = String(text.dropLast()).trimmed().replacing(",", with: ".")
      guard number.count <= maxDigits, let percent = Double.decimal(number), percent.isFinite, percent >= 0 else {
        return nil
      }
      return .percent(percent)
    }
    return minutes(text).map { .minutes($0) } ?? page(text).map { .page($0) }
  }

  /// Returns the page that a text such as `120`, `p. 120`, `page 120` or `120 pages` denotes.
  private static func page(_ text: String) -> Int? {
    var rest = text[...]
    if let word = ["page", "p.", "p"].first(where: rest.hasPrefix) {
      rest = rest.dropFirst(word.count)
    } else if let word = ["pages", "p"].first(where: rest.hasSuffix) {
      rest = rest.dropLast(word.count)
    }
    return number(String(rest).trimmed())
  }

  /// Returns the minutes that a text such as `3:20`, `3h`, `3h20`, `3 h 20 min` or `200min` denotes.
  private static func minutes(_ text: String) -> Int? {
    let plain = text.filter { $0 != " " }
    let parts = plain.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "h" }.map(String.init)
    if parts.count == 2 {
      let rest = parts[1].replacing("min", with: "").replacing("m", with: "")
      guard let hours = number(parts[0]), hours <= 10_000 else { return nil }
      if rest.isEmpty { return plain.contains(":") ? nil : hours * 60 }
      guard let minutes = number(rest), minutes < 60 else { return nil }
      return hours * 60 + minutes
    }
    guard let unit = ["minutes", "mins", "min"].first(where: plain.hasSuffix) else { return nil }
    return number(String(plain.dropLast(unit.count)))
  }

  private static func number(_ text: String) -> Int? {
    text.isDigits && !text.isEmpty && text.count <= maxDigits ? Int(text) : nil
  }
}
