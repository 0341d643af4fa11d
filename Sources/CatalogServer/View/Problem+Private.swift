extension Problem {
  /// What is asked for, or about, is shown to owners alone.
  static let isOwners = Problem(403, detail: "This is private: it is shown to owners of the catalog, by https.")

  /// What is asked for, or about, is shown to nobody where others can read along.
  static let isPrivate = Problem(
    403,
    detail: """
      This is private, and others could read along: ask on the machine that has the catalog, or by https. Its owner can give the \
      server a certificate, or tell it of the proxy in front of it.
      """)
}
