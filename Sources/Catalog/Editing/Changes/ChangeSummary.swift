import Platform

/// One-line summaries of changes: the book first, then the change.
enum ChangeSummary {
  /// Returns a summary such as “Dune: rated 4.5”, “Dune: pages and series changed”, “2 books: tags changed” or “Dune:
  /// rating confirmed”.
  ///
  /// - Parameters:
  ///   - title: The title before the change; used if there is only one book.
  ///   - own: The user-defined fields, which supply the displayed names.
  ///   - confirmed: The fields whose shown values the user confirmed.
  ///   - withValues: True if everyone who can see the step may see the values.
  static func edited(
    _ outcome: ChangeOutcome, title: String, own: OwnFields, confirmed: Set<BookField> = [], withValues: Bool = true
  ) -> String {
    let subject = subject(outcome.books.count, title)
    let changed = Set(outcome.differences.map(\.field))
    let isMarked = !changed.isDisjoint(with: Mark.fields)
    let hasValues = withValues || !isMarked
    let isOne = hasValues && outcome.differences.count == 1 && outcome.books.count == 1
    if hasValues, confirmed.isEmpty, let marked = marked(outcome.differences) { return "\(subject): \(marked)" }
    if hasValues, confirmed.isSubset(of: BookField.readings), let reached = reached(outcome.differences) {
      return "\(subject): \(reached)"
    }
    let parts = [
      isOne ? text(outcome.differences[0], own) : listed(changed, own).map { "\($0) changed" },
      listed(confirmed, own).map { "\($0) confirmed" },
    ].compactMap(\.self)
    return "\(subject): \(parts.isEmpty ? "edited" : parts.joined(separator: ", "))"
  }

  /// Returns a text such as “marked as read, finished 2024-08-22” if only reading states and reading dates changed;
  /// `nil` otherwise. The text also mentions a start day that was removed because it is after the end day.
  private static func marked(_ differences: [FieldDifference]) -> String? {
    let states = differences.filter { $0.field == .readState }
    guard let state = states.first?.new, states.allSatisfy({ $0.new == state }),
      differences.allSatisfy({ [.readState, .started, .finished, .earlierReadings].contains($0.field) }),
      Set(differences.map(\.book)) == Set(states.map(\.book))
    else { return nil }
    let days = [BookField.started, .finished].compactMap { field -> String? in
      let days = Set(differences.filter { $0.field == field }.compactMap(\.new))
      return days.count == 1 ? days.first.map { "\(field.words) \($0)" } : nil
    }
    let dropped = differences.filter { $0.field == .started && $0.new == nil }.compactMap(\.old)
    if case .readState(let ended) = state, ended.hasEnded, differences.count == 3, let start = dropped.first {
      return (["marked as \(state)"] + days + ["started \(start) removed"]).joined(separator: ", ")
    }
    return (["marked as \(state)"] + days).joined(separator: ", ")
  }

  /// Returns a text such as “page 120 reached, marked as reading, started 2024-08-22” if one position in one book was
  /// added, and nothing but its readings changed; `nil` otherwise.
  private static func reached(_ differences: [FieldDifference]) -> String? {
    guard let difference = differences.first(where: { $0.field == .progress }),
      differences.allSatisfy({ $0.book == difference.book })
    else { return nil }
    let (old, new) = (Set(positions(difference.old)), Set(positions(difference.new)))
    let (added, removed) = (Array(new.subtracting(old)), old.subtracting(new))
    let rest = differences.filter { $0.field != .progress }
    // A new position replaces the one of the same day.
    guard added.count == 1, removed.allSatisfy({ $0.day == added[0].day }), rest.isEmpty || marked(rest) != nil else {
      return nil
    }
    return (["\(added[0].place.words) reached"] + [marked(rest)].compactMap(\.self)).joined(separator: ", ")
  }

  private static func positions(_ value: FieldValue?) -> [ReadingPosition] {
    guard case .records(let records)? = value else { return [] }
    return records.compactMap(ReadingPosition.init(record:))
  }

