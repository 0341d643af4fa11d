import CatalogModel
import Platform

/// Reads the metadata of a comic archive from `ComicInfo.xml` (Anansi Project), if it is present. The first page is the
/// cover.
package enum ComicArchive {
  /// Reads an archive.
  ///
  /// - Returns: The book. If the archive contains no metadata, the book has only a cover.
  /// - Throws: ``ArchiveFailure``
  package static func read(_ bytes: some ArchiveBytes) throws(ArchiveFailure) -> EBook {
    let archive = try ZIPArchive(bytes)
    var book = EBook()
    if let member = archive.member(named: "ComicInfo.xml") { book = try Self.book(of: archive.contents(of: member)) }
    book.cover = firstPage(of: archive)
    return book
  }

  /// Returns the name of the first image, in the page order of reader apps: by name, with numbers compared by value.
  private static func firstPage(of archive: ZIPArchive) -> String? {
    archive.members.map(\.text).filter { name in
      // Names that begin with a dot, and the folder __MACOSX, are metadata of file systems.
      return BookFileType.isImage(name)
        && !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }.map { (order: pageOrder($0), name: $0) }.min { $0 < $1 }?.name
  }

  /// Returns a sort key that orders numbers by value. Each run of digits is replaced by the number of its digits and
  /// the digits themselves, both without leading zeros.
  private static func pageOrder(_ name: String) -> String {
    var key = ""
    var rest = name.lowercased()[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let number = digits.drop { $0 == "0" }
      if !digits.isEmpty { key += String(number.count).leftPadded(to: 5) + number }
      rest = rest.dropFirst(digits.count)
      let words = rest.prefix { !($0.isASCII && $0.isNumber) }
      key += words
      rest = rest.dropFirst(words.count)
    }
    return key
  }

  /// Parses the document `ComicInfo.xml`.
  ///
  /// - Throws: ``ArchiveFailure`` if the document cannot be read.
  package static func book(of document: [UInt8]) throws(ArchiveFailure) -> EBook {
    do throws(XMLFailure) {
      let (_, root, isRepaired) = try MendedXML.part("ComicInfo", of: document, limit: ZIPArchive.sizeLimit)
      var texts: [String: String] = [:]
      for element in root.elements where texts[element.name.local] == nil && element.name.local != "Pages" {
        let text = isRepaired ? MarkupText.plain(element.text) : element.text
        if !text.trimmed().isEmpty { texts[element.name.local] = text.trimmed() }
      }
      return book(of: texts)
    } catch {
      throw ArchiveFailure(.damaged, "its ComicInfo.xml cannot be read: \(error)")
    }
  }

  /// The elements that name persons, with their roles. Roles without a MARC code are written as plain words.
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
    book.series = texts["Series"]
    book.seriesNumber = book.number(texts["Number"], of: .seriesNumber)
    let suffix = texts["Number"].map { " #\($0)" } ?? ""
    book.title = texts["Title"] ?? texts["Series"].map { $0 + suffix } ?? ""
    book.authors = list("Writer")
    for (element, role) in roles { book.contributors += list(element).map { Contributor($0, role: role) } }
    book.publisher = texts["Publisher"]
    takeDate(texts, &book)
    book.description = texts["Summary"].map(MarkupText.plain)
    book.pages = book.count(texts["PageCount"], of: .pages)
    book.language = EBook.language(texts["LanguageISO"])
    book.tags = list("Genre") + list("Tags")
    if let number = texts["GTIN"] { book.addIdentifier(number, scheme: "isbn") }
    return book
  }

  private static func takeDate(_ texts: [String: String], _ book: inout EBook) {
    guard let year = book.count(texts["Year"], of: .published) else { return }
    let month = book.count(texts["Month"], of: .published)
    let day = month == nil ? nil : book.count(texts["Day"], of: .published)
    do {
      book.published = try PartialDate(year: year, month: month, day: day)
    } catch {
      // If the month or the day is not valid, only the year is used.
      book.published = try? PartialDate(year: year)
      if let error = error as? InvalidValue {
        book.leaveOut(InvalidValue(BookField.published.rawValue, error.value, error.reason))
      }
    }
  }
}
