extension Problem {
  /// The problem reported for a password sent over an unencrypted connection. It names ways to make the connection
  /// secure. The text does not suggest a command, because a command would reveal the path of the catalog's file.
  static let openPassword = Problem(
    403,
    detail: """
      Logging in with a password needs HTTPS. If you already sent your password over this connection, change it. The \
      server's owner can set up a certificate or a trusted proxy. If you only want to read, log in with a device token.
      """)
}
