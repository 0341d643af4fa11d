import Catalog
import CommandLineKit

/// A user's template for the lines of a list, such as `{title} ({year})`.
struct ListTemplate {
  private enum Part {
    case text(String)
    case value(name: String)
  }

  private let parts: [Part]

  /// Parses a template.
  ///
  /// - Parameter text: A text that contains names of values in braces. `{{` and `}}` are literal braces; `\t`, `\n` and
  ///   `\\` are a tab, a line break and a backslash.
  /// - Throws: ``ValidationError`` for a brace that is not closed, or for empty braces.
  init(_ text: String) throws {
    var (parts, literal) = ([Part](), String.UnicodeScalarView())
    // Reads one Unicode scalar at a time, because a brace and a following combining mark form a single `Character`.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("{", "{"), ("}", "}"):
        literal.append(scalar)
        rest.removeFirst()
      case ("{", _):
        guard let end = rest.firstIndex(of: "}") else {
          throw ValidationError("missing '}' after '{' in \(quoted(text)); for a literal brace, use '{{'")
        }
        let name = String(rest[..<end]).trimmed()
        if name.isEmpty {
          throw ValidationError("empty braces in \(quoted(text)); for a literal brace, use '{{'")
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

  /// True if the template contains a name that is not built in, which may then be the name of a user-defined field.
  var hasOwn: Bool {
    parts.contains { if case .value(let name) = $0 { ListValue(named: name) == nil } else { false } }
  }

  /// Returns the template with its names resolved for a catalog.
  ///
  /// - Throws: ``ValidationError`` for an unknown name. The message suggests the most similar known name.
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

/// A template whose names have been resolved for one catalog.
struct ListTemplateLines {
  fileprivate enum Part {
    case text(String)
    case value(ListValue)
  }

  fileprivate let parts: [Part]

  /// Returns the line to print for a book, including its line break.
  ///
  /// - Parameter isTerminal: True to make control characters in values visible.
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
