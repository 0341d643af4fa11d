import Catalog
import CatalogSources

/// Completion of an argument `field=value`. It completes the name of a field, a value, or the last entry of a list.
struct AssignmentCompletion {
  private let completer: ValueCompleter
  /// True for a word that is not the value of an option, as in `edit`. In such a word, a plus or minus may follow the
  /// name of a list field.
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
    // A field of records is not completed. An identifier consists of a type and a value, and a file is more than its
    // extension.
    case .records: return []
    default: return try completer.values(of: field, text).map { Offer(head + $0) }
    }
  }

  private func names(_ typed: String) -> [Offer] {
    let lists = completer.fieldNames(where: \.isList)
    if isOfLists { return completer.words(lists.map { $0 + "=" }, typed) }
    let names = completer.fieldNames { _ in true }
    guard isBare else { return completer.words(names.map { $0 + "=" }, typed) }
    // A word whose field name contains a space would be read as a title.
    let bare = names.filter { $0.first?.isLetter == true && !$0.contains(" ") }
    return completer.words(
      bare.flatMap { lists.contains($0) ? ["\($0)=", "\($0)+=", "\($0)-="] : ["\($0)="] }, typed)
  }

  /// Returns the typed list completed with each possible last entry. Entries that the list already contains are not
  /// offered.
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
