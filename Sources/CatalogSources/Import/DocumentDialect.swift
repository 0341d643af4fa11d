import CatalogModel

/// How a program writes its books as one document of JSON: where they are, and what of each becomes which cell of a table
/// (``TableDialect``), so that nothing that is known of tables is said again.
struct DocumentDialect: Sendable {
  /// Where the books are.
  enum Place: Equatable, Sendable {
    /// Each is a member of the document, whose name is a number.
    case numberedMembers
    /// They are the elements of a member of the document.
    case member(String)
  }

  let place: Place
  private(set) var columns: [DocumentColumn]
  /// The member of a book whose members are told of where nothing is kept of them; `nil`: the book itself.
  var described: String?

  static let all = [libraryThing, bookWyrm]

  /// The dialect of a document in an archive; `nil`: in none, so that nothing is known of its images.
  func within(archive: String?) -> DocumentDialect {
    var dialect = self
    dialect.columns = columns.compactMap { column in
      guard case .image = column.content else { return column }
      return archive.map { DocumentColumn(column.name, column.paths, content: .image(archive: $0)) }
    }
    return dialect
  }

  /// The dialect of a document; `nil` where it is none that is known.
  static func of(_ start: DocumentStart) -> DocumentDialect? {
    all.first { dialect in
      switch dialect.place {
      case .numberedMembers: start.members.first.map { $0.isObject && $0.name.allSatisfy(\.isNumber) } ?? false
      case .member(let name): start.members.contains { $0.name == name && $0.isArray }
      }
    }
  }

  /// The names of those members of the books of which no column is made, noted while the books are looked for.
  ///
  /// - Parameter limit: how many are noted at most.
  func otherMembers(limit: Int) -> JSONMemberNames {
    let used = columns.flatMap(\.paths).compactMap { $0.beginning(within: described) }
    return JSONMemberNames(of: described, besides: Set(used), limit: limit)
  }
}

/// A column of the table that a document is read as.
struct DocumentColumn: Sendable {
  /// How one cell is made of what stands in several places.
  enum Content: Sendable {
    /// The first value that says something.
    case first
    /// The last one.
    case last
    /// All of them, each once.
    case all(ListDivision)
    /// All of them, an empty one for each that is not there, so that columns stand beside each other.
    case aligned(ListDivision)
    /// All of them as paragraphs.
    case paragraphs
    /// The name of an image of the archive that the document is in, as the address by which it is found there.
    case image(archive: String)
    /// Of each element some values, divided by bars; elements by semicolons. Of the paths of a part the first that says
    /// something is taken.
    case records([[DocumentPath]])
  }

  /// As the header has it.
  let name: String
  /// The ways to the values: the first that leads to one is taken.
  let paths: [DocumentPath]
  let content: Content

  init(_ name: String, _ paths: DocumentPath..., content: Content = .first) {
    self.init(name, paths, content: content)
  }

  init(_ name: String, _ paths: [DocumentPath], content: Content) {
    (self.name, self.paths, self.content) = (name, paths, content)
  }

  /// The cell of a book.
  func cell(of book: JSONValue) -> String {
    for path in paths {
      let cell = cell(of: book, path)
      if !cell.isEmpty { return cell }
    }
    return ""
  }

  private func cell(of book: JSONValue, _ path: DocumentPath) -> String {
    switch path.ending(in: book) {
    case .nothing: return ""
    case .text(let text):
      let text = text.trimmed()
      switch content {
      case .first, .last, .paragraphs: return text
      case .all, .aligned, .image, .records: return cell(of: [text])
      }
    case .several:
      if case .records(let parts) = content { return records(parts, path.values(in: book)) }
      return cell(of: path.texts(in: book).map { $0.trimmed() })
    }
  }

  private func cell(of texts: [String]) -> String {
    let said = texts.filter { !$0.isEmpty }
    switch content {
    case .first: return said.first ?? ""
    // Texts are no elements with values.
    case .records: return ""
    case .image(let archive):
      guard let name = said.first, !FileAddress.isOne(name) else { return said.first ?? "" }
      return FileAddress.text(ofPath: archive, member: name) ?? ""
    case .last: return said.last ?? ""
    case .paragraphs: return said.joined(separator: "\n\n")
    case .all(let division):
      var seen: Set<String> = []
      return division.cell(of: said.filter { seen.insert($0).inserted })
    case .aligned(let division): return said.isEmpty ? "" : division.cell(of: texts)
    }
  }

  private func records(_ parts: [[DocumentPath]], _ values: [JSONValue?]) -> String {
    let elements = values.compactMap(\.self).flatMap { DocumentPath.elements(of: $0) ?? [$0] }
    let records = elements.map { element in
      parts.map { paths in
        paths.lazy.flatMap { $0.texts(in: element) }.map { $0.trimmed() }.first { !$0.isEmpty } ?? ""
      }
    }
    return records.filter { $0.contains { !$0.isEmpty } }.map { $0.joined(separator: "|") }.joined(separator: "; ")
  }
}
