/// The fields that tell browsers what a response may do. All responses have them, including those to hostile requests.
enum SecurityFields {
  /// The policy for pages of the site: they load only resources of this server, run no inline scripts, send forms only
  /// to this server, and cannot be framed.
  private static let pagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// The policy for book files, which come from elsewhere: they may not load or run anything.
  private static let filePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

  /// Adds the fields.
  ///
  /// - Parameter isFile: True if the response contains the file of a book.
  static func add(to fields: inout HeaderFields, isFile: Bool) {
    if isFile || fields["content-security-policy"] == nil {
      fields.set("Content-Security-Policy", isFile ? filePolicy : pagePolicy)
    }
    fields.set("X-Content-Type-Options", "nosniff")
    fields.set("Referrer-Policy", "no-referrer")
    fields.set("Cross-Origin-Resource-Policy", "same-origin")
    if isFile, fields["content-disposition"] == nil { fields.set("Content-Disposition", "attachment") }
  }
}
