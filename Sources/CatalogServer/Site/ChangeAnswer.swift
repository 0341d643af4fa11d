import Catalog
import CatalogJSON
import CatalogSources

/// How a change is answered: a form by the page that it leads to, which tells of the step; a program by what changed.
struct ChangeAnswer: Sendable {
  let request: RoutedRequest

  /// Leads to a page.
  ///
  /// - Parameters:
  ///   - path: its parts, without the base path.
  ///   - step: what was done.
  func page(
    _ path: [String], query: [(name: String, value: String)] = [], step: HistoryStep.ID? = nil
  ) -> Response {
    let step = step.map { StepReference.text(of: $0, for: request.viewer) }
    let items = step.map { [(name: PageContext.stepParameter, value: $0)] } ?? []
    return .leading(to: PageAddress(basePath: request.basePath, path: path, query: query + items).text)
  }

  /// Tells what a change did, by a page or as a document.
  func response(_ outcome: ChangeOutcome, at path: [String]) -> Response {
    request.format == .html ? page(path, step: outcome.step) : document(outcome)
  }

  /// Tells what a change did.
  ///
  /// - Parameter own: the fields that the user made, of a change that was only tried: then it is told what fields would show.
  func document(_ outcome: ChangeOutcome, tried own: OwnFields? = nil) -> Response {
    object { json in
      ChangeJSON.writeMembers(books: outcome.books, to: &json)
      json.member("step", own == nil ? shown(outcome.step) : nil)
      json.member("summary", outcome.summary)
      json.key("doubts")
      json.strings(outcome.doubts)
      if let own {
        json.member("preview", BulkEdit.preview(of: outcome))
        ChangeJSON.writeDifferences(outcome.differences, own, to: &json)
      }
    }
  }

  /// Tells what was taken back or done again.
  func document(_ outcome: ReplayOutcome) -> Response {
    object { json in
      ChangeJSON.writeMembers(books: outcome.books, to: &json)
      json.member("step", shown(outcome.step.id))
      json.member("summary", outcome.step.summary)
      json.key("left")
      json.strings(outcome.left.map(\.description))
    }
  }

  /// Returns the number of a step, if the viewer sees it.
  private func shown(_ step: HistoryStep.ID?) -> HistoryStep.ID? { request.viewer.seesStepNumbers ? step : nil }

  /// Tells whether somebody's reviews are shown to others.
  func document(showsReviews: Bool) -> Response { object { $0.member("shown", showsReviews) } }

  /// Tells which source it is, and in which state.
  func document(_ source: CatalogSource) -> Response {
    object { json in
      json.member("name", source.name)
      json.member("kind", source.kind.rawValue)
      json.member("location", request.viewer.shown(source).location)
      json.member("paused", source.state == .paused)
    }
  }

  /// Tells what something came to, as a document.
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
      json.beginObject()
      write(&json)
      json.endObject()
    }
  }
}
