import Catalog
import CatalogModel
import CatalogSources

/// The page for a change that collides with a change by somebody else. It shows both values of each field, and lets the
/// viewer choose between them.
struct CollisionHTML {
  let context: PageContext
  let collision: EditCollision

  /// Returns the complete page.
  func bytes() throws -> [UInt8] {
    let others = try others()
    let (book, own) = (collision.book, context.view.own)
    return PageFrame(context: context, title: Texts.Collisions.title, section: nil).page { html in
      html.element(.h1, text: Texts.Collisions.heading(book.title))
      html.element(.p, text: Texts.Collisions.explanation)
      html.element(.form, .with(.method, "post"), .action(context.book(book.id, in: context.list)), .classes("edit")) {
        html in
        for side in collision.sides {
          let name = own.name(of: side.field)
          html.element(.section, .classes("pair")) { html in
            html.element(.h2, text: own.label(of: side.field))
            html.element(.dl, .classes("sides")) { html in
              for (words, value) in [
                (Texts.Collisions.yours, side.requested), (Texts.Collisions.current, side.now),
                (Texts.Collisions.before, side.seen),
              ] {
                html.element(.div) { html in
                  html.element(.dt, text: words)
                  html.element(.dd) { $0.paragraphs(value?.description ?? Texts.empty) }
                }
              }
            }
            html.hidden(BookEdit.seenPrefix + name, side.now?.typedText ?? "")
            html.element(.select, .with(.name, name), .with(.ariaLabel, own.label(of: side.field))) { html in
              html.option(
                Texts.Collisions.saveYours, value: side.requested?.typedText ?? "", [.with(.selected, "selected")])
              html.option(Texts.Collisions.keepCurrent, value: side.now?.typedText ?? "", [])
            }
          }
        }
        for other in others {
          html.hidden(other.name, other.value)
        }
        html.element(.p, .classes("buttons")) { html in
          html.element(.button, .with(.type, "submit"), .classes("main"), text: Texts.Action.save)
          html.link(Texts.Collisions.keepAll, to: context.book(book.id, in: context.list))
        }
      }
    }
  }

  /// Returns the changes that do not collide. The form includes these changes, so that they need not be typed again.
  private func others() throws -> [(name: String, value: String)] {
    let decided = collision.sides.map(\.field)
    var fields: [BookField] = []
    for change in collision.edit.changes where !decided.contains(change.field) && !fields.contains(change.field) {
      fields.append(change.field)
    }
    return try fields.flatMap { field in
      let now = collision.book[field]
      let requested = try collision.edit.changes.filter { $0.field == field }.reduce(now) { try $1.value(changing: $0) }
      let name = context.view.own.name(of: field)
      return [(name, requested?.typedText ?? ""), (BookEdit.seenPrefix + name, now?.typedText ?? "")]
    }
  }
}

extension EditCollision {
  /// Returns the collision as a problem for programs (RFC 9457), with both values of each field.
  func document(_ own: OwnFields) -> [UInt8] {
    var json = JSONWriter(layout: .compact)
    json.object { json in
      json.member("type", "about:blank")
      json.member("title", "Conflict")
      json.member("status", 409)
      json.member("detail", "Somebody else has changed these fields since you read them. Nothing was changed.")
      json.array("fields") { json in
        for side in sides {
          json.object { json in
            json.member("field", own.name(of: side.field))
            json.member("seen", side.seen?.typedText)
            json.member("now", side.now?.typedText)
            json.member("yours", side.requested?.typedText)
          }
        }
      }
    }
    json.endLine()
    return json.bytes
  }
}
