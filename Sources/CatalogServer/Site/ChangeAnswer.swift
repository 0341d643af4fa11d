import Catalog
import CatalogJSON
import CatalogSources

/// The response to a change. A form gets a redirect to a page that reports the step, and a program gets a JSON
/// document.
struct ChangeAnswer: Sendable {
  let request: RoutedRequest

  /// Redirects to a page.
  ///
  /// - Parameters:
  ///   - path: The components of the page's path, without the base path.
  ///   - step: The step that the request made; `nil` if it made no step.
  func page(
    _ path: [String], query: [(name: String, value: String)] = [], step: HistoryStep.ID? = nil
  ) -> Response {
    let step = step.map { StepReference.text(of: $0, for: request.viewer) }
    let items = step.map { [(name: PageContext.stepParameter, value: $0)] } ?? []
    return .leading(to: PageAddress(basePath: request.basePath, path: path, query: query + items).text)
  }

  /// Reports the outcome of a change, as a page or a document.
  func response(_ outcome: ChangeOutcome, at path: [String]) -> Response {
    guard request.format == .html else { return document(outcome) }
    // The page of a book leads back to the list from which the book was opened.
    return page(path, query: path.first == "book" ? request.list.items : [], step: outcome.step)
  }

  /// Reports the outcome of a change as a document.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields, for a dry run; `nil` for a real change. For a dry run, the document contains the
  ///     differences that the change would make.
  ///   - preview: The fingerprint of the dry run; by default, that of a bulk edit.
  func document(_ outcome: ChangeOutcome, tried own: OwnFields? = nil, preview: String? = nil) -> Response {
    object { json in
      ChangeJSON.writeMembers(books: outcome.books, to: &json)
      json.member("step", own == nil ? shown(outcome.step) : nil)
      json.member("summary", outcome.summary)
      json.key("doubts")
      json.strings(outcome.doubts)
      if let own {
        json.member("preview", preview ?? BulkEdit.preview(of: outcome))
        ChangeJSON.writeDifferences(outcome.differences, own, to: &json)
      }
    }
  }

  /// Reports the outcome of an undo or redo.
  func document(_ outcome: ReplayOutcome) -> Response {
    object { json in
      ChangeJSON.writeMembers(books: outcome.books, to: &json)
      json.member("step", shown(outcome.step.id))
      json.member("summary", outcome.step.summary)
      json.key("left")
      json.strings(outcome.left.map(\.description))
    }
  }

  /// Returns the number of a step, if the viewer may see it.
  private func shown(_ step: HistoryStep.ID?) -> HistoryStep.ID? { request.viewer.seesStepNumbers ? step : nil }

  /// Reports whether a person's reviews are shared with others.
  func document(showsReviews: Bool) -> Response { object { $0.member("shown", showsReviews) } }

  /// Reports the owner's decision about covers.
  func document(fetchesCovers: Bool) -> Response { object { $0.member("fetch", fetchesCovers) } }

  /// Reports a source and its state.
  func document(_ source: CatalogSource) -> Response {
    object { json in
      json.member("name", source.name)
      json.member("kind", source.kind.rawValue)
      json.member("location", request.viewer.shown(source).location)
      json.member("paused", source.state == .paused)
    }
  }

  /// Returns a JSON document that is not cached.
  func document(_ write: (inout JSONWriter) -> Void) -> Response {
    var json = JSONWriter(layout: .compact)
    write(&json)
    json.endLine()
    var response = Response(json.bytes, type: Format.json.type)
    response.fields.set("Cache-Control", "no-store")
    return response
  }

  private func object(_ write: (inout JSONWriter) -> Void) -> Response {
    document { json in
      json.object { json in
        write(&json)
      }
    }
  }
}
