/// Which file of an EPUB is its cover, as its package document says: the item with the property `cover-image` (EPUB 3.3,
/// appendix D.9), or the one that the `meta` called `cover` names, as EPUB 2 has it by custom. Else the page that its guide calls
/// the cover (OPF 2.0.1, section 2.6) shows it.
enum OPFManifest {
  /// The address of the image, from the package document; `nil` where none is named, or the document cannot be read so far.
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
        // Some programs write the file's name there.
        items.first { $0[attribute: "id"] == name } ?? items.first { $0[attribute: "href"] == name }
      }
    guard let image, image[attribute: "media-type"]?.trimmed().lowercased().hasPrefix("image/") != false else {
      return nil
    }
    return image[attribute: "href"]?.trimmed()
  }

  /// The address of the page that is the cover; `nil` where none is named.
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
