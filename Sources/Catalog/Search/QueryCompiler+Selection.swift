extension QueryCompiler {
  /// What a list needs of a query.
  func selection(for query: Query) throws -> BookSelection {
    let matcher = try QueryMatcher(query, connection: connection)
    return BookSelection(indexed: try indexed(query), contains: matcher.finds)
  }

  private func indexed(_ query: Query) throws -> IndexedBooks {
    switch query {
    case .everything: .all([])
    case .nothing: .any([])
    case .all(let parts): try all(parts)
    case .any(let parts): try any(parts)
    case .not(let part): .not(try indexed(part))
    default:
      if let expression = try expression(query) {
        .rows(.init(matching: expression))
      } else {
        .rows(.init(try filter(for: query)))
      }
    }
  }

  /// What the search index can tell becomes one query of it, which leaves out what it also can tell.
  private func all(_ parts: [Query]) throws -> IndexedBooks {
    var (wanted, excluded): ([String], [String]) = ([], [])
    var others: [IndexedBooks] = []
    for part in parts where part != .everything {
      if let expression = try expression(part) {
        wanted.append("(\(expression))")
      } else if case .not(let part) = part, let expression = try expression(part) {
        excluded.append("(\(expression))")
      } else {
        others.append(try indexed(part))
      }
    }
    let exclusion = excluded.joined(separator: " OR ")
    if !wanted.isEmpty {
      let both = wanted.joined(separator: " AND ")
      others.insert(.rows(.init(matching: excluded.isEmpty ? both : "(\(both)) NOT (\(exclusion))")), at: 0)
    } else if !excluded.isEmpty {
      others.append(.not(.rows(.init(matching: exclusion))))
    }
    return others.count == 1 ? others[0] : .all(others)
  }

  private func any(_ parts: [Query]) throws -> IndexedBooks {
    var wanted: [String] = []
    var others: [IndexedBooks] = []
    for part in parts {
      if let expression = try expression(part) {
        wanted.append("(\(expression))")
      } else {
        others.append(try indexed(part))
      }
    }
    if !wanted.isEmpty { others.insert(.rows(.init(matching: wanted.joined(separator: " OR "))), at: 0) }
    return others.count == 1 ? others[0] : .any(others)
  }

  private func expression(_ query: Query) throws -> String? {
    query == .everything ? nil : try MatchExpression(connection: connection).expression(query)
  }
}
