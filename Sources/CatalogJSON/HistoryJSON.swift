import Catalog
import CatalogSources

/// Steps of the history as JSON; see `history --json` in docs/json.md.
package enum HistoryJSON {
  /// Writes a step and its changes to one book.
  package static func write(
    _ step: HistoryStep, _ changes: [HistoryChange], _ own: OwnFields, to json: inout JSONWriter
  ) {
    json.object { json in
      writeMembers(of: step, to: &json)
      write(changes, own, to: &json)
    }
  }

  /// Writes a step and its changes to each book.
  package static func write(_ changes: StepChanges, _ own: OwnFields, to json: inout JSONWriter) {
    json.object { json in
      writeMembers(of: changes.step, to: &json)
      json.member("bookCount", changes.bookCount)
      json.array("books") { json in
        for book in changes.books {
          json.object { json in
            json.member("id", book.id)
            json.member("title", book.title)
            write(book.changes, own, to: &json)
          }
        }
      }
    }
  }

  /// Writes the keys that all steps have.
  private static func writeMembers(of step: HistoryStep, to json: inout JSONWriter) {
    json.member("step", step.id)
    json.member("at", step.at.rfc3339)
    json.member("kind", step.kind.rawValue)
    json.member("summary", step.summary)
    json.member("byItself", step.isByItself)
    json.member("person", step.person?.name)
    json.member("command", step.command)
    json.member("undone", step.state == .undone || step.state == .overtaken)
    json.member("partly", step.state == .partlyUndone || step.state == .partlyRedone)
  }

  private static func write(_ changes: [HistoryChange], _ own: OwnFields, to json: inout JSONWriter) {
    json.array("changes") { json in
      for change in changes {
        json.object { json in
          json.member("subject", change.subject.text { own.name(of: $0) })
          json.member("old", change.old)
          json.member("new", change.new)
        }
      }
    }
  }
}
