import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Folders of e-books") struct FolderSourceTests {
  private let shelf = TemporaryFolder()

  /// - Parameter later: The seconds by which the clock is ahead, so that unchanged files are old enough to be skipped.
  private func source(later: Double = 60) -> FolderSource {
    FolderSource(name: "shelf", path: shelf.path, now: { Date().addingTimeInterval(later) })
  }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let folder = URL(filePath: shelf.file(path)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try shelf.write(path, bytes)
  }

  private func write(_ path: String, title: String, _ rest: String = "") throws {
    try write(path, ZIPMaker.epub("<dc:title>\(title)</dc:title>\(rest)"))
  }

  private func records(_ source: FolderSource? = nil) async throws -> [SourceRecord] {
    guard case .page(let page) = try await (source ?? self.source()).page(SourceRequest()) else { return [] }
    return page.items.compactMap { if case .record(let record, _) = $0 { record } else { nil } }
  }

  private func titles() async throws -> [String] {
    try await records().map { $0.values[.title].value?.description ?? "" }
  }

  @Test("files of all formats are books, in the order of their paths, and other files are not")
  func formats() async throws {
    try write("b/Dune.epub", title: "Dune by EPUB")
    try write(
      "a.fb2",
      Array("<FictionBook><description><title-info><book-title>By FB2</book-title></title-info></description>".utf8))
    try write("c/x.cbz", ZIPMaker.comic("<Title>By ComicInfo</Title>"))
    try write("c/y - z.pdf", Array("%PDF".utf8))
    try write("d/notes.txt", [1])
    try write("d/.hidden.epub", title: "Hidden")
    try write("d/.caltrash/b/1/x.epub", title: "Deleted")
    try write(".Trash/x.epub", title: "Deleted")
    try write("__MACOSX/x.epub", title: "Fork")
    try await expectEqual(titles(), ["By FB2", "Dune by EPUB", "By ComicInfo", "z"])
    let formats = try await records().map { $0.values[.format].value?.description }
    let files = try await records().map { $0.values[.files].value.map { "\($0)" } ?? "" }
    #expect(files[3].contains("\(shelf.path)/c/y%20-%20z.pdf | application/pdf | 4 | 20"), "\(files[3])")
    expectEqual(formats, ["ebook", "ebook", "comic", "ebook"])
  }

  @Test("several formats of one book are one record, of which the best speaks for it")
  func oneBook() async throws {
    for name in ["dune.pdf", "dune.azw3", "dune.kepub.epub"] { try write("h/\(name)", Array(name.utf8)) }
    try write("h/dune.epub", title: "Dune")
    try write("other/dune.pdf", [7])
    try await expectEqual(titles(), ["Dune", "dune"])
    let files = try await records().map { $0.values[.files].value.map { "\($0)" } ?? "" }
    expectEqual(files.map { $0.split(separator: ";").count }, [4, 1])
    let groups = FolderGroup.all(of: try FolderListing(of: shelf.path).files)
    expectEqual(
      groups.map { $0.files.map(\.path) },
      [
        ["h/dune.epub", "h/dune.kepub.epub", "h/dune.azw3", "h/dune.pdf"], ["other/dune.pdf"],
      ])
  }

  @Test("two places of one file are one book")
  func sameFile() async throws {
    try write("a/Dune.epub", title: "Dune")
    try write("b/Copy of Dune.epub", shelf.read("a/Dune.epub"))
    try write("b/empty.pdf", [])
    try write("c/empty.pdf", [])
    try await expectEqual(titles(), ["Dune", "empty", "empty"])
    let ids = Set(try await records().map(\.remoteID))
    expectEqual(ids.count, 3)
  }

  @Test("a file that is moved, renamed or changed where it is stays the same book of the catalog")
  func identity() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    func refresh() async throws -> RefreshReport {
      try #require(try await catalog.syncEngine(sources: [source()]).refresh().first)
    }
    func books() async throws -> [Book] {
      try await catalog.read { try $0.page(matching: "", order: BookOrder(.title), size: 100).books }
    }
    for name in ["Alpha", "Beta", "Gamma"] { try write("\(name).epub", title: name) }
    try write("Delta.pdf", Array("four".utf8))
    try await expectEqual(refresh().counts.added, 4)
    let before = try await books()
    expectEqual(before.map(\.title), ["Alpha", "Beta", "Delta", "Gamma"])

    // One file is moved and one is changed in place. One is moved and replaced with another book. One is renamed.
    mkdir(shelf.file("deep"), 0o700)
    try shelf.move("Alpha.epub", to: "deep/First.epub")
    try write("Beta.epub", title: "Beta, mended")
    try shelf.move("Gamma.epub", to: "deep/Gamma.epub")
    try write("Gamma.epub", title: "Zeta")
    try shelf.move("Delta.pdf", to: "Ada - Delta.pdf")
    var report = try await refresh()
    #expect(report.counts.added == 1 && report.counts.removed == 0, "\(report)")
    var after = try await books()
    expectEqual(after.map(\.title), ["Alpha", "Beta, mended", "Delta", "Gamma", "Zeta"])
    expectEqual(after.dropLast().map(\.id), before.map(\.id))
    expectEqual(after[2].authors, ["Ada"])

    // A format is added to a book, and another one is removed.
    try write("Beta.pdf", PDFMaker().bytes)
    try await expectEqual(refresh().counts.added, 0)
    try FileManager.default.removeItem(atPath: shelf.file("Beta.epub"))
    report = try await refresh()
    #expect(report.counts.added == 0 && report.counts.removed == 0)
    after = try await books()
    #expect(after.map(\.title) == ["Alpha", "Beta", "Delta", "Gamma", "Zeta"] && after[1].id == before[1].id)

    try FileManager.default.removeItem(atPath: shelf.file("Beta.pdf"))
    try await expectEqual(refresh().counts.removed, 1)
    try await expectEqual(refresh().counts, RunCounts())
  }

  @Test("a book that was changed in its place stays that book when all is read again, and after an undo of anything")
  func readAgain() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    func refresh(full: Bool = false) async throws -> RunCounts {
      var options = RefreshOptions()
      options.isFull = full
      return try #require(try await catalog.syncEngine(sources: [source()]).refresh(options).first).counts
    }
    func expectSame() async throws {
      let books = try await catalog.read { try $0.page(matching: "", order: BookOrder(.title), size: 100).books }
      #expect(books.map(\.id) == [1] && books.map(\.title) == ["Beta, mended"] && books.map(\.notes) == ["mine"])
    }
    try write("Beta.epub", title: "Beta")
    _ = try await refresh()
    try await catalog.edit(1) { $0.notes = "mine" }
    try write("Beta.epub", title: "Beta, mended")
    try await expectEqual(refresh().updated, 1)
    try await expectEqual(refresh(full: true).added, 0)
    try await expectSame()
    _ = try await catalog.undo()
    _ = try await catalog.redo()
    try await expectEqual(refresh().added, 0)
    try await expectSame()
    for _ in 0..<3 { _ = try await catalog.undo() }
    try await expectEqual(refresh().added, 1)
    try await expectEqual(catalog.book(1)?.title, "Beta, mended")
  }

  @Test("a UUID that a translation has of its original does not make them one book")
  func sharedUUID() async throws {
    let temporary = try TemporaryCatalog()
    let uuid = "<dc:identifier>urn:uuid:2c3272a4-731b-4348-909d-6f38b97b18eb</dc:identifier>"
    for (name, title) in [("one", "Quick Start"), ("two", "Schnellstart")] {
      try write("\(name)/a.epub", title: title, uuid)
      let source = FolderSource(name: name, path: shelf.file(name))
      let report = try #require(try await temporary.catalog.syncEngine(sources: [source]).refresh().first)
      expectEqual(report.counts.added, 1)
    }
  }

  @Test("what is as it was is not read again, and one change reads one book")
  func unchanged() async throws {
    for number in 0..<9 { try write("\(number % 3)/\(number).epub", title: "Book \(number)") }
    var reader = SourceReader()
    try await reader.refresh(source(), size: 4)
    try await expectEqual(reader.refresh(source()), .unchanged)
    try write("2/8.epub", title: "Book 8, changed")
    guard case .page(let page) = try await source().page(SourceRequest(cursor: reader.cursor, notes: reader.notes))
    else { return }
    let read = page.items.compactMap {
      if case .record(let record, _) = $0 { record.values[.title].value } else { nil }
    }
    expectEqual(read, [.text("Book 8, changed")])
    #expect(page.items.count == 9 && page.notes?.added.count == 1 && page.notes?.kept == 9)
  }

  @Test("a file that was written just now is read once more")
  func justWritten() async throws {
    try write("a.epub", title: "One")
    var reader = SourceReader()
    try await reader.refresh(source(later: 0))
    try await expectEqual(reader.refresh(source()), .read(pages: 1, records: 1))
    try await expectEqual(reader.refresh(source()), .unchanged)
  }

  @Test("what was noted of files that are gone is forgotten with time")
  func notes() async throws {
    var reader = SourceReader()
    for round in 0..<60 {
      for number in 0..<20 {
        try write("\(round) \(number).epub", title: "Book \(round) \(number)")
        if round > 0 { try FileManager.default.removeItem(atPath: shelf.file("\(round - 1) \(number).epub")) }
      }
      try await reader.refresh(source(), size: 7)
    }
    expectEqual(reader.titles.count, 20)
    #expect(reader.notes.count < 1_100)
  }

  @Test("a file that cannot be read is a book by its name, with the reason, until it can be")
  func unreadable() async throws {
    try write("Ada - Broken.epub", Array("no archive".utf8))
    try write("Good.epub", title: "Good")
    var reader = SourceReader()
    try await reader.refresh(source())
    expectEqual(Set(reader.titles.values), ["Broken", "Good"])
    expectEqual(reader.bad.map(\.reason), ["Ada - Broken.epub: it is not a ZIP archive, or its end is missing"])
    expectEqual(reader.bad[0].remoteID.map { reader.titles[$0] }, "Broken")
    let payload = reader.bad[0].payload
    #expect(throws: ArchiveFailure.self) { try source().record(from: payload) }
    // A file that was read before keeps its record.
    try write("Good.epub", Array("half a copy".utf8))
    try await reader.refresh(source())
    #expect(Set(reader.titles.values) == ["Broken", "Good"] && reader.bad.count == 3)
    try write("Ada - Broken.epub", title: "Mended")
    try expectEqual(source().record(from: payload)?.values[.title].value, .text("Mended"))
    try await reader.refresh(source())
    expectEqual(Set(reader.titles.values), ["Mended", "Good"])
  }

  @Test("what is kept of a book that cannot be read leads to no file outside of the folder")
  func payloads() throws {
    try write("inside/a.epub", title: "Inside")
    let folder = FolderSource(name: "shelf", path: shelf.file("inside"))
    func payload(_ path: String) -> [UInt8] { Array("id".utf8) + [0] + Array(path.utf8) }
    try expectEqual(folder.record(from: payload("a.epub"))?.remoteID, "id")
    try write("b.epub", title: "Outside")
    for path in ["../b.epub", "/etc/b.epub", "x/../../b.epub", "./a.epub", "a/"] {
      #expect((try? folder.record(from: payload(path))) ?? nil == nil, "\(path)")
    }
    #expect(try folder.record(from: []) == nil)
    symlink(shelf.file("b.epub"), shelf.file("inside/link.epub"))
    #expect(throws: ArchiveFailure.self) { try folder.record(from: payload("link.epub")) }
  }

  @Test("links to files of the folder are followed, links to folders and out of it are not")
  func links() async throws {
    let other = TemporaryFolder()
    try other.write("out.epub", ZIPMaker.epub("<dc:title>Out</dc:title>"))
    try write("a/Dune.epub", title: "Dune")
    try write("a/.kept.epub", title: "Kept")
    symlink(".kept.epub", shelf.file("a/Link.epub"))
    symlink(other.file("out.epub"), shelf.file("Out.epub"))
    symlink(other.path, shelf.file("folder"))
    symlink(shelf.path, shelf.file("a/loop"))
    symlink("nowhere", shelf.file("Dead.epub"))
    mkfifo(shelf.file("Pipe.epub"), 0o600)
    try await expectEqual(titles(), ["Dune", "Kept"])
  }

  @Test("names that are no text are told, and the others come")
  func names() async throws {
    try write("a.epub", title: "One")
    let name: [CChar] = (shelf.path + "/caf").utf8CString.dropLast() + [-23] + ".epub".utf8CString
    let descriptor = creat(name, 0o600)
    // Some file systems do not accept such a name.
    guard descriptor >= 0 else { return }
    close(descriptor)
    var reader = SourceReader()
    try await reader.refresh(source(), size: 1)
    expectEqual(Array(reader.titles.values), ["One"])
    expectEqual(reader.bad.map(\.reason), ["caf\u{FFFD}.epub: its name is not valid UTF-8; rename it"])
    #expect(reader.bad[0].remoteID != nil)
    #expect(try source().record(from: reader.bad[0].payload) == nil)
  }

  @Test("folders lie no deeper in one another than is gone into, and that is told")
  func depth() async throws {
    let path = (0..<FolderListing.depthLimit).map { "\($0)" }.joined(separator: "/")
    try write("\(path)/a.epub", title: "Deep")
    try write("\(path)/more/b.epub", title: "Deeper")
    var reader = SourceReader()
    try await reader.refresh(source())
    #expect(Array(reader.titles.values) == ["Deep"] && reader.bad.count == 1)
  }

  @Test("what is no folder of e-books is told, with what to do")
  func refused() async throws {
    await expectFailure(.missing, "no such file") {
      try await FolderSource(name: "f", path: shelf.file("none")).page(SourceRequest())
    }
    try write("a.epub", title: "One")
    await expectFailure(.malformed, "not a folder") {
      try await FolderSource(name: "f", path: shelf.file("a.epub")).page(SourceRequest())
    }
    var reader = SourceReader()
    try await reader.refresh(source())
    try FileManager.default.removeItem(atPath: shelf.file("a.epub"))
    // A disk that is not mounted looks like an empty folder.
    let (cursor, notes) = (reader.cursor, reader.notes)
    await expectFailure(.missing, "no longer contains any books") {
      try await source().page(SourceRequest(cursor: cursor, notes: notes))
    }
    try write("metadata.db", [])
    await expectFailure(.malformed, "a calibre library") { try await source().page(SourceRequest()) }
  }

  @Test("what comes and moves between two pages is not missed, and what never rests ends")
  func changedBetweenPages() async throws {
    for number in 0..<6 { try write("\(number).epub", title: "Book \(number)") }
    let source = source()
    guard case .page(let first) = try await source.page(SourceRequest(size: 3)) else { return }
    #expect(!first.isLast)
    // Moves a file from the part that is still to be read to the part that was already read.
    try shelf.move("5.epub", to: "0a.epub")
    var reader = SourceReader()
    try await reader.refresh(source, size: 3)
    expectEqual(reader.titles.count, 6)
    var pages = 0
    var request = SourceRequest(size: 3, notes: [])
    while pages < 100 {
      guard case .page(let page) = try await source.page(request) else { break }
      pages += 1
      try write("new \(pages).epub", title: "New \(pages)")
      request.cursor = page.cursor
      if let change = page.notes { request.notes = (request.notes ?? []).prefix(change.kept) + change.added }
      guard page.isLast else { continue }
      #expect(page.coverage == .fullEnumeration(begins: false, isStable: false) && page.validators == nil)
      break
    }
    #expect(pages < 100)
  }
}
