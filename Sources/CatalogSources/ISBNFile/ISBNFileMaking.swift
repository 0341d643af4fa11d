import CatalogModel

/// Builds an ISBN file from Open Library's dumps.
package struct ISBNFileMaking {
  /// The result of a build.
  package struct Report: Sendable {
    package internal(set) var rows = 0
    package internal(set) var files: [(file: DumpFile, progress: DumpProgress)] = []
  }

  private let files: [DumpFile]
  private let path: String

  /// Creates a build.
  ///
  /// - Parameters:
  ///   - files: The dump of editions. The dumps of works and authors are optional, and provide authors' names. The
  ///     order does not matter.
  ///   - path: The path of the file to create.
  /// - Throws: ``SourceFailure`` if there is no dump of editions.
  package init(files: [DumpFile], path: String) throws {
    self.files = try DumpKind.ordered(files)
    self.path = path
    guard self.files.first?.kind == .editions else {
      throw SourceFailure(
        .malformed, files.first?.path ?? path, cause: "it is a dump of \(files.first?.kind.rawValue ?? "nothing")",
        hint: "ISBNs are in the dump of editions; add that dump")
    }
  }

  /// Reads the dumps and builds the file.
  ///
  /// - Parameters:
  ///   - progress: Called with the current dump and its progress.
  ///   - sorting: Called when all dumps were read.
  /// - Throws: ``SourceFailure`` if a dump cannot be read to its end; ``CatalogError``; `CancellationError`. In these
  ///   cases, no file is created, and an existing file is kept.
  package func make(progress: (DumpFile, DumpProgress) -> Void, sorting: () -> Void) throws -> Report {
    let maker = try ISBNFileMaker(path: path)
    var report = Report()
    for file in files {
      var scan = DumpScan(file)
      let body = Self.body(for: file.kind, maker)
      try scan.run(progress: { progress(file, $0) }, line: body)
      report.files.append((file, scan.progress))
    }
    sorting()
    report.rows = try maker.finish(published: report.files.map(\.progress.newest).max() ?? 0)
    return report
  }

  /// Returns the closure that processes each line of a dump.
  private static func body(for kind: DumpKind, _ maker: ISBNFileMaker) -> (DumpLine) throws -> String? {
    let record = DumpRecord(kind)
    return { line in
      let value: JSONValue
      switch kind {
      case .editions:
        var hasNumber = false
        DumpNumbers.forEachISBN(in: line.json) { _ in
          hasNumber = true
          return false
        }
        guard hasNumber else { return nil }
      case .works, .authors: break
      }
      do throws(JSONParser.Failure) { value = try record.value(of: line) } catch { return error.description }
      switch kind {
      case .editions: try add(edition: value, to: maker)
      case .works:
        if let number = DumpNumbers.key(line.key, kind.letter), let author = DumpAuthors.numbers(value).first {
          try maker.add(work: number, author: author)
        }
      case .authors:
        let names = OpenLibraryValue.authors(value["name"].map { .array([$0]) })
        if let number = DumpNumbers.key(line.key, kind.letter), let name = names.first {
          try maker.add(author: number, name: name)
        }
      }
      return nil
    }
  }

  /// Adds a row for each valid ISBN of an edition. Editions without a title are skipped.
  private static func add(edition value: JSONValue, to maker: ISBNFileMaker) throws {
    let edition = OpenLibraryEdition(value)
    guard let title = edition.title else { return }
    var numbers: [Int64] = []
    for text in OpenLibraryValue.texts(value["isbn_13"]) + OpenLibraryValue.texts(value["isbn_10"]) {
      if let number = (try? ISBN(text))?.number, !numbers.contains(number) { numbers.append(number) }
    }
    let author = DumpAuthors.numbers(value).first
    for number in numbers {
      try maker.add(
        isbn: number, title: title, author: author, named: DumpAuthors.statement(value),
        year: value["publish_date"]?.string.flatMap(OpenLibraryDate.date)?.year, pages: edition.pages,
        work: edition.work.flatMap { DumpNumbers.key($0.description, DumpKind.works.letter) })
    }
  }
}
