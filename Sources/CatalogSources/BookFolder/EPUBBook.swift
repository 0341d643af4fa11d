import FoundationEssentials

/// What an EPUB says of its book: the archive's directory, the container, the package document, and nothing else is read.
package enum EPUBBook {
  /// - Throws: ``ArchiveFailure``, also for a document that cannot be read.
  package static func read(_ bytes: some ArchiveBytes) throws(ArchiveFailure) -> EBook {
    let archive = try ZIPArchive(bytes)
    let member = try package(of: archive)
    let contents = try archive.contents(of: member)
    var book = try book(of: contents)
    let image = OPFManifest.cover(in: contents).flatMap { archive.member(at: $0, from: member) }
    let page = image == nil ? OPFManifest.coverPage(in: contents).flatMap { archive.member(at: $0, from: member) } : nil
    book.cover = (image ?? page.flatMap { firstImage(of: $0, in: archive) })?.text
    return book
  }

  /// The image that a page shows first, which may be the page itself; `nil` where there is none, or the page cannot be read.
  private static func firstImage(of page: ZIPMember, in archive: ZIPArchive) -> ZIPMember? {
    if BookFileType.isImage(page.text) { return page }
    guard let contents = try? archive.contents(of: page),
      let (_, image, _) = try? MendedXML.part("img", "image", of: contents, limit: contents.count)
    else { return nil }
    // That of SVG is `xlink:href`, or `href` alone.
    let address = image.attributes.first { ["src", "href"].contains($0.name.local) }?.value.trimmed()
    return address.flatMap { archive.member(at: $0, from: page) }
  }

  /// What a package document says.
  ///
  /// - Throws: ``ArchiveFailure`` when it cannot be read.
  package static func book(of document: [UInt8]) throws(ArchiveFailure) -> EBook {
    do throws(XMLFailure) {
      return try OPFPackage(document).book
    } catch {
      throw ArchiveFailure(.damaged, "its package document cannot be read: \(error)")
    }
  }

  private static let mediaType = "application/oebps-package+xml"

  private static func package(of archive: ZIPArchive) throws(ArchiveFailure) -> ZIPMember {
    // Where the container is missing or says nothing that is there, what is called like a package document is one.
    let named = try container(of: archive).flatMap { path in
      archive.member(named: path) ?? URL(string: path).flatMap { archive.member(named: $0.path) }
    }
    if let member = named ?? archive.members.first(where: { $0.text.lowercased().hasSuffix(".opf") }) { return member }
    throw ArchiveFailure(.damaged, "it has no package document, as an EPUB has")
  }

  private static func container(of archive: ZIPArchive) throws(ArchiveFailure) -> String? {
    guard let member = archive.member(named: "META-INF/container.xml") else { return nil }
    let contents = try archive.contents(of: member)
    guard let (_, roots, _) = try? MendedXML.part("rootfiles", of: contents, limit: contents.count) else { return nil }
    let files = roots.elements.filter { $0.name.local == "rootfile" }
    let package = files.first { $0[attribute: "media-type"]?.trimmed() == mediaType } ?? files.first
    return package?[attribute: "full-path"]?.trimmed()
  }
}
