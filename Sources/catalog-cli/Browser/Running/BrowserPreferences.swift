import Catalog
import CatalogSources
import CommandLineKit

/// The user's settings for the browser's keys and columns. For an invalid setting, the default applies and the problem
/// is reported.
struct BrowserPreferences: Sendable {
  private(set) var keys = BrowserKeys.standard
  private(set) var columns: [BrowserColumn] = []
  /// Descriptions of the invalid settings, with the path and the line number.
  private(set) var problems: [String] = []

  /// Reads the settings.
  ///
  /// - Parameter catalog: The catalog whose fields can be columns.
  init(_ settings: Settings, _ catalog: BookCatalog) throws {
    var problems: [String] = []
    keys = BrowserKeys.settled(settings.browserKeys) { problems.append($0) }
    if let line = settings.browserColumns {
      let own = ListColumn.hasOwn(line.value) ? try catalog.read { try $0.fields() } : OwnFields()
      do {
        columns = try ListColumn.columns(line.value, own) { name in
          let nearest = suggestion(for: name, among: ListValue.names(with: own)).map { "; did you mean '\($0)'?" } ?? ""
          problems.append("line \(line.number): unknown column \(quoted(name))\(nearest)")
        }.map { BrowserColumn($0, own) }
      } catch let error as ValidationError {
        problems.append("line \(line.number): \(error.message)")
      }
    }
    for line in settings.unknown {
      let nearest = suggestion(for: line.name, among: Settings.names).map { "; did you mean '\($0)'?" } ?? ""
      problems.append("line \(line.number): unknown setting \(quoted(line.name))\(nearest)")
    }
    self.problems = problems.map { "\(settings.path): \($0)" }
  }

  init() {}
}
