/// The pages that every page links to.
enum PageSection: String {
  case library = "Library"
  case statistics = "Statistics"
  case add = "Add"
  case imports = "Import"
  case conflicts = "Conflicts"
  case duplicates = "Duplicates"
  case sources = "Sources"
  case history = "History"
  case devices = "Devices"

  /// The pages of the menu “Manage”, which only some viewers see.
  static let managing: [PageSection] = [.imports, .conflicts, .duplicates, .sources, .history]

  var path: String {
    switch self {
    case .library: ""
    case .imports: "import"
    default: rawValue.lowercased()
    }
  }

  /// Returns true if a viewer may open the page.
  func isShown(in context: PageContext) -> Bool {
    switch self {
    case .library, .statistics: true
    case .add, .imports: context.mayEdit
    case .conflicts, .duplicates, .sources: context.view.viewer.seesEverything
    case .history: context.view.viewer.seesEverything || context.view.hasOwnHistory
    case .devices: context.view.viewer.account != nil && !context.request.request.client.isOpen
    }
  }
}
