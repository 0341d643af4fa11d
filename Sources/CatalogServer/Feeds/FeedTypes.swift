/// The media types and relations of links in feeds.
enum FeedTypes {
  static let acquisition = "http://opds-spec.org/acquisition/open-access"
  static let image = "http://opds-spec.org/image"
  static let thumbnail = "http://opds-spec.org/image/thumbnail"
  static let facet = "http://opds-spec.org/facet"
  static let newest = "http://opds-spec.org/sort/new"
  static let openSearch = "application/opensearchdescription+xml"

  /// Returns the media type of an Atom feed (OPDS 1.2, section 2).
  static func atom(_ kind: Feed.Kind) -> String {
    "\(Format.atom.type);kind=\(kind == .navigation ? "navigation" : "acquisition")"
  }
}
