extension Problem {
  /// The requested data is only for owners.
  static let isOwners = Problem(403, detail: "This is private: it is shown to owners of the catalog, by https.")

  /// The requested data is not shown over an unencrypted connection.
  static let isPrivate = Problem(
    403,
    detail: """
      This is private, and others could read along: ask on the machine that has the catalog, or by https. Its owner can give the \
      server a certificate, or tell it of the proxy in front of it.
      """)
}
