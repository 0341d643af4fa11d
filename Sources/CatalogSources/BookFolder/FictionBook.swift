import CatalogModel

/// Reads the metadata of a FictionBook 2 file, a single XML document that begins with a description.
package enum FictionBook {
  /// The maximum number of bytes to read when looking for the end of the description.
  private static let limit = 1_048_576

  /// Reads a FictionBook.
  ///
  /// - Parameter isPacked: True if the document is in a ZIP archive.
  /// - Throws: ``ArchiveFailure``
  package static func read(_ bytes: some ArchiveBytes, isPacked: Bool) throws(ArchiveFailure) -> EBook {
    guard isPacked else { return try book(of: bytes.bytes(in: 0..<min(bytes.count, limit))) }
    let archive = try ZIPArchive(bytes)
    guard let member = archive.members.first(where: { $0.text.lowercased().hasSuffix(".fb2") }) else {
      throw ArchiveFailure(.damaged, "the archive contains no FictionBook")
    }
    var book = try book(of: archive.contents(of: member))
    book.cover = book.cover.map { FictionBookImage.name(of: $0, in: member.text) }
    return book
  }

  /// Parses a document, or the beginning of a document.
  ///
  /// - Throws: ``ArchiveFailure`` if the description cannot be read.
  package static func book(of document: [UInt8]) throws(ArchiveFailure) -> EBook {
    do throws(XMLFailure) {
      let (_, description, isRepaired) = try MendedXML.part("description", of: document, limit: limit)
      return FictionBookDescription(description, isRepaired: isRepaired).book
    } catch {
      throw ArchiveFailure(.damaged, "its description cannot be read: \(error)")
    }
  }
}

/// The element `description` of a FictionBook.
private struct FictionBookDescription {
  private let title: XMLElement?
  private let publishing: XMLElement?
  private let isRepaired: Bool

  init(_ description: XMLElement, isRepaired: Bool) {
    title = description.elements.first { $0.name.local == "title-info" }
    publishing = description.elements.first { $0.name.local == "publish-info" }
    self.isRepaired = isRepaired
  }

  private func all(_ name: String, in element: XMLElement?) -> [XMLElement] {
    element?.elements.filter { $0.name.local == name } ?? []
  }

  private func text(_ element: XMLElement?) -> String? {
    guard let text = element?.text.trimmed(), !text.isEmpty else { return nil }
    return isRepaired ? MarkupText.plain(text) : text
  }

  private func text(_ name: String, in element: XMLElement?) -> String? {
    all(name, in: element).lazy.compactMap { text($0) }.first
  }

  var book: EBook {
    var book = EBook()
    book.title = text("book-title", in: title) ?? text("book-name", in: publishing) ?? ""
    book.authors = all("author", in: title).compactMap(name)
    book.contributors = all("translator", in: title).compactMap(name)
      .map { Contributor($0, role: ContributorRole.translator.rawValue) }
    book.tags = all("genre", in: title).compactMap { text($0) }
    book.tags += (text("keywords", in: title) ?? "").split { $0 == "," || $0 == ";" }.map(String.init)
    book.language = EBook.language(text("lang", in: title))
    book.description = text("annotation", in: title)
    let sequences = all("sequence", in: title) + all("sequence", in: publishing)
    if let sequence = sequences.first(where: { $0[attribute: "name"]?.trimmed().isEmpty == false }) {
      book.series = sequence[attribute: "name"]
      book.seriesNumber = book.number(sequence[attribute: "number"], of: .seriesNumber)
    }
    book.cover = cover
    book.publisher = text("publisher", in: publishing)
    let dates = all("date", in: title).flatMap { [$0[attribute: "value"], text($0)] }
    let written = book.date(among: dates, of: .firstPublished)
    book.published = book.date(among: [text("year", in: publishing)], of: .published) ?? written
    if book.published != written { book.firstPublished = written }
    for isbn in (text("isbn", in: publishing) ?? "").split(whereSeparator: { $0 == "," || $0 == ";" }) {
      book.addIdentifier(String(isbn), scheme: "isbn")
    }
    return book
  }

  /// The id of the first image on the cover page. The image itself is in another part of the document.
  private var cover: String? {
    let images = all("coverpage", in: title).flatMap { all("image", in: $0) }
    let address = images.first?.attributes.first { $0.name.local == "href" }?.value.trimmed()
    guard let address, address.hasPrefix("#"), address.utf8.count > 1 else { return nil }
    return String(address.dropFirst())
  }

  private func name(_ person: XMLElement) -> String? {
    let parts = ["first-name", "middle-name", "last-name"].compactMap { text($0, in: person) }
    return parts.isEmpty ? text("nickname", in: person) : parts.joined(separator: " ")
  }
}
