import CatalogModel

/// What an archive of pictures says of its comic: `ComicInfo.xml` of the Anansi Project, where it has one.
package enum ComicArchive {
  /// - Returns: `nil` where the archive says nothing.
  /// - Throws: ``ArchiveFailure``
  package static func read(_ bytes: some ArchiveBytes) throws(ArchiveFailure) -> EBook? {
    let archive = try ZIPArchive(bytes)
    guard let member = archive.member(named: "ComicInfo.xml") else { return nil }
    return try book(of: archive.contents(of: member))
  }

  /// What a document says.
  ///
  /// - Throws: ``ArchiveFailure`` when it cannot be read.
  package static func book(of document: [UInt8]) throws(ArchiveFailure) -> EBook {
    do throws(XMLFailure) {
      let (_, root, isMended) = try MendedXML.part("ComicInfo", of: document, limit: ZIPArchive.sizeLimit)
      var texts: [String: String] = [:]
      for element in root.elements where texts[element.name.local] == nil && element.name.local != "Pages" {
        let text = isMended ? MarkupText.plain(element.text) : element.text
        if !text.trimmed().isEmpty { texts[element.name.local] = text.trimmed() }
      }
      return book(of: texts)
    } catch {
      throw ArchiveFailure(.damaged, "its ComicInfo.xml cannot be read: \(error)")
    }
  }

  /// What people did, by the element that names them. Roles that MARC has no code for are words.
  private static let roles = [
    ("Penciller", ContributorRole.artist.rawValue), ("Inker", "inker"), ("Colorist", "colorist"),
    ("Letterer", "letterer"), ("CoverArtist", ContributorRole.coverDesigner.rawValue),
    ("Editor", ContributorRole.editor.rawValue), ("Translator", ContributorRole.translator.rawValue),
  ]

  private static func book(of texts: [String: String]) -> EBook {
    var book = EBook()
    func list(_ name: String) -> [String] {
      (texts[name] ?? "").split(separator: ",").map { String($0).trimmed() }.filter { !$0.isEmpty }
    }
    /// −1 is how programs write that a number is not known.
    func number(_ name: String) -> Int? { texts[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    book.series = texts["Series"]
    book.seriesNumber = EBook.number(texts["Number"])
    let place = texts["Number"].map { " #\($0)" } ?? ""
    book.title = texts["Title"] ?? texts["Series"].map { $0 + place } ?? ""
    book.authors = list("Writer")
    for (element, role) in roles { book.contributors += list(element).map { Contributor($0, role: role) } }
    book.publisher = texts["Publisher"]
    if let year = number("Year") {
      let date = try? PartialDate(year: year, month: number("Month"), day: number("Month") == nil ? nil : number("Day"))
      book.published = date ?? (try? PartialDate(year: year))
    }
    book.description = texts["Summary"].map(MarkupText.plain)
    book.pages = number("PageCount")
    book.language = EBook.language(texts["LanguageISO"])
    book.tags = list("Genre") + list("Tags")
    if let number = texts["GTIN"] { book.addIdentifier(number, scheme: "isbn") }
    return book
  }
}
