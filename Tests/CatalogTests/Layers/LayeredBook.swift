import CatalogTestSupport
import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

/// The expected state of a book, kept as simply as possible: a dictionary for each source and one for the edits, with
/// nothing derived or left out. The rules are those of the merge table, written a second time.
struct LayeredBook {
  struct Edit {
    var base: FieldValue?
    var mine: FieldValue?
    var addedTags: Set<String> = []
    var removedTags: Set<String> = []
  }

  /// The values of each source, in order of precedence.
  var sources: [(name: String, says: [BookField: FieldValue])] = []
  var edits: [BookField: Edit] = [:]

  /// Delivers a record of a source: mentioned fields replace earlier values, and the others stay.
  mutating func deliver(_ source: String, _ values: FieldPresences) {
    if !sources.contains(where: { $0.name == source }) { sources.insert((source, [:]), at: 0) }
    guard let index = sources.firstIndex(where: { $0.name == source }) else { return }
    for field in BookField.bibliographic {
      switch values[field] {
      case .absent: continue
      case .null: if field != .title { sources[index].says[field] = nil }
      case .value(let value): sources[index].says[field] = value
      }
    }
  }

  func theirs(_ field: BookField) -> FieldValue? {
    var found: FieldValue?
    for source in sources {
      guard let value = source.says[field] else { continue }
      found = found.map { morePrecise($0, value) ?? $0 } ?? value
    }
    return found
  }

  func shown(_ field: BookField) -> FieldValue? {
    let theirs = theirs(field)
    guard let edit = edits[field] else { return theirs }
    if field == .tags {
      let tags = Set(theirs.items).subtracting(edit.removedTags).union(edit.addedTags).sorted()
      return tags.isEmpty ? nil : .list(tags)
    }
    if edit.base == theirs { return edit.mine }
    if let mine = edit.mine, let theirs, let precise = morePrecise(mine, theirs) { return precise }
    return edit.mine
  }

  func isConflict(_ field: BookField) -> Bool {
    guard let edit = edits[field], field != .tags else { return false }
    let theirs = theirs(field)
    if let mine = edit.mine, let theirs, morePrecise(mine, theirs) != nil { return false }
    return theirs != edit.base && theirs != edit.mine
  }

  /// Sets a field as the user; setting all tags states each of them.
  mutating func set(_ field: BookField, _ newValue: FieldValue?) {
    edit(field, newValue)
    guard field == .tags, !newValue.items.isEmpty else { return }
    var edit = edits[.tags] ?? Edit(base: theirs(.tags), mine: newValue)
    edit.addedTags = Set(newValue.items)
    edits[.tags] = edit
  }

  /// Sets a value as the user.
  private mutating func edit(_ field: BookField, _ newValue: FieldValue?) {
    // Setting a field in conflict to its shown value is a decision.
    if newValue?.storedText == shown(field)?.storedText, !isConflict(field) { return }
    var edit = edits[field] ?? Edit()
    edit.base = theirs(field)
    edit.mine = newValue
    if field == .tags {
      let (source, wish) = (Set(theirs(.tags).items), Set(newValue.items))
      edit.addedTags = edit.addedTags.intersection(wish).union(wish.subtracting(source))
      edit.removedTags = edit.removedTags.subtracting(wish).union(source.subtracting(wish))
      if edit.addedTags.isEmpty, edit.removedTags.isEmpty {
        edits[field] = nil
        return
      }
    }
    edits[field] = edit
  }

  /// Adds a tag as the user: one that is shown already becomes the user's as well.
  mutating func add(tag: String) {
    guard shown(.tags).items.contains(tag) else { return edit(.tags, .list((shown(.tags).items + [tag]).sorted())) }
    var edit = edits[.tags] ?? Edit(base: theirs(.tags), mine: shown(.tags))
    edit.addedTags.insert(tag)
    edits[.tags] = edit
  }

  mutating func remove(tag: String) {
    let tags = shown(.tags).items.filter { $0 != tag }
    edit(.tags, tags.isEmpty ? nil : .list(tags))
  }

  mutating func revert(_ field: BookField) { edits[field] = nil }

  /// Returns the more precise of two compatible dates; `nil` for other values. Unlike the catalog, it compares them as
  /// text.
  private func morePrecise(_ one: FieldValue, _ other: FieldValue) -> FieldValue? {
    guard case .date = one, case .date = other else { return nil }
    if one == other || one.description.hasPrefix(other.description + "-") { return one }
    return other.description.hasPrefix(one.description + "-") ? other : nil
  }
}
