import FoundationEssentials

/// The result of a user's edit: the field's new value, or the tags that were added and removed. The value is `nil` if
/// the user cleared the field.
package enum EditedValue: Equatable, Sendable {
  case value(FieldValue?)
  case tags(TagChange)
}

/// A user's edit of one bibliographic field: the edited value, the source's value at the time of the edit, and the
/// source's current value.
package struct FieldEdit: Equatable, Sendable {
  package let field: BookField
  /// The source's value at the time of the edit.
  package var base: FieldValue?
  /// The source's current value.
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

  /// The change to the tags if the edited field is ``BookField/tags``; otherwise an empty change.
  package var tags: TagChange { if case .tags(let change) = value { change } else { TagChange() } }

  /// True if the source changed its value after the edit, and the new value differs from the edited one. The conflict
  /// lasts until the source returns to its earlier value, or until the user resolves the conflict or reverts the edit.
  /// Two dates do not conflict if one is only more precise than the other.
  package var isConflict: Bool {
    guard case .value(let value) = value else { return false }
    if case .date(let mine)? = value, case .date(let their)? = theirs, mine.isCompatible(with: their) { return false }
    return theirs != base && theirs != value
  }
}

/// An edit of a book's tags, stored as additions and removals. Tags that the source adds later therefore appear, and
/// conflicts are impossible.
package struct TagChange: Equatable, Sendable {
  package var added: Set<String> = []
  package var removed: Set<String> = []

  package init(added: Set<String> = [], removed: Set<String> = []) {
    self.added = added
    self.removed = removed
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// Returns a source's tags with this change applied, in alphabetical order: (source's tags − removed) ∪ added.
  package func applied(to theirs: [String]) -> [String] {
    Set(theirs).subtracting(removed).union(added).sorted()
  }

  /// Returns the change that makes a book show the given tags. Earlier additions and removals stay in effect unless the
  /// given tags contradict them.
  package func changed(toShow tags: Set<String>, over theirs: [String]) -> TagChange {
    let source = Set(theirs)
    return TagChange(
      added: added.intersection(tags).union(tags.subtracting(source)),
      removed: removed.subtracting(tags).union(source.subtracting(tags)))
  }
}

extension TagChange {
  /// The stored text, with a line `+tag` for each added tag and a line `-tag` for each removed tag.
  package var storedText: String {
    (added.sorted().map { "+" + $0 } + removed.sorted().map { "-" + $0 }).joined(separator: "\n")
  }

  package init(stored: String) {
    for line in stored.split(separator: "\n") {
      // Unicode scalars are used, because a tag may begin with a combining mark, which forms one `Character` with the
      // plus or minus before it.
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
  /// The stored text; `nil` if the user cleared the field.
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
