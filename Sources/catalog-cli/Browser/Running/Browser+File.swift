import Catalog

extension Browser {
  /// Shows a message when the catalog's file disappears, is replaced, cannot be read, or becomes available again.
  func take(_ trouble: BrowserTrouble.Change) {
    let path = session.catalog.path
    switch (trouble.old, trouble.new) {
    case (_, .missing?): say("\(path) is missing. Nothing can be saved until it is back.", isError: true)
    case (_, .replaced?): openReplacement(of: path)
    case (_, .unreadable(let reason)?): say("\(reason). \(state.keys.name(of: .reload)): try again", isError: true)
    case (.unreadable?, nil): say("\(path) can be read again.")
    case (_, nil): say("\(path) is back.")
    }
  }

  /// Switches to the file that has replaced the catalog's file, as soon as the new file is complete.
  private func openReplacement(of path: String) {
    say("Another file has replaced \(path). It will be opened when it is complete.", isError: true)
    var options = BookCatalog.Options()
    options.createsFile = false
    options.isReadOnly = session.catalog.isReadOnly
    let person = session.catalog.person
    Task { [options, session] in
      var file = ArrivingFile(path)
      while session === self.session, session.isReplaced {
        try? await Task.sleep(for: .milliseconds(250))
        // If the old file's log is still there, SQLite would apply it to the new file (sqlite.org/howtocorrupt.html,
        // 1.4).
        if let log = ArrivingFile.stamp(of: path + "-wal"), log.inode == session.log?.inode {
          say("\(path)-wal belongs to the previous file. Move it next to that file.", isError: true)
          continue
        }
        guard file.isToBeOpened() else { continue }
        do {
          let catalog = try await Task.detached { try BookCatalog.open(path, options: options) }.value
          goOn(with: try person.map(catalog.acting) ?? catalog)
          await session.end()
          return
        } catch {
          say("Another file has replaced \(path): \(settings.hints.text(of: error))", isError: true)
        }
      }
    }
  }

  private func goOn(with catalog: BookCatalog) {
    let typed = state.leaveBooks().map { " Your input was not saved: \($0)" } ?? ""
    begin(BrowserSession(catalog, state, settings))
    session.show(state)
    say("Another file has replaced \(catalog.path) and is now open.\(typed)")
  }
}
