import CatalogTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ExecutableTests {
  @Suite struct Folders {
    private let sandbox = Sandbox()

    @Test func `a folder of e-books is added, refreshed and listed`() throws {
      mkdir(sandbox.folder.file("Books"), 0o700)
      try sandbox.folder.write(
        "Books/x.epub", ZIPMaker.epub("<dc:title>Dune</dc:title><dc:creator>Frank Herbert</dc:creator>"))
      try sandbox.folder.write("Books/Jane Austen - Emma.pdf", "%PDF")
      let path = "\(sandbox.folder.path)/Books"
      try #expect(
        sandbox.run("source", "add", "ebooks", "folder", "Books")
          == .prints("added ebooks: folder \(path)  (next: catalog refresh ebooks)\n"))
      let refreshed = try sandbox.run("refresh")
      #expect(refreshed.code == 0 && refreshed.output.contains("2 added"), "\(refreshed)")
      let list = try sandbox.run("list").output
      #expect(list.contains("Dune") && list.contains("Frank Herbert"), "\(list)")
      #expect(list.contains("Emma") && list.contains("Jane Austen"), "\(list)")
      try sandbox.folder.move("Books/x.epub", to: "Books/Dune.epub")
      try sandbox.folder.write("Books/broken.epub", "no archive")
      let again = try sandbox.run("refresh")
      #expect(again.output.contains("1 added"), "\(again)")
      try #expect(sandbox.run("quarantine").output.contains("broken.epub: it is no ZIP archive"))
      try #expect(sandbox.run("source", "list").output.contains("ebooks\tfolder\tactive\t3\t"))
      try sandbox.folder.write("Books/metadata.db", "")
      try #expect(sandbox.run("refresh").errors.contains("add it as a calibre library"))
      try #expect(
        sandbox.run("source", "set", "ebooks", "--user", "ada", "--password-stdin", input: "x").errors
          .contains("nobody logs in to a folder"))
    }
  }
}
