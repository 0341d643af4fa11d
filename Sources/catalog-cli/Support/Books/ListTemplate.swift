import Catalog
import CommandLineKit

/// What is printed of each book where somebody says it: `{title} ({year})`.
struct ListTemplate {
  private enum Part {
    case text(String)
    case value(name: String)
  }

  private let parts: [Part]

  /// - Parameter text: names of values in braces; `{{` and `}}` are braces, `\t`, `\n` and `\\` a tab, a line break and a
  ///   backslash.
  /// - Throws: ``ValidationError`` for a brace that is not closed, or has no name in it.
  init(_ text: String) throws {
    var (parts, literal) = ([Part](), String.UnicodeScalarView())
    // Scalars: beside a combining mark a brace is no `Character` of its own.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("{", "{"), ("}", "}"):
        literal.append(scalar)
        rest.removeFirst()
      case ("{", _):
        guard let end = rest.firstIndex(of: "}") else {
          throw ValidationError("\(quoted(text)) has a '{' without a '}' behind it; a brace itself is '{{'")
        }
        let name = String(rest[..<end]).trimmed()
        if name.isEmpty {
          throw ValidationError("\(quoted(text)) has braces without a name in them; a brace itself is '{{'")
        }
        parts += [.text(String(literal)), .value(name: name)]
        literal = String.UnicodeScalarView()
        rest = rest[end...].dropFirst()
      case ("\\", "t"?), ("\\", "n"?), ("\\", "\\"?):
        literal.append(rest.first == "t" ? "\t" : rest.first == "n" ? "\n" : "\\")
        rest.removeFirst()
      default: literal.append(scalar)
      }
    }
    self.parts = parts + [.text(String(literal))]
  }

  /// Whether it names anything that not every catalog has.
  var hasOwn: Bool {
    parts.contains { if case .value(let name) = $0 { ListValue(named: name) == nil } else { false } }
  }

  /// What makes the lines of books of a catalog.
  ///
  /// - Throws: ``ValidationError`` for a name that nothing has, with the nearest.
  func lines(_ own: OwnFields) throws -> ListTemplateLines {
    ListTemplateLines(
      parts: try parts.map { part in
        switch part {
        case .text(let text): return .text(text)
        case .value(let name):
          if let value = ListValue(named: name, own) { return .value(value) }
          throw ValidationError(unknown: "field", name, known: ListValue.names(with: own))
        }
      })
  }
}

/// A template whose names a catalog knows.
struct ListTemplateLines {
  fileprivate enum Part {
    case text(String)
    case value(ListValue)
  }

  fileprivate let parts: [Part]

  /// What is said of a book, with the end of its line.
  ///
  /// - Parameter isTerminal: whether what a terminal would obey is made visible in values.
  func line(of book: Book, isTerminal: Bool) -> String {
    parts.reduce(into: "") { line, part in
      switch part {
      case .text(let text): line += text
      case .value(let value):
        let text = value.text(of: book)
        line += isTerminal ? VisibleText.forTerminal(text, keepingLineBreaks: true) : text
      }
    } + "\n"
  }
}
