extension Problem {
  /// A password came where others can read along: how the server gets what keeps it secret. Of the machine it tells nothing, not even
  /// by which command, since that would name the catalog's file.
  static let openPassword = Problem(
    403,
    detail: """
      Others could read a password along, so none is taken here: ask by https. The server's owner can give it a certificate, or tell it \
      of the proxy in front of it. A password that was sent is one to change; a device token is taken, for reading.
      """)
}
