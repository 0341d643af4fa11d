import CatalogTestSupport
import TestExpectations
import Testing

/// Tests of whole days with the catalog. Each script of `Tests/Days` is played in a real terminal.
///
/// `CATALOG_RECORD_DAYS=1 scripts/test --filter Days` records the output anew; git shows the changes.
@Suite(.serialized) struct DaysTests {
  private let sandbox = Sandbox(TemporaryFolder(in: "/tmp"))

  /// Copies a file of `Tests/Days` into the sandbox.
  private func bring(_ name: String) throws {
    try sandbox.folder.write(name, try Repository.text(of: "Tests/Days/\(name)"))
  }

  @Test(arguments: ["reader", "calibre", "power-user", "librarian"])
  func `a recorded day is written as it was read`(name: String) throws {
    let text = try Repository.text(of: "Tests/Days/\(name).md")
    try expectEqual(DayScript(text).text, text)
  }

  @Test func `differences between runs are masked without changing the length, and nothing else is`() {
    let folder = "2F1504E0-4F89-11D3-9A0C-0305E82C3301"
    let mask = DayMask(folder: "/tmp/catalog-test-\(folder)")
    let fresh = "019b7000-0000-7000-8000-00000000000f"
    func shown(_ folder: String, _ uuid: String, _ ages: String...) -> String {
      """
      ›  2024-05-01 10:00 │ files  /tmp/catalog-test-\(folder.prefix(9))
         A book at dawn   │        \(folder.dropFirst(9))/a.epub
         5884aa98-6ffd-5e7b│ uuid   \(uuid.prefix(20))
         dead beef        │        \(uuid.dropFirst(20))
      STEP  TIME      \(ages[0])STATE   WHAT
         2  \(ages[1])undone  Emma: just now  read
         1  just now  \(ages[0])        imported
      """
    }
    let zeros = "00000000-0000-0000-0000-000000000000"
    expectEqual(mask.masked(shown(folder, fresh, " ", "1 min ago  ")), shown(zeros, zeros, "", "just now  "))
  }

  @Test func `output that differs from the script is an error, and is recorded when recording`() throws {
    let written = """
      One says something else, and how it ended.

      ```console
      $ echo yes; false
      %
      $ read word; echo "$word"
      ```

      Keys: `well` `Enter`

      ```console
      well
      well
      ```

      """
    let day = try DayRun(in: sandbox, columns: 40, rows: 10)
    for seen in ["no\n[1]", "yes", "yes\n[2]", "yes\n[1]\n"] {
      let script = try DayScript(written.replacing("%", with: seen))
      #expect(throws: DayRun.Otherwise.self) { try day.live(script, isRecording: false) }
    }
    let right = written.replacing("%", with: "yes\n[1]")
    try day.live(DayScript(right), isRecording: false)
    try expectEqual(day.live(DayScript(written), isRecording: true).text, right)
  }

  @Test func `a reader comes from Goodreads and lists the books read in 2024`() throws {
    try bring("goodreads_library_export.csv")
    try sandbox.folder.write("editor", "printf 'A dry wit, and no line too long.\\n' > \"$1\"\n")
    try DayRun(in: sandbox, columns: 80, rows: 24, variables: ["EDITOR": "sh editor"]).live("reader")
  }

  @Test func `a user of calibre follows a library, reads, and resolves conflicts`() throws {
    let home = try CalibreHome()
    let path = home.library.path
    _ = try sandbox.shell("ln -s '\(path)' 'Calibre Library'; mkdir bin; ln -s /bin/true bin/xdg-open")
    let day = try DayRun(
      in: sandbox, columns: 120, rows: 40,
      variables: ["PATH": "\(sandbox.folder.path)/bin:\(sandbox.environment["PATH"] ?? "")"],
      others: [
        "in calibre “L'Étranger” gets another title, “Orlando” a tag, and “Pale Fire” is removed": home.change
      ])
    try day.live("calibre")
  }

  @Test func `a user of the shell pipes books out and in, and undoes steps by number`() throws {
    try bring("goodreads_library_export.csv")
    try DayRun(in: sandbox, columns: 100, rows: 30).live("power-user")
  }

  @Test func `a librarian cleans up data typed by many people and undoes a mistake`() throws {
    try sandbox.folder.write("old-library.csv", NeglectedLibrary(rows: 10_000).csv)
    try DayRun(in: sandbox, columns: 80, rows: 24).live("librarian")
  }
}
