import FoundationEssentials

/// Reads the metadata of an EPUB. Only the archive's directory, the container, the package document and a cover page
/// are read.
package enum EPUBBook {
  /// Reads an EPUB.
  ///
  /// - Throws: ``ArchiveFailure`` if the archive, or a document in it, cannot be read.
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

  /// Returns the first image on a page, or the page itself if it is an image. Returns `nil` if the page has no image or
  /// cannot be read.
  private static func firstImage(of page: ZIPMember, in archive: ZIPArchive) -> ZIPMember? {
    if BookFileType.isImage(page.text) { return page }
    guard let contents = try? archive.contents(of: page),
      let (_, image, _) = try? MendedXML.part("img", "image", of: contents, limit: contents.count)
    else { return nil }
    // SVG uses `xlink:href` or `href`.
    let address = image.attributes.first { ["src", "href"].contains($0.name.local) }?.value.trimmed()
    return address.flatMap { archive.member(at: $0, from: page) }
  }

  /// Parses a package document.
  ///
  /// - Throws: ``ArchiveFailure`` if the document cannot be read.
  package static func book(of document: [UInt8]) throws(ArchiveFailure) -> EBook {
    do throws(XMLFailure) {
      return try OPFPackage(document).book
    } catch {
      throw ArchiveFailure(.damaged, "its package document cannot be read: \(error)")
    }
  }

  private static let mediaType = "application/oebps-package+xml"

  private static func package(of archive: ZIPArchive) throws(ArchiveFailure) -> ZIPMember {
    // If the container is missing or names a file that does not exist, look for a file with the extension of package
    // documents.
    let named = try container(of: archive).flatMap { path in
      archive.member(named: path) ?? URL(string: path).flatMap { archive.member(named: $0.path) }
    }
    if let member = named ?? archive.members.first(where: { $0.text.lowercased().hasSuffix(".opf") }) { return member }
    throw ArchiveFailure(.damaged, "it has no package document, which an EPUB needs")
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
