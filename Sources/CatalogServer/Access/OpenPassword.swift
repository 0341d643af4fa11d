extension Problem {
  /// The refusal of a password sent over an unencrypted connection, with ways to make the connection secure. It does
  /// not name a command, because that would contain the path of the catalog's file.
  static let openPassword = Problem(
    403,
    detail: """
      Others could read a password along, so none is taken here: ask by https. The server's owner can give it a certificate, or tell it \
      of the proxy in front of it. A password that was sent is one to change; a device token is taken, for reading.
      """)
}
