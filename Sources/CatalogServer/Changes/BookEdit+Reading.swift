import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials

// Parsing of the changes to books that programs and forms send.

extension BookEdit {
  /// The keys of a change in JSON.
  static let keys = ["set", "add", "remove", "seen", "overwrite", "on", "reached"]

  /// The form field with the day of a change of the read state, and the one with another day that the user chose. No
  /// field of a book has such a name.
  static let (dayField, otherDayField) = ("mark.on", "mark.day")

  /// The form field with a position that the reader reached.
  static let placeField = "mark.place"

  /// Creates a change from the members `set`, `add` and `remove` of a JSON object. The member `seen` contains the
  /// previous values of the fields in `set`.
  ///
  /// - Throws: ``Problem``, 428 if a field is set without its previous value in `seen` and `overwrite` is not true;
  ///   `InvalidValue` if a value is invalid.
  init(_ body: JSONBody, own: OwnFields) throws {
    let set = try body.values("set", own: own)
    // Treat an empty list as a missing value, as the JSON of books does.
    seen = try body.values("seen", own: own).filter { set.keys.contains($0.key) }
      .mapValues { $0.isEmptyList ? nil : $0 }
    if try !body.flag("overwrite"), set.keys.contains(where: { seen[$0] == nil }) { throw Problem.seenIsMissing }
    changes = try body.changes(own: own)
    day = try body.text("on").map { try Self.day($0) }
    reached = try body.text("reached").map { try Self.position($0) }
    if reached == nil { try changes.requireSome() }
  }

  /// Parses a position, such as `120`, `45%`, `3:20`, `+30` or `end`.
  ///
  /// - Throws: `InvalidValue` if the text is not a position.
  private static func position(_ text: String) throws -> TypedPosition {
    guard let position = TypedPosition(text) else {
      throw InvalidValue("position", text, "it is not \(TypedPosition.forms)")
    }
    return position
  }

  /// Parses the day of a change of the read state: a date, `today`, `yesterday` or `unknown`.
  ///
  /// - Throws: ``Problem``, 400 if the text is none of these.
  private static func day(_ text: String) throws -> ReadingDay {
    guard let day = ReadingDay(typed: text, today: PartialDate.day(at: Date())) else {
      throw Problem.badRequest(
        "on: not a date such as 2024, 2024-08 or 2024-08-22, and not today, yesterday or unknown")
    }
    return day
  }

  /// The prefix of the hidden form fields that contain previous values, as in `seen.title`.
  static let seenPrefix = "seen."

  /// Creates a change from a form, which contains the previous and the new value of each field. A field whose two
  /// values are equal is left alone.
  ///
  /// - Throws: ``Problem``, 428 if the previous value of a field is missing; `InvalidValue` if a value is invalid.
  init(_ form: FormBody, own: OwnFields) throws {
    mindsSame = false
    let today = ReadingDay.known(PartialDate.day(at: Date()))
    let chosen = form[Self.otherDayField] ?? ""
    day = try (chosen.isEmpty ? form[Self.dayField] : chosen).map { try Self.day($0.trimmed()) }
    reached = try form[Self.placeField].map { try Self.position($0) }
    for entry in form.fields where !entry.name.hasPrefix(Self.seenPrefix) {
      guard let field = own.field(named: entry.name) else { continue }
      guard form.values(of: entry.name).count == 1 else {
        throw Problem.badRequest("\(entry.name): the form contains this field more than once")
      }
      guard let old = form[Self.seenPrefix + entry.name] else { throw Problem.seenIsMissing }
      // Another day than today can correct the day of a status that the book already has.
      guard entry.value != old || (field == .readState && day.map { $0 != today } == true) else { continue }
      let definition = own.definition(of: field)
      let (value, seen) = (try definition.typedValue(of: entry.value), try definition.value(of: old))
      if field == .tags {
        // Unchanged tags are left out, so that concurrent changes to them are kept.
        let (new, known) = (Set(value.items), Set(seen.items))
        changes += [.add(field, new.subtracting(known).sorted()), .remove(field, known.subtracting(new).sorted())]
      } else {
        changes.append(.set(field, value))
        self.seen[field] = .some(seen)
      }
    }
  }
}

extension Problem {
  /// The problem reported for a change that could overwrite concurrent changes by others.
  fileprivate static let seenIsMissing = Problem(
    428,
    detail: """
      Send the old values of the fields you set in "seen", so that concurrent changes aren't lost, or set \
      "overwrite": true.
      """)
}
