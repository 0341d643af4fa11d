import Catalog
import CatalogModel
import CatalogSources

/// A field of a book in a form, with what was seen of it: by that the server knows whether somebody else has changed it since.
struct FieldInput {
  let field: BookField
  /// What it shows, as it is typed.
  var text: String
  /// What was seen of it, in the same form.
  var seen: String
  let own: OwnFields
  /// Whether what is typed comes here when the page is there.
  var isFirst = false

  /// A field as a book has it.
  init(_ field: BookField, of book: Book, own: OwnFields) {
    (self.field, text, self.own) = (field, book[field]?.typedText ?? "", own)
    seen = text
  }

  /// An empty field, of a book that is to be added.
  init(_ field: BookField, own: OwnFields) { (self.field, text, seen, self.own) = (field, "", "", own) }

  /// What it is called in the form.
  var name: String { own.name(of: field) }
  private var definition: FieldDefinition { own.definition(of: field) }

  /// Writes a label, what is typed into, and how that is written.
  ///
  /// - Parameter hasSeen: whether what was seen goes along.
  func write(hasSeen: Bool, to html: inout HTMLWriter) {
    html.element(.div, .classes("input")) { html in
      html.element(
        .label, .with(.forID, "f-\(name)"), text: field.isOwn ? own.words(of: field) : ShownFields.words(of: field))
      input(&html)
      if hasSeen {
        html.hidden(BookEdit.seenPrefix + name, seen)
      }
      if !isPlain, !definition.help.isEmpty { html.element(.small, text: definition.help) }
    }
    html.line()
  }

  /// Whether nothing needs to be said of how it is written.
  private var isPlain: Bool {
    switch definition.kind {
    case .line, .text, .vocabulary, .flag: field != .language
    default: false
    }
  }

  private func input(_ html: inout HTMLWriter) {
    switch definition.kind {
    case .text:
      // The first end of a line in a text area is no part of what stands there (HTML, section 13.1.2.5).
      html.element(
        .textarea, .id("f-\(name)"), .with(.name, name), .with(.rows, "6"),
        text: text.hasPrefix("\n") ? "\n" + text : text)
    case .vocabulary(let vocabulary): choice(vocabulary.words, &html)
    case .flag: choice(["yes", "no"], &html)
    case .integer: line(&html, .with(.inputmode, "numeric"))
    case .decimal, .number: line(&html, .with(.inputmode, "decimal"))
    default: line(&html)
    }
  }

  private func line(_ html: inout HTMLWriter, _ mode: HTMLAttribute = .with(.inputmode, "text")) {
    let more = isFirst ? [HTMLAttribute.with(.autofocus, "autofocus")] : []
    html.void(
      .input,
      [
        .id("f-\(name)"), .with(.name, name), .with(.type, "text"), .with(.value, text), mode,
        .with(.autocomplete, "off"),
      ] + more)
  }

  private func choice(_ words: [String], _ html: inout HTMLWriter) {
    html.element(.select, .id("f-\(name)"), .with(.name, name)) { html in
      if definition.whyRequired == nil { html.option("", value: "", []) }
      for word in words {
        html.option(word, value: word, word == text ? [.with(.selected, "selected")] : [])
      }
    }
  }
}

extension RefusedForm {
  /// Returns a field as it was typed, with what was seen of it then; as it is if the form did not have it.
  func input(_ field: FieldInput) -> FieldInput {
    guard let typed = form[field.name] else { return field }
    var field = field
    field.text = typed
    field.seen = form[BookEdit.seenPrefix + field.name] ?? field.seen
    return field
  }
}
