// Custom fields, which the user creates.

extension CatalogTransaction {
  /// Creates a custom field, as one step.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, hyphens and underscores, at most 200 bytes, unique among fields regardless of case.
  ///   - kind: The type of the field's values, which cannot be changed later.
  ///   - choices: For a field of the kind ``OwnField/Kind/choice``, its choices: at most 500, each of at most 200
  ///     bytes.
  /// - Throws: ``InvalidValue`` if the name is invalid or taken, if the choices are invalid, or if there are already
  ///   ``OwnField/limit`` fields.
  @discardableResult
  public func addField(_ name: String, _ kind: OwnField.Kind, choices: [String] = []) throws -> OwnField {
    try fieldEditor.add(name, kind, choices: choices)
  }

  /// Renames a custom field, as one step. Books keep their values. Saved searches that use the field are updated to the
  /// new name, unless they would become too long.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField``; ``InvalidValue`` if the name is invalid or taken.
  @discardableResult
  public func renameField(_ name: String, to newName: String) throws -> OwnField {
    let renaming = FieldRenaming(old: try fieldEditor.field(named: name).name, new: try OwnField.checked(name: newName))
    let searches = try whole.savedSearches().compactMap { search in renaming.search(search).map { (search, $0) } }
    return try fieldEditor.rename(name, to: newName, in: searches)
  }

  /// Replaces the choices of a field, as one step. A book whose value is no longer a choice keeps the value until it is
  /// edited.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField``; ``InvalidValue`` if the field is not of the kind
  ///   ``OwnField/Kind/choice``, or if the choices are invalid.
  @discardableResult
  public func setChoices(_ choices: [String], of name: String) throws -> OwnField {
    try fieldEditor.set(choices: choices, of: name)
  }

  /// Removes a custom field, as one step. The values in books are hidden but kept, so that undoing the step restores
  /// them.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField``.
  @discardableResult
  public func removeField(_ name: String) throws -> OwnField { try fieldEditor.remove(name) }

  private var fieldEditor: OwnFieldEditor {
    get throws { OwnFieldEditor(connection: try snapshot.connection, now: now, scope: scope) }
  }
}

extension BookCatalog {
  /// Returns the custom fields.
  ///
  /// ```swift
  /// if let shelf = try await catalog.fields()["shelf"] { print(book[shelf]?.description ?? "no shelf") }
  /// ```
  public func fields() async throws -> OwnFields { try await read { try $0.fields() } }

  /// Creates a custom field (``CatalogTransaction/addField(_:_:choices:)``).
  ///
  /// ```swift
  /// let shelf = try await catalog.addField("shelf", .text)
  /// try await catalog.edit(book.id) { $0[shelf] = .text("attic") }
  /// ```
  @discardableResult
  public func addField(_ name: String, _ kind: OwnField.Kind, choices: [String] = []) async throws -> OwnField {
    try await write { try $0.addField(name, kind, choices: choices) }
  }

  /// Renames a custom field (``CatalogTransaction/renameField(_:to:)``).
  @discardableResult
  public func renameField(_ name: String, to newName: String) async throws -> OwnField {
    try await write { try $0.renameField(name, to: newName) }
  }

  /// Removes a custom field (``CatalogTransaction/removeField(_:)``).
  @discardableResult
  public func removeField(_ name: String) async throws -> OwnField { try await write { try $0.removeField(name) } }
}

extension CatalogSnapshot {
  /// Returns the custom fields that the audience may see.
  public func fields() throws -> OwnFields {
    audience.fields == .everything ? try OwnFieldTable(connection: connection).all() : OwnFields()
  }
}
