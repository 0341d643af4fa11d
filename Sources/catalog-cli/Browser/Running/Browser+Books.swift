import Catalog
import CommandLineKit

extension Browser {
  /// Opens the book's first existing file in the desktop's default program for such files.
  func openFile(of book: Book) {
    do {
      let location = try BookFileChoice.argument(for: BookFileChoice.file(of: book))
      let environment = settings.console.environment
      say("opening \(location)")
      Task {
        let program = BookFileChoice.desktopProgram
        switch await BackgroundProgram.run(program, location, environment: environment) {
        case .exited(0): break
        case let ending: say("\(program) could not open \(location): it \(ending.words ?? "failed")", isError: true)
        }
      }
    } catch {
      say(error)
    }
  }
}
