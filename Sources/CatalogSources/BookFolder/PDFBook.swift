import CatalogModel

/// What a PDF says of its book: its XMP packet, where that is silent its information dictionary.
///
/// Most programs that make PDFs write there what they find: the name of a file, of the account of whoever typed. What nobody meant
/// as a title is none (``PDFWords``), and the name of the file says more. When the file was made is no date of publication.
package enum PDFBook {
  /// - Throws: ``ArchiveFailure``
  static func read(_ file: FileBytes) throws(ArchiveFailure) -> EBook { book(of: try PDFInformation(file)) }

  /// What a packet of XMP says.
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
    // Who only typed it has not called it by its title either.
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

  /// Divided by semicolons, else by commas.
  private static func keywords(_ text: String) -> [String] {
    text.split(separator: text.contains(";") ? ";" : ",").map { String($0).trimmed() }.filter { !$0.isEmpty }
  }
}
