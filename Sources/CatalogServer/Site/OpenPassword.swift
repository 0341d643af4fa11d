extension Problem {
  /// A password came where others can read along: how the server gets what keeps it secret.
  ///
  /// - Parameter command: how something is done by a command of the program; `nil` where it has none.
  static func openPassword(_ command: (CommandHint) -> String?) -> Problem {
    func words(_ hint: CommandHint) -> String { command(hint).map { " (\($0))" } ?? "" }
    return Problem(
      403,
      detail: """
        Others could read a password along, so none is taken here: ask by https. The server needs a certificate\
        \(words(.makeCertificate)), or a proxy in front of it that has one\(words(.trustProxy)). A password that was sent \
        is one to change; a device token is taken, for reading.
        """)
  }
}
