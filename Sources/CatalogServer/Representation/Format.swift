/// The format of an answer.
public struct Format: Sendable, Hashable {
  /// The extension in addresses that request this format, without the dot, such as `json`.
  public let fileExtension: String
  /// The media type, as sent in responses.
  public let type: String

  /// Creates a format.
  public init(fileExtension: String, type: String) {
    self.fileExtension = fileExtension
    self.type = type
  }

  /// An HTML page for a browser.
  public static let html = Format(fileExtension: "html", type: "text/html; charset=utf-8")
  /// JSON (RFC 8259).
  public static let json = Format(fileExtension: "json", type: "application/json")
  /// JSON Lines: one object per line.
  public static let jsonLines = Format(fileExtension: "jsonl", type: "application/jsonl")
  /// Comma-separated values (RFC 4180).
  public static let csv = Format(fileExtension: "csv", type: "text/csv; charset=utf-8; header=present")
  /// A vector image (SVG 1.1).
  public static let svg = Format(fileExtension: "svg", type: "image/svg+xml")
  /// An OPDS 1.2 catalog, in Atom.
  public static let atom = Format(fileExtension: "atom", type: "application/atom+xml;profile=opds-catalog")
  /// An OPDS 2.0 catalog, in JSON.
  public static let opds = Format(fileExtension: "opds", type: "application/opds+json")
}
