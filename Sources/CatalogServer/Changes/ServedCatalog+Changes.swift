import Catalog
import CatalogModel

// How requests change the catalog: nothing of the server changes it otherwise, so that no route can forget who may.

extension ServedCatalog {
  /// Changes the catalog for a request, all or nothing, and answers once that is stored.
  ///
  /// - Parameters:
  ///   - isTrial: whether everything is left as it was, and only told what would be.
  ///   - change: makes the change, which is given what the viewer may see; called on a thread that may wait.
  ///   - respond: makes the answer of what was done.
  /// - Throws: ``Problem``, 403 where the viewer may not change anything.
  func change<Value: Sendable>(
    _ request: RoutedRequest, isTrial: Bool = false,
    _ change: @escaping @Sendable (CatalogTransaction, ServedView) throws -> Value,
    respond: @escaping @Sendable (Value) throws -> Response
  ) throws -> Answer {
    let viewer = request.viewer
    try request.requireChanger()
    return .later {
      do {
        do {
          let value = try await catalog(for: viewer).write { transaction in
            let value = try change(transaction, view(transaction.snapshot, viewer))
            if isTrial { throw Trial(value: value) }
            return value
          }
          return try respond(value)
        } catch let trial as Trial<Value> { return try respond(trial.value) }
      } catch { throw Self.told(error) }
    }
  }

  /// Takes steps back or does them again for a request, and answers once that is stored.
  func replay(
    _ request: RoutedRequest, _ replay: @escaping @Sendable (BookCatalog) async throws -> ReplayOutcome,
    respond: @escaping @Sendable (ReplayOutcome) throws -> Response
  ) throws -> Answer {
    let viewer = request.viewer
    try request.requireChanger()
    return .later {
      do { return try respond(try await replay(catalog(for: viewer))) } catch { throw Self.told(error) }
    }
  }
}

/// Carries what was only tried out of the transaction that is taken back.
private struct Trial<Value: Sendable>: Error {
  let value: Value
}

extension ServedView {
  /// Refuses changes of what is somebody else's own, would tell what is private, or leads to files of this machine.
  ///
  /// - Throws: ``Problem``, 403.
  func requireMayChange(_ fields: some Sequence<BookField>) throws(Problem) {
    for field in fields where !EditableFields.contains(field, for: viewer) {
      throw Problem(403, detail: EditableFields.refusal(of: field))
    }
  }
}

extension RoutedRequest {
  /// Refuses whoever may change nothing.
  ///
  /// - Throws: ``Problem``, 403, with what to do.
  func requireChanger() throws(Problem) {
    guard viewer.mayChange else { throw .mayNotChange(self) }
  }

  /// Refuses whoever may not change what all see of books.
  ///
  /// - Throws: ``Problem``, 403, with what to do.
  func requireEditor() throws(Problem) {
    try requireChanger()
    guard viewer.mayEdit else { throw Problem(403, detail: EditableFields.editorsOnly) }
  }

  /// Refuses what tells of personal values, or reaches beyond the catalog, to all but its owner.
  ///
  /// - Throws: ``Problem``, 403.
  func requireOwner() throws(Problem) {
    try requireEditor()
    guard viewer.role == .owner else { throw Problem(403, detail: "Only an owner of the catalog does this.") }
  }
}

extension Problem {
  /// Why a viewer may change nothing, and what to do.
  fileprivate static func mayNotChange(_ request: RoutedRequest) -> Problem {
    if request.viewer.visibility == .nothingPrivate, !request.request.client.isSecure {
      return Problem(
        403,
        detail: """
          Nothing is changed where others could read along. Ask by https: the server's owner can give it a certificate, or tell it \
          of the proxy in front of it.
          """)
    }
    return Problem(403, detail: "This server shows the catalog, and its owner has not let you change it.")
  }
}
