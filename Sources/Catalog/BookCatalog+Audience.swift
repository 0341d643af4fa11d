extension BookCatalog {
  /// Returns a copy of this catalog for an audience. Everything that is read through the copy is limited to what the
  /// audience may see: books, queries, orders, counts, groups, statistics, values, saved searches, live lists and
  /// changes.
  ///
  /// ```swift
  /// let visitors = try catalog.seen(by: Audience(fields: .publicOnly, books: .found(by: "-tag:private")))
  /// let page = try await visitors.page(matching: "author:herbert")
  /// ```
  ///
  /// Hidden books and fields are treated as if they did not exist. Methods for data that only the owner may see, such
  /// as histories, provenance, conflicts and sources, throw ``CatalogError/Code/privateData``. So do queries that use
  /// hidden fields. If the query that finds the visible books has become ambiguous, for example because a saved search
  /// that it names was deleted, no books are visible.
  ///
  /// An audience limits what is read, but neither changes nor the maintenance of the file. Check whether people may
  /// change a book before you change it for them. Steps made through the copy are recorded as those of the audience's
  /// person. If the audience has no person, the person who acts through this catalog keeps acting (``acting(as:)``).
  ///
  /// - Throws: ``InvalidValue`` if the name of the audience's person is invalid.
  public func seen(by audience: Audience) throws -> BookCatalog {
    var audience = audience
    audience.person = try audience.person.map(Person.checked)
    return with(audience: audience) { origin in
      origin.person = audience.person ?? origin.person
      origin.hasOwnMarks = audience.person != nil
    }
  }

  /// Returns a copy of this catalog for another person, with that person's own read states, reading dates, ratings,
  /// reviews and notes in place of the owner's. Books, queries, orders, facets and statistics all use these values.
  /// Changes to these fields affect nobody else. Owned copies, custom fields and times added remain the owner's. Steps
  /// made through the copy are recorded as that person's (``acting(as:)``).
  ///
  /// ```swift
  /// let annas = try catalog.seen(by: "Anna")
  /// try await annas.edit(7) { $0.rating = 5 }
  /// let page = try await annas.page(BookQuery("is:unread", order: .rating.descending))
  /// ```
  ///
  /// The person may see everything. To show less, use ``seen(by:)-(Audience)``.
  ///
  /// - Parameter name: The person's name, with the same rules as in ``acting(as:)``.
  /// - Throws: ``InvalidValue`` if the name is invalid.
  public func seen(by name: String) throws -> BookCatalog { try seen(by: Audience(person: name)) }

  /// Returns a copy of this catalog through which another person acts. Steps made through the copy, including imports
  /// and requested refreshes, are recorded as steps of that person (``HistoryStep/person``). `undo` and `redo` then
  /// cover only that person's steps. Everything else is shared, including ratings and other personal fields. For a
  /// person with their own values in these fields, use ``seen(by:)-(String)``.
  ///
  /// ```swift
  /// let annas = try catalog.acting(as: "Anna")
  /// try await annas.edit(7) { $0.title = "Dune" }
  /// try await catalog.edit(8) { $0.title = "Emma" }
  /// try await annas.undo()
  /// ```
  ///
  /// The copy shows the same books and fields as this catalog, with the owner's personal values. If it
  /// shows a person's own words besides public fields, the copy shows only public fields.
  ///
  /// - Parameter name: The person's name: one line of 1 to 100 bytes of UTF-8, compared exactly. A new name is added to
  ///   the catalog with the person's first step.
  /// - Throws: ``InvalidValue`` if the name is invalid.
  public func acting(as name: String) throws -> BookCatalog {
    var owners = audience
    owners.person = nil
    // The words that were a person's own would be the owner's.
    if audience.person != nil, audience.fields == .ownWords { owners.fields = .publicOnly }
    return try seen(by: owners).with { $0.person = try Person.checked(name: name) }
  }

  /// The name of the person who acts through this object, or `nil` for the owner.
  public var person: String? { database.origin.person }
}
