import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct LibraryRecords {
    private let sandbox = Sandbox()

    private let collection = """
      <?xml version="1.0" encoding="UTF-8"?>
      <collection xmlns="http://www.loc.gov/MARC21/slim">
        <record>
          <leader>00000cam a2200000 a 4500</leader>
          <controlfield tag="001">17</controlfield>
          <controlfield tag="008">010203s1952    xx            000 1 jpn d</controlfield>
          <datafield tag="100" ind1="1" ind2=" ">
            <subfield code="6">880-01</subfield>
            <subfield code="a">Kawabata, Yasunari,</subfield>
          </datafield>
          <datafield tag="245" ind1="1" ind2="0">
            <subfield code="6">880-02</subfield>
            <subfield code="a">Yukiguni /</subfield>
          </datafield>
          <datafield tag="500" ind1=" " ind2=" ">
            <subfield code="a">A note.</subfield>
          </datafield>
          <datafield tag="880" ind1="1" ind2=" ">
            <subfield code="6">100-01/$1</subfield>
            <subfield code="a">川端康成,</subfield>
          </datafield>
          <datafield tag="880" ind1="1" ind2="0">
            <subfield code="6">245-02/$1</subfield>
            <subfield code="a">雪国 /</subfield>
          </datafield>
        </record>
        <record>
          <leader>00000cam a2200000 a 4500</leader>
          <controlfield tag="001">18</controlfield>
        </record>
      </collection>

      """

    @Test func `records of a library are imported and exported unchanged`() throws {
      try sandbox.folder.write("library.xml", collection)
      try #expect(
        sandbox.run("import", "library.xml", "--rejects", "rejected.xml")
          == Outcome(
            output: "imported library: 1 added, 0 updated, 0 unchanged, 1 rejected  (undo: catalog undo)\n",
            errors: "warning: row 2 rejected: record “18”: it has no title (field 245)\n", code: 3))
      try #expect(
        sandbox.run("list", "--jsonl", "--json=title,subtitle,authors,contributors,language,published").output
          == """
          {"title":"雪国","subtitle":"Yukiguni","authors":["川端康成"],"contributors":[{"name":"Yasunari Kawabata",\
          "role":"romanised name"}],"language":"jpn","published":"1952"}

          """)
      try expectEqual(sandbox.run("search", "kawabata", "--json=title", "--jsonl").output, "{\"title\":\"雪国\"}\n")
      try #expect(
        sandbox.run("export", "out.marcxml")
          == Outcome(errors: "exported 1 book to out.marcxml\n"))
      let written = String(decoding: try sandbox.folder.read("out.marcxml"), as: UTF8.self)
      for line in collection.split(separator: "\n").prefix(31).dropFirst(4) where !line.contains("\"001\"") {
        #expect(written.contains(line.trimmingPrefix(" ")), "\(line)")
      }
      let rejected = String(decoding: try sandbox.folder.read("rejected.xml"), as: UTF8.self)
      #expect(rejected.contains("<!-- record “18”: it has no title (field 245) -->"))
      // The books are the same, matched by identifiers in the records.
      try expectEqual(sandbox.run("export", "out.mrc").code, 0)
      try #expect(
        sandbox.run("import", "out.mrc").output
          == "imported out: 0 added, 1 updated, 0 unchanged  (undo: catalog undo)\n")
    }

    @Test func `values that do not fit into a record are reported`() throws {
      let tags = (0..<200).map { "\"\($0) \(String(repeating: "x", count: 500))\"" }.joined(separator: ",")
      try sandbox.folder.write("books.jsonl", "{\"title\":\"Dune\",\"authors\":[\(tags)]}\n")
      try expectEqual(sandbox.run("import", "books.jsonl").code, 0)
      try #expect(
        sandbox.run("export", "out.mrc")
          == Outcome(
            errors: """
              note: left out 11 fields of 1 book that do not fit into ISO 2709 records, such as 700 of book 1, \
              'Dune'; write .marcxml to keep everything
              exported 1 book to out.mrc

              """))
      try expectEqual(sandbox.run("export", "out.marcxml"), Outcome(errors: "exported 1 book to out.marcxml\n"))
    }
  }
}
