import Catalog
import CatalogSources

/// A device token as JSON; see `serve device list --json` in docs/json.md.
package enum DeviceTokenJSON {
  /// Writes a device token.
  ///
  /// - Parameter secret: The secret of the token, which is shown only once, directly after the token is created; `nil`
  ///   at any other time.
  package static func write(_ token: DeviceToken, secret: String? = nil, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", Int(token.id.rawValue))
      json.member("name", token.name)
      json.member("user", token.account)
      json.member("made", token.made.rfc3339)
      json.member("used", token.lastUsed?.description)
      if let secret { json.member("token", secret) }
    }
  }
}
