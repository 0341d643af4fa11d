import CatalogModel

/// The JSON format of a program: the location of the books, and the way in which their values become the cells of a
/// table. A ``TableDialect`` then interprets the cells, so each rule about cells exists only once.
struct DocumentDialect: Sendable {
  /// The location of the books in the document.
  enum Location: Equatable, Sendable {
    /// Each member of the document whose name is a number is a book.
    case numberedMembers
    /// The books are the elements of this member of the document.
    case member(String)
  }

  let location: Location
  private(set) var columns: [DocumentColumn]
  /// The member of each book whose own members are checked for unused data. If `nil`, the members of the book itself
  /// are checked.
  var described: String?

  static let all = [libraryThing, bookWyrm]

  /// Returns the dialect for a document in an archive.
  ///
  /// - Parameter archive: The path of the archive. If `nil`, the columns with images are removed, because the images
  ///   cannot be found.
  func within(archive: String?) -> DocumentDialect {
    var dialect = self
    dialect.columns = columns.compactMap { column in
      guard case .image = column.content else { return column }
      return archive.map { DocumentColumn(column.name, column.paths, content: .image(archive: $0)) }
    }
    return dialect
  }

  /// Returns the dialect of a document, or `nil` if the format is unknown.
  static func of(_ start: DocumentStart) -> DocumentDialect? {
    all.first { dialect in
      switch dialect.location {
      case .numberedMembers: start.members.first.map { $0.isObject && $0.name.allSatisfy(\.isNumber) } ?? false
      case .member(let name): start.members.contains { $0.name == name && $0.isArray }
      }
    }
  }

  /// Returns a collector for the names of book members that no column uses. The collector runs while the books of the
  /// document are located.
  ///
  /// - Parameter limit: The maximum number of names to collect.
  func otherMembers(limit: Int) -> JSONMemberNames {
    let used = columns.flatMap(\.paths).compactMap { $0.beginning(within: described) }
    return JSONMemberNames(of: described, excluding: Set(used), limit: limit)
  }
}

/// A column of the table that a document is converted to.
struct DocumentColumn: Sendable {
  /// The ways to combine several values into one cell.
  enum Content: Sendable {
    /// The first value that is not empty.
    case first
    /// The last value that is not empty.
    case last
    /// All distinct values.
    case all(ListDivision)
    /// All values. A missing value becomes an empty item, so that the items of parallel columns stay aligned.
    case aligned(ListDivision)
    /// All values, as paragraphs.
    case paragraphs
    /// The name of an image in the document's archive, converted to an address that locates the image in the archive.
    case image(archive: String)
    /// Records, separated by semicolons. The parts of a record are separated by bars. Each part is the first non-empty
    /// value at its paths.
    case records([[DocumentPath]])
  }

  /// The name in the header.
  let name: String
  /// The paths to the values. The first path that yields a value is used.
  let paths: [DocumentPath]
  let content: Content

  init(_ name: String, _ paths: DocumentPath..., content: Content = .first) {
    self.init(name, paths, content: content)
  }

  init(_ name: String, _ paths: [DocumentPath], content: Content) {
    (self.name, self.paths, self.content) = (name, paths, content)
  }

  /// Returns the text of this column's cell for a book.
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
    let nonEmpty = texts.filter { !$0.isEmpty }
    switch content {
    case .first: return nonEmpty.first ?? ""
    // A string has no parts, so it cannot be a record.
    case .records: return ""
    case .image(let archive):
      guard let name = nonEmpty.first, !FileAddress.isOne(name) else { return nonEmpty.first ?? "" }
      return FileAddress.text(ofPath: archive, member: name) ?? ""
    case .last: return nonEmpty.last ?? ""
    case .paragraphs: return nonEmpty.joined(separator: "\n\n")
    case .all(let division):
      var seen: Set<String> = []
      return division.cell(of: nonEmpty.filter { seen.insert($0).inserted })
    case .aligned(let division): return nonEmpty.isEmpty ? "" : division.cell(of: texts)
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
