import CatalogModel

/// Makes an ISBN file of Open Library's dumps.
package struct ISBNFileMaking {
  /// What came of it.
  package struct Report: Sendable {
    package internal(set) var rows = 0
    package internal(set) var files: [(file: DumpFile, progress: DumpProgress)] = []
  }

  private let files: [DumpFile]
  private let path: String

  /// - Parameters:
  ///   - files: that of editions, and those of works and of authors where there are names to be had; in any order.
  ///   - path: of the file that is made.
  /// - Throws: ``SourceFailure`` without a dump of editions.
  package init(files: [DumpFile], path: String) throws {
    self.files = try DumpKind.ordered(files)
    self.path = path
    guard self.files.first?.kind == .editions else {
      throw SourceFailure(
        .nonsense, files.first?.path ?? path, cause: "it is a dump of \(files.first?.kind.rawValue ?? "nothing")",
        hint: "ISBNs are in the dump of editions: give that, too")
    }
  }

  /// Reads the dumps and makes the file.
  ///
  /// - Parameters:
  ///   - progress: is told which dump is being read, and how far it is.
  ///   - sorting: is called when all are read.
  /// - Throws: ``SourceFailure`` for a dump that cannot be read to its end; ``CatalogError``; `CancellationError`. Then no file
  ///   is made, and one that was there stays.
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

  /// What is done with each line of a dump.
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

  /// A row for each ISBN of an edition. One without a title says nothing, and a wrong ISBN is none.
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
