import Catalog
import CatalogSources
import CommandLineKit

/// A book as a text for the user's editor. Each field is a line such as `title=Dune`, with the value as `--set` accepts
/// it. Further lines of a value are indented by two spaces.
struct BookText {
  private static let indent = "  "

  private let heading: [String]
  private let fields: [(name: String, value: String)]

  /// Creates the text of all fields that a user can type, including empty ones.
  init(_ book: Book, own: OwnFields) {
    fields = (ShownFields.typedEdition + ShownFields.reading + [.copies] + own.shown.map(\.field)).map { field in
      (own.typedName(of: field), book[field]?.typedText ?? "")
    }
    heading = [
      "# Book \(book.id): \(book.title)", "# Change the values, then save and close the editor.",
      "# An empty value clears its field. Further lines of a text begin with two spaces.",
      "# Lines that begin with # are ignored. 'catalog help fields' explains lists and dates.",
    ]
  }

  /// The text as a file.
  var text: String {
    let lines = fields.map { name, value in
      "\(name)=" + value.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + Self.indent)
    }
    return (heading + [""] + lines).joined(separator: "\n")
  }

  /// Returns the assignments of an edited text whose values differ from those of the book.
  ///
  /// - Throws: ``ValidationError`` if a line is neither an assignment, part of a value, nor a comment, or if a field
  ///   occurs twice.
  func assignments(in edited: String) throws -> [String] {
    var values: [(name: String, lines: [String])] = []
    var blankLines = 0
    for (index, line) in edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let isBlank = line.allSatisfy { $0 == " " || $0 == "\t" }
      if line.hasPrefix("#") { continue }
      // Editors remove the spaces of an empty line. It belongs to a value if more of the value follows.
      if isBlank {
        blankLines += 1
        continue
      }
      if line.hasPrefix(Self.indent), !values.isEmpty {
        values[values.count - 1].lines += Array(repeating: "", count: blankLines) + [String(line.dropFirst(2))]
      } else {
        guard let name = FieldAssignment.name(in: String(line)), !line.hasPrefix(" ") else {
          throw ValidationError("line \(index + 1) of the edited text is not of the form field=value")
        }
        if values.contains(where: { $0.name == name }) {
          throw ValidationError("the edited text contains \(name) twice, the second time in line \(index + 1)")
        }
        values.append((name, [FieldAssignment.text(in: String(line))]))
      }
      blankLines = 0
    }
    let before = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    return values.compactMap { name, lines in
      let value = lines.joined(separator: "\n")
      return before[name] == value ? nil : "\(name)=\(value)"
    }
  }
}
