import CommandLineKit

extension HelpTopics {
  /// The topic that lists the browser's commands, by their names in the settings, with their keys.
  static var keys: HelpTopic {
    let width = BrowserCommand.allCases.map(\.rawValue.count).max() ?? 0
    let lines = BrowserCommand.allCases.compactMap { command in
      BrowserKeys.usual.bindings.first { $0.command == command }.map { binding in
        let name = command.rawValue
        return "  \(name)\(String(repeating: " ", count: width - name.count))  \(binding.label)"
      }
    }
    return HelpTopic(
      name: "keys", title: "Keys of browse",
      text: """
        In catalog/settings (see 'catalog help environment') a line gives a command of 'catalog browse' other keys, in the
        place of those below; ? in browse shows them with what they do:

          browse.keys.undo = z Ctrl-U

        A key is a character, Space, Tab, Enter, Esc, Backspace, Del, Up, Down, Left, Right, Home, End, PgUp, PgDn, or a
        letter with Ctrl-. A key that would have two meanings at one place is said when browse starts, and has the usual one.
        Ctrl-C always quits, and Esc and Enter always close a page. The numbers of rate stay.

        \(lines.joined(separator: "\n"))
        """)
  }
}
