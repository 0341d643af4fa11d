/// Finds the cover of an EPUB in its package document. In EPUB 3, the cover is the item with the property `cover-image`
/// (EPUB 3.3, appendix D.9). In EPUB 2, by convention, the `meta` element with the name `cover` refers to the cover
/// item. Otherwise, the guide may refer to a page that shows the cover (OPF 2.0.1, section 2.6).
enum OPFManifest {
  /// Returns the address of the cover image, or `nil` if the package document names no cover image or cannot be parsed.
  static func cover(in document: [UInt8]) -> String? {
    guard let (_, manifest, _) = try? MendedXML.part("manifest", of: document, limit: OPFPackage.limit) else {
      return nil
    }
    let items = manifest.elements.filter { $0.name.local == "item" }
    let marked = items.first { item in
      item[attribute: "properties"]?.split(whereSeparator: \.isWhitespace).contains("cover-image") == true
    }
    let image =
      marked
      ?? named(in: document).flatMap { name in
        // Some programs write the file name instead of the id.
        items.first { $0[attribute: "id"] == name } ?? items.first { $0[attribute: "href"] == name }
      }
    guard let image, image[attribute: "media-type"]?.trimmed().lowercased().hasPrefix("image/") != false else {
      return nil
    }
    return image[attribute: "href"]?.trimmed()
  }

  /// Returns the address of the cover page, or `nil` if the package document names no cover page.
  static func coverPage(in document: [UInt8]) -> String? {
    guard let (_, guide, _) = try? MendedXML.part("guide", of: document, limit: OPFPackage.limit) else { return nil }
    let cover = guide.elements.first { element in
      element.name.local == "reference" && element[attribute: "type"]?.trimmed().lowercased() == "cover"
    }
    return cover?[attribute: "href"]?.trimmed()
  }

  private static func named(in document: [UInt8]) -> String? {
    (try? MendedXML.part("metadata", of: document, limit: OPFPackage.limit)).flatMap { meta(in: $0.element) }
  }

  private static func meta(in element: XMLElement) -> String? {
    for child in element.elements {
      if child.name.local == "meta", child[attribute: "name"] == "cover" {
        return child[attribute: "content"]?.trimmed()
      }
      if child.name.local == "x-metadata", let found = meta(in: child) { return found }
    }
    return nil
  }
}
