import CatalogModel
import CatalogTestSupport

@testable import CatalogSources

extension EBook {
  /// Reads an EPUB whose package document contains these metadata elements.
  static func epub(_ metadata: String) throws -> EBook { try EPUBBook.read(MemoryBytes(ZIPMaker.epub(metadata))) }

  /// Reads a package document.
  static func opf(_ document: String) throws -> EBook { try EPUBBook.book(of: Array(document.utf8)) }

  /// Reads a FictionBook whose description contains these elements.
  static func fictionBook(_ description: String) throws -> EBook {
    let document = """
      <?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" \
      xmlns:l="http://www.w3.org/1999/xlink"><description>\(description)</description><body><p>no end
      """
    return try FictionBook.read(MemoryBytes(Array(document.utf8)), isPacked: false)
  }
}
