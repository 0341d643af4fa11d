import CatalogSources
import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Folders {
    private let sandbox = Sandbox()
    /// The note on platforms where PDFs cannot be read.
    private static let note =
      FolderSource.missingLibrary.map {
        "note: PDFs are identified only by file name: \($0) (Debian: sudo apt-get install libqpdf29)\n"
      } ?? ""

    @Test func `a folder of e-books is added, refreshed and listed`() throws {
      mkdir(sandbox.folder.file("Books"), 0o700)
      try sandbox.folder.write(
        "Books/x.epub", ZIPMaker.epub("<dc:title>Dune</dc:title><dc:creator>Frank Herbert</dc:creator>"))
      try sandbox.folder.write("Books/Jane Austen - Emma.pdf", PDFMaker().bytes)
      let path = "\(sandbox.folder.path)/Books"
      try #expect(
        sandbox.run("source", "add", "ebooks", "folder", "Books")
          == Outcome(
            output: "added ebooks: folder \(path)  (next: catalog refresh ebooks)\n", errors: Self.note))
      let refreshed = try sandbox.run("refresh")
      #expect(refreshed.code == 0 && refreshed.output.contains("2 added"), "\(refreshed)")
      let list = try sandbox.run("list").output
      #expect(list.contains("Dune") && list.contains("Frank Herbert"), "\(list)")
      #expect(list.contains("Emma") && list.contains("Jane Austen"), "\(list)")
      try sandbox.folder.move("Books/x.epub", to: "Books/Dune.epub")
      try sandbox.folder.write("Books/broken.epub", "no archive")
      let again = try sandbox.run("refresh")
      #expect(again.output.contains("1 added"), "\(again)")
      try #expect(sandbox.run("quarantine").output.contains("broken.epub: it is not a ZIP archive"))
      try #expect(sandbox.run("source", "list").output.contains("ebooks\tfolder\tactive\t3\t"))
      try sandbox.folder.write("Books/metadata.db", "")
      try #expect(sandbox.run("refresh").errors.contains("add it as a calibre library"))
      try #expect(
        sandbox.run("source", "set", "ebooks", "--user", "ada", "--password-stdin", input: "x").errors
          .contains("a folder source has no login"))
    }

    @Test func `metadata of MOBI and AZW3 files is read, and that of PDFs on platforms that support it`() throws {
      mkdir(sandbox.folder.file("Books"), 0o700)
      var mobi = MOBIMaker("Dune")
      mobi.add(100, "Herbert, Frank")
      mobi.add(104, "9780441172719")
      mobi.add(105, "Sand; Spice")
      mobi.add(201, number: 0)
      mobi.images = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 9, 0, 0, 0, 9]
      ]
      try sandbox.folder.write("Books/1.azw3", mobi.bytes)
      try sandbox.folder.write("Books/Ada - Cut.mobi", mobi.bytes.prefix(90))
      var pdf = PDFMaker("/Title (Emma) /Author (Jane Austen)")
      pdf.pages = 412
      try sandbox.folder.write("Books/Jane Austen - Emma.pdf", pdf.bytes)
      let path = "\(sandbox.folder.path)/Books"
      try #expect(sandbox.run("source", "add", "shelf", "folder", path).errors == Self.note)
      var refreshed = try sandbox.run("refresh")
      refreshed.errors = refreshed.errors.replacing(/rejected 5a-[0-9a-f]+/, with: "rejected ID")
      expectEqual(
        refreshed,
        Outcome(
          output: "shelf: 3 added, 0 updated  (undo: catalog undo)\n",
          errors: """
            warning: shelf: rejected ID: Ada - Cut.mobi: its first record is missing
            hint: to see the rejected records, run 'catalog quarantine list shelf'

            """, code: 3))
      try #expect(
        sandbox.run("quarantine").output.contains("Ada - Cut.mobi: its first record is missing"))
      try #expect(
        sandbox.run("list").output.split(separator: "\n").map {
          $0.split(separator: "\t")[1...2].joined(separator: "|")
        }
          == ["Dune|Frank Herbert", "Cut|Ada", "Emma|Jane Austen"])
      let shown = try sandbox.run("show", "dune", "--json").output
      #expect(shown.contains(#""isbn":"9780441172719""#) && shown.contains(#""tags":["Sand","Spice"]"#), "\(shown)")
      #expect(shown.contains("Books/1.azw3#record-2"), "\(shown)")
      let emma = try sandbox.run("show", "emma", "--json").output
      expectEqual(emma.contains(#""pages":412"#), FolderSource.missingLibrary == nil, "\(emma)")
    }

    @Test func `KOReader's statistics are a personal source with the real dates of readings`() throws {
      let statistics = try ReadingStatisticsFile()
      try statistics.put(1, title: "Dune", authors: "Frank Herbert", series: "Dune #1")
      try statistics.put(2, title: "Emma", authors: "Jane Austen")
      try statistics.read(1, 1...100, at: 1_704_110_400)
      try statistics.read(2, 1...30, at: 1_704_110_400)
      try #expect(sandbox.run("add", "Dune", "--author", "Frank Herbert").code == 0)
      try #expect(
        sandbox.run("source", "add", "kobo", "koreader", statistics.folder.path)
          == .prints("added kobo: koreader \(statistics.path)  (next: catalog refresh kobo)\n"))
      try #expect(sandbox.run("refresh") == .prints("kobo: 1 added, 1 updated  (undo: catalog undo)\n"))
      let shown = try sandbox.run("show", "dune", "--json").output
      #expect(shown.contains(#""readState":"read","started":"2024-01-01","finished":"2024-01-01""#), "\(shown)")
      try #expect(sandbox.run("list", "is:reading").output.split(separator: "\t")[1] == "Emma")
      try #expect(sandbox.run("edit", "dune", "--set", "readState=abandoned").code == 0)
      try statistics.read(1, 1...40, at: 1_714_110_400)
      try statistics.read(2, 31...100, at: 1_704_210_400)
      try #expect(sandbox.run("refresh").code == 0)
      // The book is begun again after the end that the user gave, so the user's reading becomes an earlier one.
      let again = try sandbox.run("show", "dune", "--json").output
      #expect(again.contains(#""readState":"reading","started":"2024-04-26""#), "\(again)")
      #expect(again.contains(#""finished":"2024-01-01","outcome":"abandoned""#), "\(again)")
      try #expect(sandbox.run("show", "emma", "--json").output.contains(#""readState":"read""#))
      try #expect(sandbox.run("source", "list").output.contains("kobo\tkoreader\tactive\t2\t"))
      try statistics.folder.write("statistics.sqlite3", [UInt8](repeating: 0, count: 5_000))
      let failed = try sandbox.run("refresh")
      #expect(
        failed.code != 0 && failed.errors.contains("it is not an SQLite database, so it is not KOReader's statistics"),
        "\(failed)")
    }
  }
}
