import Catalog
import CatalogSources
import CommandLineKit

/// A source of candidates for a word. Without a catalog, it offers only values that exist in every catalog.
struct ValueCompleter: CompletionValues {
  let snapshot: CatalogSnapshot?
  /// The arguments before the word to complete.
  let before: [String]
  /// The user-defined fields.
  let own: OwnFields

  init(snapshot: CatalogSnapshot?, before: [String] = []) throws {
    (self.snapshot, self.before) = (snapshot, before)
    own = try snapshot?.fields() ?? OwnFields()
  }

  func offers(of value: CompletedValue, _ typed: String) throws -> [Offer] {
    switch value {
    case .query: try QueryCompletion(self).offers(typed).map { Offer($0.query, note: $0.note) }
    case .book: try books(typed)
    case .assignment: try AssignmentCompletion(self).offers(typed)
    case .bookOrAssignment: try books(typed) + AssignmentCompletion(self, isBare: true).offers(typed)
    case .listAssignment: try AssignmentCompletion(self, isOfLists: true).offers(typed)
    case .fieldPrefix: typed.contains("=") ? [] : words(fieldNames { _ in true }.map { $0 + "=" }, typed)
    case .field: words(fieldNames { _ in true }, typed)
    case .textField: words(fieldNames { own.definition(of: $0).kind.hasTexts }, typed)
    case .ownField:
      own.shown.filter { [$0.name].beginning(with: typed) != [] }
        .map { Offer($0.name, note: $0.kind.rawValue) }
    case .columns: items(ListValue.names(with: own), typed)
    case .jsonFields: items(BookJSON.keys + [MetadataJSON.key], typed)
    case .order: words(BookOrder.names(with: own).flatMap { [$0, "-" + $0] }, typed)
    case .tag: try values(of: .tags, typed).map { Offer($0) }
    case .signedTag: try signedTags(typed)
    case .author: try values(of: .authors, typed).map { Offer($0) }
    case .series: try values(of: .series, typed).map { Offer($0) }
    case .renamed: try renamed(typed)
    case .fileType: try values(of: .files, typed).map { Offer($0) }
    case .source: try sources(typed) { _ in true }
    case .refreshedSource: try sources(typed) { $0.isRefreshed && $0.kind != .app }
    case .importSource: try sources(typed) { $0.kind == .import }
    case .savedSearch: try savedSearches(typed)
    case .undoStep: try steps(snapshot?.stepsToUndo() ?? [], typed)
    case .redoStep: try steps(snapshot?.stepsToRedo() ?? [], typed)
    case .stepOrBook: try steps(snapshot?.steps() ?? [], typed) + books(typed)
    case .person: words(try snapshot?.persons().map(\.name) ?? [], typed)
    case .account:
      try (snapshot?.accounts() ?? []).filter { [$0.name].beginning(with: typed) != [] }
        .map { Offer($0.name, note: $0.role.rawValue) }
    case .role:
      words(Set(["reader", "editor", "owner"] + (try snapshot?.accounts().map(\.role.rawValue) ?? [])).sorted(), typed)
    case .device:
      try (snapshot?.deviceTokens() ?? []).filter { [$0.name].beginning(with: typed) != [] }
        .map { Offer($0.name, note: $0.account) }
    }
  }

  /// Returns the values of a field that begin with the typed text and occur in books.
  func values(of field: BookField, _ typed: String) throws -> [String] {
    try snapshot?.values(of: field, beginningWith: typed, limit: CompletionScript.limit) ?? []
  }

  /// Returns the saved searches whose names begin with the typed text.
  func savedSearches(_ typed: String) throws -> [Offer] {
    let searches = try snapshot?.savedSearches() ?? []
    return searches.filter { [$0.name].beginning(with: typed) != [] }.map { Offer($0.name, note: $0.query) }
  }

  func searchNames(_ typed: String) throws -> [(name: String, note: String)] {
    try savedSearches(typed).map { ($0.word, $0.note) }
  }

  func sourceNames(_ typed: String) throws -> [(name: String, note: String)] {
    try sources(typed) { _ in true }.map { ($0.word, $0.note) }
  }

  func sources(_ typed: String, where isMeant: (CatalogSource) -> Bool) throws -> [Offer] {
    let sources = try snapshot?.sources().filter(isMeant) ?? []
    return sources.filter { [$0.name].beginning(with: typed) != [] }.map { Offer($0.name, note: $0.kind.rawValue) }
  }

  func words(_ words: [String], _ typed: String) -> [Offer] { words.beginning(with: typed).map { Offer($0) } }

  /// Returns the names of fields as the user would type them on the command line.
  func fieldNames(where isMeant: (BookField) -> Bool) -> [String] {
    (BookField.allCases + own.shown.map(\.field)).filter(isMeant).map(own.typedName)
  }

  /// Returns the titles that begin with the typed text. A number is not completed, because it identifies a book. A word
  /// with a leading dash is not completed, because it is an option.
  private func books(_ typed: String) throws -> [Offer] {
    guard !typed.isEmpty, !typed.hasPrefix("-"), !typed.isDigits else { return [] }
    return try values(of: .title, typed).filter { !$0.hasPrefix("-") }.map { Offer($0) }
  }

  /// Completes the last of several comma-separated words. Words already in the list are not offered again.
  private func items(_ words: [String], _ typed: String) -> [Offer] {
    let parts = typed.split(separator: ",", omittingEmptySubsequences: false)
    let head = parts.dropLast().map { "\($0)," }.joined()
    let rest = words.filter { word in !parts.dropLast().contains { $0 == word } }
    return rest.beginning(with: String(parts.last ?? "")).map { Offer(head + $0) }
  }

  private func signedTags(_ typed: String) throws -> [Offer] {
    let prefix = typed.hasPrefix("+") || typed.hasPrefix("-") ? String(typed.prefix(1)) : ""
    return try values(of: .tags, String(typed.dropFirst(prefix.count)))
      .filter { prefix.isEmpty ? !Self.begins($0, with: "+-") : prefix == "+" || !Self.isOption(prefix + $0) }
      .map { Offer(prefix + $0) }
  }

  /// Returns true if the command line would read the word as an option: a dash and one letter, or two leading dashes.
  private static func isOption(_ word: String) -> Bool {
    word.unicodeScalars.starts(with: "--".unicodeScalars)
      || word.unicodeScalars.count == 2 && word.unicodeScalars.allSatisfy(\.isASCII)
  }

  private static func begins(_ word: String, with characters: String) -> Bool {
    word.unicodeScalars.first.map(characters.unicodeScalars.contains) ?? false
  }

  private func renamed(_ typed: String) throws -> [Offer] {
    guard let subject = before.first, let grouping = BookGrouping(rawValue: subject), grouping != .year,
      let field = BookField(named: subject)
    else { return [] }
    return try values(of: field, typed).filter { !Self.begins($0, with: "-") }.map { Offer($0) }
  }

  private func steps(_ steps: [HistoryStep], _ typed: String) throws -> [Offer] {
    steps.filter { String($0.id).hasPrefix(typed) }.map { Offer(String($0.id), note: $0.summary) }
  }
}
