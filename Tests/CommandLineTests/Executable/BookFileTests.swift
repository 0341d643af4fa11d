import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct FilesOfBooks {
    private let sandbox = Sandbox()

    init() throws {
      try #expect(sandbox.run("add", "Dune").code == 0)
      try sandbox.folder.write("my  book;x|y.epub", "hello")
    }

    @Test func `a file is attached, shown, opened and removed from a book`() throws {
      let path = "\(sandbox.folder.path)/my  book;x|y.epub"
      try #expect(
        sandbox.run("attach", "1", "my  book;x|y.epub", "https://books.example/dune.PDF")
          == .prints(
            "Dune: attachments: my  book;x|y.epub added, https://books.example/dune.PDF added  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("files", "1")
          == .prints("\(path)\tepub\t5\tyou\nhttps://books.example/dune.PDF\tpdf\t\tyou\n"))
      let address = path.split(separator: "/").dropLast().joined(separator: "/")
      try #expect(
        sandbox.run("files", "1", "--json").masked
          == .prints(
            """
            [{"address":"file:///\(address)/my%20%20book;x%7Cy.epub","path":"\(path)","mediaType":"application/epub+zip",\
            "size":5,"modified":"TIME","attached":true,"missing":false},\
            {"address":"https://books.example/dune.PDF","path":null,"mediaType":"application/pdf","size":null,\
            "modified":null,"attached":true,"missing":null}]

            """))
      try #expect(sandbox.run("open", "1", "--print") == .prints("\(path)\n"))
      try #expect(sandbox.run("open", "1", "--with", "cat") == .prints("hello"))
      try #expect(sandbox.run("open", "1", "--type", "PDF", "--print") == .prints("https://books.example/dune.PDF\n"))
      try #expect(sandbox.run("list", "has:file", "file:epub", "--json=id") == .prints("[{\"id\":1}]\n"))
      try #expect(
        sandbox.run("detach", "1", "./my  book;x|y.epub")
          == .prints("Dune: attachments: my  book;x|y.epub removed  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "file:epub", "--json=id") == .prints("[]\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("list", "file:epub", "--json=id") == .prints("[{\"id\":1}]\n"))
      // The file itself is never touched.
      expectEqual(String(decoding: try sandbox.folder.read("my  book;x|y.epub"), as: UTF8.self), "hello")
    }

    @Test func `a file that is attached again is updated, and a missing file is reported`() throws {
      try #expect(sandbox.run("attach", "1", "my  book;x|y.epub").code == 0)
      try sandbox.folder.write("my  book;x|y.epub", "longer")
      try #expect(sandbox.run("attach", "1", "my  book;x|y.epub").code == 0)
      try #expect(sandbox.run("files", "1").output.hasSuffix("\tepub\t6\tyou\n"))
      try #expect(sandbox.shell("rm my*").code == 0)
      try #expect(sandbox.run("files", "1").output.contains("y.epub (missing)\t"))
      let path = "\(sandbox.folder.path)/my  book;x|y.epub"
      try #expect(
        sandbox.run("open", "1")
          == .fails(
            4,
            "error: cannot open \(path): the file no longer exists "
              + "(attach it again from its new location, or refresh its source)\n"))
    }

    @Test func `a file whose name contains a control character is passed to no program`() throws {
      try sandbox.folder.write("a\u{1B}[31m.epub", "hello")
      try #expect(sandbox.run("attach", "1", "a\u{1B}[31m.epub").code == 0)
      let refused = try sandbox.run("open", "1", "--with", "cat")
      #expect(refused.code == 1 && refused.output.isEmpty)
      #expect(
        refused.errors.contains("its location begins with a dash or contains a control character (rename the file"))
      for address in ["-x", "javascript:alert(1)"] {
        try #expect(sandbox.run("edit", "1", "--set", "files=\(address)").code == 64, "\(address)")
      }
    }

    @Test func `an impossible request is rejected with advice`() throws {
      try #expect(
        sandbox.run("attach", "1", "nosuch.epub")
          == .fails(4, "error: cannot attach nosuch.epub: file not found\n"))
      try #expect(
        sandbox.run("attach", "1", "/tmp")
          == .fails(1, "error: cannot attach /tmp: not a regular file (specify the file itself)\n"))
      try #expect(
        sandbox.run("detach", "1", "a.epub")
          == .fails(4, "error: a.epub is not attached to book 1 ('catalog files 1' lists its files)\n"))
      try #expect(
        sandbox.run("open", "1")
          == .fails(4, "error: book 1 has no file ('catalog attach 1 FILE' adds one)\n"))
      try #expect(sandbox.run("edit", "1", "--set", "files=file:///a.pdf").code == 0)
      try #expect(
        sandbox.run("detach", "1", "/a.pdf")
          == .fails(
            4, "error: cannot detach /a.pdf: it comes from a source ('catalog files 1' lists its files)\n")
      )
      try #expect(
        sandbox.run("open", "1", "--type", "mobi")
          == .fails(4, "error: book 1 has no mobi file ('catalog files 1' lists its files)\n"))
      try #expect(sandbox.run("attach", "1", "my  book;x|y.epub").code == 0)
      try #expect(
        sandbox.run("open", "1", "--with", "no-such-program")
          == .fails(
            4,
            "error: cannot start no-such-program: no such file or directory "
              + "(choose another program with --with, or print the file's location with --print)\n"))
    }
  }
}