  /// Returns a list such as “pages, rating and series”; `nil` for an empty set.
  private static func listed(_ fields: Set<BookField>, _ own: OwnFields) -> String? {
    let words = fields.map { own.words(of: $0) }.sorted()
    guard let last = words.last else { return nil }
    let others = words.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) and \(last)"
  }

  /// Returns a summary such as “Sand: title reverted to “Dune””.
  ///
  /// - Parameter words: The displayed name of the field.
  static func reverted(_ field: BookField, _ words: String, _ outcome: ChangeOutcome, title: String) -> String {
    let book = name(title)
    guard let difference = outcome.differences.first(where: { $0.field == field }) else {
      return "\(book): \(words) reverted"
    }
    return "\(book): \(words) reverted to \(difference.new.map(quoted) ?? "no value")"
  }

  /// Returns a summary such as “Emma: removed” or “2 books removed”.
  static func removed(_ count: Int, title: String) -> String {
    count == 1 ? "\(name(title)): removed" : "\(subject(count, title)) removed"
  }

  /// Returns a value for use in a sentence. Texts get quotation marks; numbers and dates do not.
  static func quoted(_ value: FieldValue) -> String {
    switch value {
    case .text, .list, .isbn, .records: "“\(value)”"
    case .integer(let number): number.grouped
    case .decimal, .flag, .date, .readState, .instant: value.description
    }
  }

  /// Returns the value of the cover field for use in a sentence. A local file is shown without its path, and a web
  /// address without the parts that may hold keys, because viewers of the history may not see these.
  private static func quotedCover(_ value: FieldValue) -> String {
    guard case .text(let address) = value else { return quoted(value) }
    guard let path = FileAddress.path(of: address) else { return quoted(.text(withoutKeys(address))) }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    // A long name is usually a hash of the file's content, which means nothing to people.
    return name.count > titleLength ? "an image" : quoted(.text(name))
  }

  /// Returns a web address without its user, query and fragment, in which services put keys.
  private static func withoutKeys(_ address: String) -> String {
    var text = String(address.prefix { !"?#;".contains($0) })
    if let begin = text.firstRange(of: "://")?.upperBound,
      let user = text[begin...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
    {
      text.removeSubrange(begin...user)
    }
    return text == address ? address : text + "…"
  }

  private static func subject(_ count: Int, _ title: String) -> String {
    count == 1 ? name(title) : "\(count.grouped) books"
  }

  /// The maximum length of a title in a summary, in characters. It leaves room for the description of the change.
  private static let titleLength = 32

  /// Returns a title for summaries. Long titles are cut at a word boundary.
  static func name(_ title: String) -> String {
    guard title.count > titleLength else { return title }
    let beginning = title.prefix(titleLength)
    // If there is no space, the first word itself is cut.
    let end = beginning.lastIndex(of: " ") ?? beginning.endIndex
    return String(beginning[..<end]).trimmed() + "…"
  }

  /// Returns a text such as “dune.epub added, dune.pdf removed”. The text contains file names, because complete
  /// addresses are long.
  private static func files(from old: FieldValue?, to new: FieldValue?) -> String {
    func changed(_ some: FieldValue?, excluding others: FieldValue?, _ verb: String) -> [String] {
      guard case .records(let some)? = some else { return [] }
      var known = Set<FieldRecord>()
      if case .records(let others)? = others { known = Set(others) }
      return some.filter { !known.contains($0) }.compactMap(BookFile.init(record:))
        .map { "\($0.path?.split(separator: "/").last.map(String.init) ?? $0.address) \(verb)" }
    }
    let changes = changed(new, excluding: old, "added") + changed(old, excluding: new, "removed")
    return changes.isEmpty ? "in another order" : changes.joined(separator: ", ")
  }

  private static func text(_ difference: FieldDifference, _ own: OwnFields) -> String {
    let field = own.words(of: difference.field)
    let quoted = difference.field == .cover ? quotedCover : quoted
    switch (difference.field, difference.old.map(quoted), difference.new.map(quoted)) {
    case (.rating, let old, let new?): return "rated \(new)" + (old.map { " (was \($0))" } ?? "")
    case (.readState, _, let new?): return "marked as \(new)"
    case (.files, _, _), (.attachments, _, _): return "\(field): \(files(from: difference.old, to: difference.new))"
    case (.title, _, let new?): return "title changed to \(new)"
    case (_, let old?, let new?): return "\(field) changed from \(old) to \(new)"
    case (_, nil, let new?): return "\(field) set to \(new)"
    case (_, let old, nil): return "\(field) removed" + (old.map { " (was \($0))" } ?? "")
    }
  }
}
