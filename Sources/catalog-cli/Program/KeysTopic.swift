import CommandLineKit

extension HelpTopics {
  /// The topic that lists the browser's commands by their names in the settings, each with its default keys.
  static var keys: HelpTopic {
    let width = BrowserCommand.allCases.map(\.rawValue.count).max() ?? 0
    let lines = BrowserCommand.allCases.compactMap { command in
      BrowserKeys.standard.bindings.first { $0.command == command }.map { binding in
        let name = command.rawValue
        return "  \(name)\(String(repeating: " ", count: width - name.count))  \(binding.label)"
      }
    }
    return HelpTopic(
      name: "keys", title: "Keys of browse",
      text: """
        A line in catalog/settings ('catalog help environment') sets the keys of a 'catalog browse' command. They
        replace the default keys below. Press ? in browse to see what the commands do.

          browse.keys.undo = z Ctrl-U

        A key is a character, Space, Tab, Enter, Esc, Backspace, Del, Up, Down, Left, Right, Home, End, PgUp, PgDn, or a
        letter with Ctrl-. If a key would have two meanings on one page, browse reports it at start and uses the default
        keys. Ctrl-C always quits, and Esc and Enter always close a page. The command rate always uses the number keys.

        \(lines.joined(separator: "\n"))
        """)
  }
}
