import Catalog
import CatalogModel
import CatalogSources

/// The input for a field of a book in a form. It includes the value that the viewer saw, which the server compares with
/// the current value to detect concurrent changes.
struct FieldInput {
  let field: BookField
  /// The value of the input, in the notation that users type.
  var text: String
  /// The value that the viewer saw, in the same notation.
  var seen: String
  let own: OwnFields
  /// True to choose a rating from stars instead of typing a number.
  var hasStars = false
  /// True if the input has the focus when the page opens.
  var isFirst = false

  /// Creates the input for a field of a book.
  init(_ field: BookField, of book: Book, own: OwnFields) {
    (self.field, text, self.own) = (field, book[field]?.typedText ?? "", own)
    seen = text
  }

  /// Creates an empty input for a book to add.
  init(_ field: BookField, own: OwnFields) { (self.field, text, seen, self.own) = (field, "", "", own) }

  /// The name of the input in the form.
  var name: String { own.name(of: field) }
  private var definition: FieldDefinition { own.definition(of: field) }

  /// Writes the label, the input, and help on its notation.
  ///
  /// - Parameter hasSeen: True to include the value that the viewer saw.
  func write(hasSeen: Bool, to html: inout HTMLWriter) {
    html.element(.div, .classes("input")) { html in
      html.element(
        .label, .with(.forID, "f-\(name)"), text: own.label(of: field))
      input(&html)
      if hasSeen {
        html.hidden(BookEdit.seenPrefix + name, seen)
      }
      if !isPlain, !hasStars, !definition.help.isEmpty { html.element(.small, text: definition.help) }
    }
    html.line()
  }

  /// True if the notation needs no explanation.
  private var isPlain: Bool {
    switch definition.kind {
    case .line, .text, .vocabulary, .flag: field != .language
    default: false
    }
  }

  private func input(_ html: inout HTMLWriter) {
    switch definition.kind {
    case _ where hasStars: stars(&html)
    case .text:
      // Browsers drop a line break at the beginning of a text area, so write it twice (HTML, section 13.1.2.5).
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

  private func stars(_ html: inout HTMLWriter) {
    html.element(.select, .id("f-\(name)"), .with(.name, name)) { html in
      html.option("No rating", value: "", [])
      let halves = (1...10).reversed().map { (Double($0) / 2).shortest }
      // A rating between two half stars, such as 3.7, keeps its value.
      for value in (text.isEmpty || halves.contains(text) ? halves : [text] + halves) {
        let stars = Double(value).map(HTMLWriter.stars) ?? ""
        html.option("\(stars) \(value)", value: value, value == text ? [.with(.selected, "selected")] : [])
      }
    }
  }

  private func choice(_ words: [String], _ html: inout HTMLWriter) {
    html.element(.select, .id("f-\(name)"), .with(.name, name)) { html in
      if definition.whyRequired == nil { html.option("", value: "", []) }
      for word in words {
        let label = field == .readState ? ReadState(rawValue: word)?.label : nil
        html.option(label ?? word, value: word, word == text ? [.with(.selected, "selected")] : [])
      }
    }
  }
}

extension RefusedForm {
  /// Returns a copy of an input with the values from this form: the value that was typed, and the value that the viewer
  /// saw. Returns the input unchanged if the form does not contain its field.
  func input(_ field: FieldInput) -> FieldInput {
    guard let typed = form[field.name] else { return field }
    var field = field
    field.text = typed
    field.seen = form[BookEdit.seenPrefix + field.name] ?? field.seen
    return field
  }
}
