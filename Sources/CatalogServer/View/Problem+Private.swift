extension Viewer {
  /// The reason why private data is not shown.
  var refusal: Problem { account == nil && !mayLogIn ? .isPrivate : .isOwners }
}

extension Problem {
  /// The problem reported if a request needs data that only owners may see.
  static let isOwners = Problem(403, detail: "This is private. Only owners of the catalog can see it, over HTTPS.")

  /// The problem reported if a request needs data that is not shown over an unencrypted connection.
  static let isPrivate = Problem(
    403,
    detail: """
      This is private and isn't shown over an unencrypted connection. Use HTTPS, or open it on the server itself. The \
      server's owner can set up a certificate or a trusted proxy.
      """)
}
