import Testing

extension ExecutableTests {
  /// Values that a command reads from files, such as `review=@notes.txt`.
  @Suite struct ValueFiles {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func field(_ name: String, of book: String) throws -> String {
      try sandbox.run("show", book, "--json=\(name)").output
    }

    @Test func `a value is the text of a file without its last line break`() throws {
      try sandbox.folder.write("notes.txt", "First.\nSecond = ünd @home.\n")
      try #expect(sandbox.run("edit", "1", "--set", "review=@notes.txt").code == 0)
      try #expect(field("review", of: "1") == "[{\"review\":\"First.\\nSecond = ünd @home.\"}]\n")
      try sandbox.folder.write("notes.txt", "Windows\r\n")
      try #expect(sandbox.run("edit", "1", "review=@./notes.txt").code == 0)
      try #expect(field("review", of: "1") == "[{\"review\":\"Windows\"}]\n")
      try sandbox.folder.write("notes.txt", "")
      try #expect(sandbox.run("edit", "1", "review=@notes.txt").code == 0)
      try #expect(field("review", of: "1") == "[{\"review\":null}]\n")
    }

    @Test func `the text of a file is not read as the name of a file`() throws {
      try sandbox.folder.write("name.txt", "@other.txt\n")
      try #expect(sandbox.run("edit", "1", "notes=@name.txt").code == 0)
      try #expect(field("notes", of: "1") == "[{\"notes\":\"@other.txt\"}]\n")
    }

    @Test func `a value is read from standard input`() throws {
      try #expect(sandbox.run("edit", "1", "review=@-", input: "From a pipe\n").code == 0)
      try #expect(field("review", of: "1") == "[{\"review\":\"From a pipe\"}]\n")
      try #expect(
        sandbox.run("edit", "--matching", "tag:classic", "--set", "notes=@-", "--yes", input: "Old").code == 0)
      try #expect(field("notes", of: "1") == "[{\"notes\":\"Old\"}]\n")
      try #expect(field("notes", of: "2") == "[{\"notes\":\"Old\"}]\n")
    }

    @Test func `two at signs stand for one`() throws {
      try #expect(sandbox.run("edit", "1", "notes=@@home", "--set", "review=@@@", "publisher=a@b").code == 0)
      try #expect(
        field("notes,review,publisher", of: "1")
          == "[{\"notes\":\"@home\",\"review\":\"@@\",\"publisher\":\"a@b\"}]\n")
    }

    @Test func `fields of all kinds, list changes and new books accept files`() throws {
      try sandbox.folder.write("tags.txt", "war; peace\n")
      try sandbox.folder.write("pages.txt", "99\n")
      try #expect(sandbox.run("edit", "3", "tags+=@tags.txt", "--set", "pages=@pages.txt").code == 0)
      try #expect(sandbox.run("edit", "3", "--remove", "tags=@-", input: "war").code == 0)
      let shown = try field("pages,tags", of: "3")
      #expect(shown.contains("\"pages\":99") && shown.contains("peace") && !shown.contains("war"), "\(shown)")
      try #expect(sandbox.run("field", "add", "shelf").code == 0)
      try #expect(sandbox.run("edit", "3", "shelf=@-", input: "attic\n").code == 0)
      try #expect(sandbox.run("search", "shelf:attic", "--json=id") == .prints("[{\"id\":3}]\n"))
      try #expect(sandbox.run("add", "New", "tags=@tags.txt", "--set", "review=@-", input: "Good").code == 0)
      let added = try field("tags,review", of: "6")
      #expect(added == "[{\"tags\":[\"peace\",\"war\"],\"review\":\"Good\"}]\n")
    }

    @Test func `a file that cannot be used is reported and changes nothing`() throws {
      let before = try sandbox.run("export").output
      func expectFailure(_ path: String, _ code: Int32, _ reason: String) throws {
        try #expect(
          sandbox.run("edit", "1", "pages=1", "review=@\(path)")
            == .fails(code, "error: cannot read a value from \(path): \(reason)\n"))
        try #expect(sandbox.run("add", "New", "review=@\(path)").code == code)
      }
      try expectFailure(
        "none.txt", 4,
        "no such file or directory (check the path; for the text itself, write '@@none.txt')")
      try expectFailure("tmp", 1, "is a directory (choose a file inside it)")
      try sandbox.folder.write("latin.txt", [0x66, 0xFC, 0x72])
      try expectFailure("latin.txt", 65, "it is not UTF-8 (save it as UTF-8)")
      try sandbox.folder.write("large.txt", [UInt8](repeating: 0x61, count: 1_048_577))
      try expectFailure("large.txt", 65, "it has more than 1,048,576 bytes (shorten it)")
      try #expect(sandbox.run("export").output == before)
    }

    @Test func `a value needs the name of a file or standard input of its own`() throws {
      let usage = "usage: catalog edit [BOOK…] [options]\n"
      try #expect(
        sandbox.run("edit", "1", "review=@-", "--add", "tags=@-", input: "x")
          == .fails(64, "error: only one value can be read from standard input (@-)\n" + usage))
      try #expect(
        sandbox.run("edit", "1", "review=@")
          == .fails(64, "error: 'review=@' names no file; for the text @, write @@\n" + usage))
      let both = "error: standard input can contain books or a value (@-), not both\n"
      try #expect(sandbox.run("edit", "-", "review=@-", input: "1") == .fails(64, both + usage))
      try #expect(sandbox.run("add", "--isbn", "-", "--set", "review=@-", input: "1").errors.hasPrefix(both))
    }
  }
}
