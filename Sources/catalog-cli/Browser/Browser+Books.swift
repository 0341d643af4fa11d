import Catalog
import CommandLineKit

extension Browser {
  /// Opens the first file of a book that is there, with the desktop's program for it.
  func openFile(of book: Book) {
    do {
      let place = FileArguments.place(of: try BookFileChoice.file(of: book))
      let environment = settings.console.environment
      say("opening \(place)")
      Task {
        let program = BookFileChoice.desktopProgram
        switch await BackgroundProgram.run(program, place, environment: environment) {
        case .exited(0): break
        case let ending: say("\(program) could not open \(place): it \(ending.words ?? "failed")", isError: true)
        }
      }
    } catch {
      say(error)
    }
  }

  /// Adds the book of an ISBN, unless it is there; its metadata is asked for.
  func add(_ isbn: ISBN) {
    let provider = settings.provider?.name
    session.writes.add(
      { catalog in
        try await catalog.write { transaction in
          if let id = try transaction.snapshot.ids(titled: "", by: [], isbns: [isbn]).first {
            var there = ChangeOutcome()
            there.summary = "\(isbn.digits) is there already: \(try transaction.snapshot.book(id)?.title ?? "") (\(id))"
            return there
          }
          let outcome = try transaction.add { $0.isbn = isbn }
          if let provider { try transaction.askMetadata(of: outcome.books, from: provider) }
          return outcome
        }
      }, tell: { [weak self] in self?.take($0) })
  }
}
