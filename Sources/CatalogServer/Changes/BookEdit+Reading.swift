import Catalog
import CatalogModel
import CatalogSources

// What programs and forms send to have books changed.

extension BookEdit {
  /// The keys that a change has in JSON.
  static let keys = ["set", "add", "remove", "seen", "overwrite"]

  /// A change in JSON: `set`, `add` and `remove`, and in `seen` what the fields showed that are set.
  ///
  /// - Throws: ``Problem``, 428 for a field that is set without what was seen of it, where `overwrite` does not say that this is
  ///   meant; `InvalidValue`.
  init(_ body: JSONBody, own: OwnFields) throws {
    let set = try body.values("set", own: own)
    // As books have values: an empty list is none.
    seen = try body.values("seen", own: own).filter { set.keys.contains($0.key) }
      .mapValues { $0.isEmptyList ? nil : $0 }
    if try !body.flag("overwrite"), set.keys.contains(where: { seen[$0] == nil }) { throw Problem.seenIsMissing }
    changes = try body.changes(own: own)
  }

  /// What stands before the name of a field where a form has what was seen of it.
  static let seenPrefix = "seen."

  /// A form, which has each field as it was seen, and as it is to be: what is the same stays.
  ///
  /// - Throws: ``Problem``, 428 for a field without what was seen of it; `InvalidValue`.
  init(_ form: FormBody, own: OwnFields) throws {
    mindsSame = false
    for entry in form.fields where !entry.name.hasPrefix(Self.seenPrefix) {
      guard let field = own.field(named: entry.name) else { continue }
      guard form.values(of: entry.name).count == 1 else { throw Problem.badRequest("\(entry.name) is said twice.") }
      guard let old = form[Self.seenPrefix + entry.name] else { throw Problem.seenIsMissing }
      guard entry.value != old else { continue }
      let definition = own.definition(of: field)
      let (value, seen) = (try definition.typedValue(of: entry.value), try definition.value(of: old))
      if field == .tags {
        // Tags that were not touched are left to whoever else changes them.
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
  /// A change that could go over what somebody else has changed since.
  fileprivate static let seenIsMissing = Problem(
    428,
    detail: """
      Say in "seen" what each field showed that you set, so that nothing is lost that others change meanwhile; or by \
      "overwrite": true that it does not matter.
      """)
}
