// The fields that the user makes.

extension CatalogTransaction {
  /// Makes a field of the user's own, as one step.
  ///
  /// - Parameters:
  ///   - name: letters, digits, hyphens and underscores, at most 200 bytes; of no other field, whatever the case.
  ///   - kind: what it holds; that never changes.
  ///   - choices: of ``OwnField/Kind/choice`` its words, at most 500 of at most 200 bytes.
  /// - Throws: ``InvalidValue`` for a name that another field has or none can have, words that do not fit, or when there are
  ///   ``OwnField/limit`` fields already.
  @discardableResult
  public func addField(_ name: String, _ kind: OwnField.Kind, choices: [String] = []) throws -> OwnField {
    try fieldEditor.add(name, kind, choices: choices)
  }

  /// Gives a field of the user's own another name, as one step. Its values stay, and saved searches that ask for it do so by
  /// its new name; one that would be too long by that stays as it is.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField``; ``InvalidValue`` for a name that it cannot have.
  @discardableResult
  public func renameField(_ name: String, to newName: String) throws -> OwnField {
    let renaming = FieldRenaming(old: try fieldEditor.field(named: name).name, new: try OwnField.checked(name: newName))
    let searches = try snapshot.savedSearches().compactMap { search in renaming.search(search).map { (search, $0) } }
    return try fieldEditor.rename(name, to: newName, in: searches)
  }

  /// Gives a field of choices other words, as one step. Books whose value is none of them keep it until it is changed.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField``; ``InvalidValue`` for a field of another kind, or words that do not fit.
  @discardableResult
  public func setChoices(_ choices: [String], of name: String) throws -> OwnField {
    try fieldEditor.set(choices: choices, of: name)
  }

  /// Takes a field of the user's own away, as one step. Its values stay in the books, unseen, so that undoing the step
  /// brings them back.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField``.
  @discardableResult
  public func removeField(_ name: String) throws -> OwnField { try fieldEditor.remove(name) }

  private var fieldEditor: OwnFieldEditor {
    get throws { OwnFieldEditor(connection: try snapshot.connection, now: now, scope: scope) }
  }
}

extension BookCatalog {
  /// The fields of the user's own.
  public func fields() async throws -> OwnFields { try await read { try $0.fields() } }

  /// Makes a field of the user's own (``CatalogTransaction/addField(_:_:choices:)``).
  ///
  /// ```swift
  /// let shelf = try await catalog.addField("shelf", .text)
  /// try await catalog.edit(book.id) { $0[shelf] = .text("attic") }
  /// ```
  @discardableResult
  public func addField(_ name: String, _ kind: OwnField.Kind, choices: [String] = []) async throws -> OwnField {
    try await write { try $0.addField(name, kind, choices: choices) }
  }

  /// Gives a field of the user's own another name (``CatalogTransaction/renameField(_:to:)``).
  @discardableResult
  public func renameField(_ name: String, to newName: String) async throws -> OwnField {
    try await write { try $0.renameField(name, to: newName) }
  }

  /// Takes a field of the user's own away (``CatalogTransaction/removeField(_:)``).
  @discardableResult
  public func removeField(_ name: String) async throws -> OwnField { try await write { try $0.removeField(name) } }
}

extension CatalogSnapshot {
  /// The fields of the user's own.
  public func fields() throws -> OwnFields { try OwnFieldTable(connection: connection).all() }
}
