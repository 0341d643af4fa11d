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
  /// True if the input has the focus when the page opens.
  var isFirst = false
  /// The reason why the value was refused; `nil` if it was not.
  var problem: String?

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
      if let problem { html.element(.small, .id("e-\(name)"), .classes("invalid"), text: problem) }
      if !isPlain, !definition.help.isEmpty { html.element(.small, text: definition.help) }
    }
    html.line()
  }

  /// True if the notation needs no explanation.
  private var isPlain: Bool {
    switch definition.kind {
    case .line, .text, .vocabulary, .flag: field != .language
    default: field == .rating
    }
  }

  private func input(_ html: inout HTMLWriter) {
    switch definition.kind {
    case _ where field == .rating: stars(&html)
    case .text:
      // Browsers drop a line break at the beginning of a text area, so write it twice (HTML, section 13.1.2.5).
      html.element(
        .textarea, [.id("f-\(name)"), .with(.name, name), .with(.rows, "6")] + state
      ) { $0.text(text.hasPrefix("\n") ? "\n" + text : text) }
    case .vocabulary(let vocabulary): choice(vocabulary.words, &html)
    case .flag: choice(["yes", "no"], &html)
    case .integer: line(&html, .with(.inputmode, "numeric"))
    case .decimal, .number: line(&html, .with(.inputmode, "decimal"))
    default: line(&html)
    }
  }

  /// The attributes of an input with the focus, and of one whose value was refused.
  private var state: [HTMLAttribute] {
    (isFirst || problem != nil ? [.with(.autofocus, "autofocus")] : [])
      + (problem != nil ? [.with(.ariaInvalid, "true"), .with(.ariaDescribedby, "e-\(name)")] : [])
  }

  /// True if the catalog has values to suggest while the user types.
  private var isCompleted: Bool {
    switch field {
    case .authors, .series, .publisher, .tags: true
    default: field.isOwn && definition.kind.hasTexts
    }
  }

  /// True if the value is a list of words, each of which the script shows by itself.
  private var isList: Bool {
    switch definition.kind {
    case .names, .tags: true
    default: false
    }
  }

  private func line(_ html: inout HTMLWriter, _ mode: HTMLAttribute = .with(.inputmode, "text")) {
    var more = isCompleted ? [HTMLAttribute.with(.dataComplete, name)] : []
    if isCompleted, isList { more.append(.with(.dataList, "")) }
    if definition.kind == .date { more.append(.with(.dataDay, "")) }
    html.void(
      .input,
      [
        .id("f-\(name)"), .with(.name, name), .with(.type, "text"), .with(.value, text), mode,
        .with(.autocomplete, "off"),
      ] + more + state)
  }

  private func stars(_ html: inout HTMLWriter) {
    html.element(.select, [.id("f-\(name)"), .with(.name, name)] + state) { html in
      html.option(Texts.Reading.noRating, value: "", [])
      let halves = (1...10).reversed().map { (Double($0) / 2).shortest }
      // A rating between two half stars, such as 3.7, keeps its value.
      for value in (text.isEmpty || halves.contains(text) ? halves : [text] + halves) {
        let stars = Double(value).map(HTMLWriter.stars) ?? ""
        html.option("\(stars) \(value)", value: value, value == text ? [.with(.selected, "selected")] : [])
      }
    }
  }

  private func choice(_ words: [String], _ html: inout HTMLWriter) {
    html.element(.select, [.id("f-\(name)"), .with(.name, name)] + state) { html in
      if definition.whyRequired == nil { html.option("", value: "", []) }
      for word in words {
        let label = field == .readState ? ReadState(rawValue: word)?.label : nil
        html.option(label ?? word, value: word, word == text ? [.with(.selected, "selected")] : [])
      }
    }
  }
}

extension RefusedForm {
  /// Returns a copy of an input with the values from this form: the value that was typed, the one that the viewer saw,
  /// and the reason if the value was refused. Returns the input unchanged if the form does not contain its field.
  func input(_ field: FieldInput) -> FieldInput {
    guard let typed = form[field.name] else { return field }
    var field = field
    field.text = typed
    field.seen = form[BookEdit.seenPrefix + field.name] ?? field.seen
    if let subject, field.own.field(named: subject) == field.field { field.problem = reason }
    return field
  }
}
