import CatalogModel

/// The bar codes in a photograph of a book.
package enum BarcodePhoto {
  /// The result of reading a photograph.
  package enum Finding: Sendable, Equatable {
    case book(ISBN)
    /// A bar code that does not belong to a book.
    case other(String)
    case nothing
  }

  /// Reads the bar codes in a photograph, in a helper process. If it shows several, the first one of a book counts.
  ///
  /// - Throws: The errors of ``ImageHelper/perform(_:on:)``.
  package static func read(_ photo: [UInt8], with helper: ImageHelper) async throws(SourceFailure) -> Finding {
    finding(in: String(decoding: try await helper.perform(.barcodes, on: photo), as: UTF8.self))
  }

  /// Returns the finding in the output of the helper process, which has one number a line.
  package static func finding(in text: String) -> Finding {
    let codes = text.split(separator: "\n").filter { $0.utf8.count == 13 && $0.isDigits }
    for code in codes where isOfBook(code) {
      if let isbn = try? ISBN(String(code)) { return .book(isbn) }
    }
    return codes.first.map { .other(String($0)) } ?? .nothing
  }

  /// Returns true if a number is in the ranges of books. Numbers that begin with 9790 are those of printed music.
  private static func isOfBook(_ code: Substring) -> Bool {
    code.hasPrefix("978") || code.hasPrefix("979") && !code.hasPrefix("9790")
  }
}
