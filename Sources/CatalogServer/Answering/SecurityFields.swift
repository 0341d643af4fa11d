/// The fields by which an answer tells browsers what it may do to them. All answers have them, those to hostile requests too.
enum SecurityFields {
  /// A page of ours loads only what is ours, runs no script that stands in it, sends forms only here, and is in no frame.
  private static let pagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  /// What stands in a file was written by others: it may do nothing at all here.
  private static let filePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

  /// - Parameter isFile: whether a file is sent, of a book.
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
