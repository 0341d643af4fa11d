import Catalog
import CatalogSources

/// Completion of an argument of the form `field=value`. It completes the name of the field, the value, or the last item
/// of a list.
struct AssignmentCompletion {
  private let completer: ValueCompleter
  /// True for an assignment that is an argument of its own, as in `edit`, rather than the value of an option. A plus or
  /// minus may then follow the name of a list field.
  private let isBare: Bool
  /// True to complete only fields that contain lists.
  private let isOfLists: Bool

  init(_ completer: ValueCompleter, isBare: Bool = false, isOfLists: Bool = false) {
    (self.completer, self.isBare, self.isOfLists) = (completer, isBare, isOfLists)
  }

  func offers(_ typed: String) throws -> [Offer] {
    guard let name = FieldAssignment.name(in: typed) else { return names(typed) }
    let plain = isBare && (name.hasSuffix("+") || name.hasSuffix("-")) ? String(name.dropLast()) : name
    guard let field = completer.own.field(named: plain) else { return [] }
    let text = FieldAssignment.text(in: typed)
    let head = String(typed.unicodeScalars.prefix(typed.unicodeScalars.count - text.unicodeScalars.count))
    switch completer.own.definition(of: field).kind {
    case .names, .tags: return try entries(of: field, text).map { Offer(head + $0) }
    case .vocabulary(let vocabulary): return completer.words(vocabulary.words, text).map { Offer(head + $0.word) }
    case .flag: return completer.words(["yes", "no"], text).map { Offer(head + $0.word) }
    // Values with several parts are not completed. For example, an identifier has a type and a value.
    case .records: return []
    default: return try completer.values(of: field, text).map { Offer(head + $0) }
    }
  }

  private func names(_ typed: String) -> [Offer] {
    let lists = completer.fieldNames(where: \.isList)
    if isOfLists { return completer.words(lists.map { $0 + "=" }, typed) }
    let names = completer.fieldNames { _ in true }
    guard isBare else { return completer.words(names.map { $0 + "=" }, typed) }
    // A field name with a space is not offered, because the word would be taken for a title.
    let bare = names.filter { $0.first?.isLetter == true && !$0.contains(" ") }
    return completer.words(
      bare.flatMap { lists.contains($0) ? ["\($0)=", "\($0)+=", "\($0)-="] : ["\($0)="] }, typed)
  }

  /// Returns the typed list, completed with each possible last item. Items already in the list are not offered.
  private func entries(of field: BookField, _ text: String) throws -> [String] {
    var start = text.unicodeScalars.startIndex
    var isEscaped = false
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if scalar == ";", !isEscaped { start = text.unicodeScalars.index(after: index) }
      isEscaped = scalar == "\\" && !isEscaped
    }
    let entry = text.unicodeScalars[start...]
    let space = entry.prefix(while: \.properties.isWhitespace)
    let head = String(text.unicodeScalars[..<start]) + String(space)
    let typed = ListDivision.ours.items(of: String(entry.dropFirst(space.count))).first ?? ""
    let others = ListDivision.ours.items(of: String(text.unicodeScalars[..<start])).map { $0.trimmed() }
    return try completer.values(of: field, typed).filter { !others.contains($0) }
      .map { head + ListDivision.ours.cell(of: [$0]) }
  }
}
