import Testing

@testable import CatalogModel

@Suite("Addresses of files")
struct FileAddressTests {
  private static let unsafe = [
    "javascript:alert(1)", "data:text/html,x", "vscode://x", "-x", "--help", "/etc/passwd", "https://", "https:x",
    "https://books.example/\u{1B}[31m.epub", "https://books.example/\u{9B}.epub", "file:///a\u{7F}.epub",
  ]

  private func record(_ address: String) -> FieldValue {
    .records([FieldRecord([FieldRecord.Part("address", .text(address))])])
  }

  @Test("addresses with other schemes or control characters are refused", arguments: unsafe)
  func refused(address: String) {
    for field in [BookField.files, .attachments] {
      #expect(throws: InvalidValue.self, "\(field.rawValue)") { try field.canonical(record(address)) }
    }
    #expect(throws: InvalidValue.self) { try BookField.cover.canonical(.text(address)) }
  }

  @Test("unsafe addresses stored by an earlier version are not files of the book", arguments: unsafe)
  func stored(address: String) {
    var book = Book(id: 1, title: "Emma")
    book.details[.files] = record(address)
    book.details[.attachments] = record(address)
    #expect(book.allFiles.isEmpty)
  }

  @Test(
    "addresses of the web and of this machine are kept",
    arguments: [
      "https://books.example/a.epub", "HTTP://books.example/a?b=c", "file:///home/ada/%C3%A9.epub",
      "https://books.example/\u{E9}.epub",
    ])
  func kept(address: String) throws {
    #expect(try BookField.files.canonical(record(address)) != nil && FileAddress.isOne(address))
  }
}
