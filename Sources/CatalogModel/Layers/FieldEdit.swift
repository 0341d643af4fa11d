import FoundationEssentials

/// The value that a user gave a field: a value, or that there is none; of tags, which were added and removed.
package enum EditedValue: Equatable, Sendable {
  case value(FieldValue?)
  case tags(TagChange)
}

/// A user's edit of one bibliographic field of a book: the edited value, with the source's value then and now.
package struct FieldEdit: Equatable, Sendable {
  package let field: BookField
  /// The source's value when the user edited.
  package var base: FieldValue?
  /// What the source says now.
  package var theirs: FieldValue?
  package var value: EditedValue
  package var at: Date

  package init(field: BookField, base: FieldValue? = nil, theirs: FieldValue? = nil, value: EditedValue, at: Date) {
    self.field = field
    self.base = base
    self.theirs = theirs
    self.value = value
    self.at = at
  }

  /// What an edit of tags adds and removes; nothing of another field.
  package var tags: TagChange { if case .tags(let change) = value { change } else { TagChange() } }

  /// Whether the source's value is neither what it was then nor the edited one. That lasts until the source returns, or
  /// the user resolves or reverts.
  package var isConflict: Bool {
    guard case .value(let value) = value else { return false }
    if case .date(let mine)? = value, case .date(let their)? = theirs, mine.isCompatible(with: their) { return false }
    return theirs != base && theirs != value
  }
}

/// An edit of tags: it is kept as a change, so that the source's other tags go on arriving and no conflict is possible.
package struct TagChange: Equatable, Sendable {
  package var added: Set<String> = []
  package var removed: Set<String> = []

  package init(added: Set<String> = [], removed: Set<String> = []) {
    self.added = added
    self.removed = removed
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// (theirs − removed) ∪ added, in alphabetical order.
  package func applied(to theirs: [String]) -> [String] {
    Set(theirs).subtracting(removed).union(added).sorted()
  }

  /// The change after which a book shows the wanted tags: what was added or removed before stays so, unless this
  /// undoes it.
  package func changed(toShow wanted: Set<String>, over theirs: [String]) -> TagChange {
    let source = Set(theirs)
    return TagChange(
      added: added.intersection(wanted).union(wanted.subtracting(source)),
      removed: removed.subtracting(wanted).union(source.subtracting(wanted)))
  }
}

extension TagChange {
  /// The stored text: a line `+tag` for each added and `-tag` for each removed one.
  package var storedText: String {
    (added.sorted().map { "+" + $0 } + removed.sorted().map { "-" + $0 }).joined(separator: "\n")
  }

  package init(stored: String) {
    for line in stored.split(separator: "\n") {
      // Scalars: a tag may begin with a mark, which would make one character with the sign.
      let tag = String(line.unicodeScalars.dropFirst())
      switch line.unicodeScalars.first {
      case "+": added.insert(tag)
      case "-": removed.insert(tag)
      default: continue
      }
    }
  }
}

extension EditedValue {
  /// The stored text; `nil` when the user says that there is no value.
  package var storedText: String? {
    switch self {
    case .value(let value): value?.storedText
    case .tags(let change): change.storedText
    }
  }

  package init(stored: String?, field: BookField) {
    self =
      field == .tags ? .tags(TagChange(stored: stored ?? "")) : .value(stored.flatMap { field.decode($0) })
  }
}
