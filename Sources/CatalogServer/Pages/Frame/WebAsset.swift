import CatalogModel
import CatalogSources
import FoundationEssentials

/// A file that pages load: the style sheet, the script, an icon or the manifest. Its address contains its fingerprint,
/// so clients may cache it forever.
struct WebAsset: Sendable {
  static let style = WebAsset("page.css", type: "text/css; charset=utf-8")
  static let script = WebAsset("page.js", type: "text/javascript; charset=utf-8")
  static let icon = WebAsset("icon.svg", type: "image/svg+xml")
  /// The icon for home screens that cannot show SVG.
  static let homeIcon = WebAsset("icon.png", type: "image/png")
  /// The description of the pages as an app for home screens (w3.org/TR/appmanifest).
  static let manifest = WebAsset("app.webmanifest", type: "application/manifest+json", bytes: manifestBytes)
  static let all = [style, script, icon, homeIcon, manifest]

  let name: String
  let type: String
  let bytes: [UInt8]
  /// The fingerprint of the bytes, in hexadecimal digits.
  let fingerprint: String

  private init(_ name: String, type: String) {
    let text = EmbeddedAssets.all.first { $0.name == name }?.text ?? ""
    let isText = !type.hasSuffix("/png")
    self.init(
      name, type: type,
      bytes: isText
        ? Array(text.utf8) : Data(base64Encoded: text, options: .ignoreUnknownCharacters).map(Array.init) ?? [])
  }

  private init(_ name: String, type: String, bytes: [UInt8]) {
    self.name = name
    self.type = type
    self.bytes = bytes
    fingerprint = String(UInt64(bitPattern: Fingerprint.of(bytes)), radix: 16)
  }

  func address(basePath: String) -> PageAddress {
    PageAddress(basePath: basePath, path: ["assets", fingerprint, name])
  }

  /// The addresses in the manifest are relative to its own, so it is the same for every base path.
  private static var manifestBytes: [UInt8] {
    var json = JSONWriter(layout: .compact)
    json.object { json in
      json.member("name", Texts.catalog)
      json.member("start_url", "../../")
      json.member("scope", "../../")
      json.member("display", "standalone")
      json.member("background_color", "#fbfaf7")
      json.member("theme_color", "#fbfaf7")
      json.array("icons") { json in
        for (icon, sizes) in [(icon, "any"), (homeIcon, "512x512")] {
          json.object { json in
            json.member("src", "../\(icon.fingerprint)/\(icon.name)")
            json.member("type", icon.type)
            json.member("sizes", sizes)
          }
        }
      }
    }
    return json.bytes
  }
}
