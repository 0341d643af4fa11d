import Catalog
import CatalogModel

// Changes to the catalog on behalf of requests. The server makes all changes here, so that no route can skip the
// permission checks.

extension ServedCatalog {
  /// Changes the catalog for a request in one transaction, and responds once the change is stored.
  ///
  /// - Parameters:
  ///   - isDryRun: True for a dry run, which rolls the change back.
  ///   - change: Makes the change within the limits of the view. Called on a thread that may block.
  ///   - respond: Makes the response from the result.
  /// - Throws: ``Problem``, 403 if the viewer may not change anything.
  func change<Value: Sendable>(
    _ request: RoutedRequest, isDryRun: Bool = false,
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
            if isDryRun { throw Trial(value: value) }
            return value
          }
          return try respond(value)
        } catch let dryRun as Trial<Value> { return try respond(dryRun.value) }
      } catch { throw Self.reported(error, to: viewer) }
    }
  }

  /// Undoes or redoes steps for a request, and responds once the result is stored.
  func replay(
    _ request: RoutedRequest, _ replay: @escaping @Sendable (BookCatalog) async throws -> ReplayOutcome,
    respond: @escaping @Sendable (ReplayOutcome) throws -> Response
  ) throws -> Answer {
    let viewer = request.viewer
    try request.requireChanger()
    return .later {
      do { return try respond(try await replay(catalog(for: viewer))) } catch { throw Self.reported(error, to: viewer) }
    }
  }
}

/// An error that rolls back the transaction of a dry run. It contains the result of the dry run.
private struct Trial<Value: Sendable>: Error {
  let value: Value
}

extension ServedView {
  /// Refuses changes to fields that the viewer may not edit: values that belong to others, private values, and
  /// references to files on this machine.
  ///
  /// - Throws: ``Problem``, 403.
  func requireMayChange(_ fields: some Sequence<BookField>) throws(Problem) {
    for field in fields where !EditableFields.contains(field, for: viewer) {
      throw Problem(403, detail: EditableFields.refusal(of: field))
    }
  }
}

extension RoutedRequest {
  /// Refuses viewers who may not change anything.
  ///
  /// - Throws: ``Problem``, 403, with a remedy.
  func requireChanger() throws(Problem) {
    guard viewer.mayChange else { throw .mayNotChange(self) }
  }

  /// Refuses viewers who may not change the shared data of books.
  ///
  /// - Throws: ``Problem``, 403, with a remedy.
  func requireEditor() throws(Problem) {
    try requireChanger()
    guard viewer.mayEdit else { throw Problem(403, detail: EditableFields.editorsOnly) }
  }

  /// Refuses viewers other than owners. Routes call it if the response reveals personal values, or if the request
  /// affects anything outside the catalog.
  ///
  /// - Throws: ``Problem``, 403.
  func requireOwner() throws(Problem) {
    try requireEditor()
    guard viewer.role == .owner else { throw Problem(403, detail: "Only owners of the catalog can do this.") }
  }
}

extension Problem {
  /// Returns the reason why a viewer may not change anything, with a remedy.
  fileprivate static func mayNotChange(_ request: RoutedRequest) -> Problem {
    if request.viewer.audience.fields == .publicOnly, !request.request.client.isSecure {
      return Problem(
        403,
        detail: """
          The catalog cannot be changed over an unencrypted connection. Use HTTPS. The server's owner can set up a \
          certificate or a trusted proxy.
          """)
    }
    return Problem(403, detail: "You can only read this catalog. Its owner has not allowed you to change it.")
  }
}
