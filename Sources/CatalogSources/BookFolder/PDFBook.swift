import CatalogModel

/// Reads the metadata of a PDF from its XMP packet, or else from its information dictionary.
///
/// Most programs that create PDFs fill in the metadata with whatever they find, such as a file name or the name of the
/// user account. Texts that are not meant as a title are ignored (``PDFWords``), because the PDF's own file name is a
/// better title. The creation date of the file is not used as the date of publication.
package enum PDFBook {
  /// Reads a PDF.
  ///
  /// - Throws: ``ArchiveFailure``
  static func read(_ file: FileBytes) throws(ArchiveFailure) -> EBook { book(of: try PDFInformation(file)) }

  /// Returns the metadata in an XMP packet.
  package static func book(ofPacket packet: [UInt8]) -> EBook {
    var information = PDFInformation()
    information.packet = packet
    return book(of: information)
  }

  static func book(of information: PDFInformation) -> EBook {
    var book = EBook()
    let packet = XMPPacket(information.packet)
    let titles = [packet?.text("title"), information.title]
    book.title = titles.compactMap(\.self).lazy.compactMap(PDFWords.title).first ?? ""
    let names = packet?.texts("creator").flatMap(PersonName.all).filter(PDFWords.isName) ?? []
    // Without a real title, the author in the information dictionary is probably the person who created the file.
    if !names.isEmpty {
      book.authors = names
    } else if !book.title.isEmpty {
      book.authors = information.author.map(PersonName.all)?.filter(PDFWords.isName) ?? []
    }
    book.pages = information.pages.flatMap { $0 > 0 ? $0 : nil }
    let texts = [packet?.text("description"), information.subject]
    book.description = texts.compactMap(\.self).map(MarkupText.plain).first { !$0.trimmed().isEmpty }
    let subjects = packet?.texts("subject") ?? []
    book.tags = subjects.isEmpty ? information.keywords.map(keywords) ?? [] : subjects
    if let isbn = information.isbn { book.addIdentifier(isbn, scheme: "isbn") }
    packet?.take(into: &book)
    return book
  }

  /// Splits a string at semicolons, or else at commas.
  private static func keywords(_ text: String) -> [String] {
    text.split(separator: text.contains(";") ? ";" : ",").map { String($0).trimmed() }.filter { !$0.isEmpty }
  }
}
