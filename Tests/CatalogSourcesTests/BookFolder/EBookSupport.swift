import CatalogModel
import CatalogTestSupport

@testable import CatalogSources

extension EBook {
  /// What an EPUB says whose package document has these elements among its metadata.
  static func epub(_ metadata: String) throws -> EBook { try EPUBBook.read(MemoryBytes(ZIPMaker.epub(metadata))) }

  /// What a package document says.
  static func opf(_ document: String) throws -> EBook { try EPUBBook.book(of: Array(document.utf8)) }

  /// What a FictionBook says whose description has these elements.
  static func fictionBook(_ description: String) throws -> EBook {
    let document = """
      <?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" \
      xmlns:l="http://www.w3.org/1999/xlink"><description>\(description)</description><body><p>no end
      """
    return try FictionBook.read(MemoryBytes(Array(document.utf8)), isPacked: false)
  }
}
