import Catalog
import CatalogSources

/// A device token as JSON: `serve device list --json` of docs/json.md.
package enum DeviceTokenJSON {
  /// Writes a device token.
  ///
  /// - Parameter secret: The token itself if it was just created; it is shown only once.
  package static func write(_ token: DeviceToken, secret: String? = nil, to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", Int(token.id.rawValue))
    json.member("name", token.name)
    json.member("user", token.account)
    json.member("made", token.made.rfc3339)
    json.member("used", token.lastUsed?.description)
    if let secret { json.member("token", secret) }
    json.endObject()
  }
}
