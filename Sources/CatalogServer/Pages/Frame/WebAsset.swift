import CatalogModel

/// A file that pages load: the style sheet, the script or the icon. Its address contains its fingerprint, so clients
/// may cache it forever.
struct WebAsset: Sendable {
  static let style = WebAsset("page.css", type: "text/css; charset=utf-8")
  static let script = WebAsset("page.js", type: "text/javascript; charset=utf-8")
  static let icon = WebAsset("icon.svg", type: "image/svg+xml")
  static let all = [style, script, icon]

  let name: String
  let type: String
  let bytes: [UInt8]
  /// The fingerprint of the bytes, in hexadecimal digits.
  let fingerprint: String

  private init(_ name: String, type: String) {
    self.name = name
    self.type = type
    bytes = Array((EmbeddedAssets.all.first { $0.name == name }?.text ?? "").utf8)
    fingerprint = String(UInt64(bitPattern: Fingerprint.of(bytes)), radix: 16)
  }

  func address(basePath: String) -> PageAddress {
    PageAddress(basePath: basePath, path: ["assets", fingerprint, name])
  }
}
