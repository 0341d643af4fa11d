import Catalog
import CatalogSources

/// An account as JSON; see `serve user list --json` in docs/json.md.
package enum AccountJSON {
  /// Writes an account.
  ///
  /// - Parameter devices: The number of the account's device tokens.
  package static func write(_ account: Account, devices: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", account.name)
      json.member("role", account.role.rawValue)
      json.member("password", account.hasPassword)
      json.member("devices", devices)
      json.member("added", account.added.rfc3339)
    }
  }
}
