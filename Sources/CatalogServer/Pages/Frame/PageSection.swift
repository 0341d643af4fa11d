/// The pages that every page links to.
enum PageSection: String {
  case library, statistics, add, imports, conflicts, duplicates, sources, history, devices

  /// The pages of the menu “Manage”, which only some viewers see.
  static let managing: [PageSection] = [.imports, .conflicts, .duplicates, .sources, .history]

  var path: String {
    switch self {
    case .library: ""
    case .imports: "import"
    default: rawValue
    }
  }

  /// The label of links to the page.
  var label: String {
    switch self {
    case .library: Texts.Sections.library
    case .statistics: Texts.Sections.statistics
    case .add: Texts.Sections.add
    case .imports: Texts.Sections.imports
    case .conflicts: Texts.Sections.conflicts
    case .duplicates: Texts.Sections.duplicates
    case .sources: Texts.Sections.sources
    case .history: Texts.Sections.history
    case .devices: Texts.Sections.devices
    }
  }

  /// Returns true if a viewer may open the page.
  func isShown(in context: PageContext) -> Bool {
    switch self {
    case .library, .statistics: true
    case .add, .imports: context.mayEdit
    case .conflicts, .duplicates, .sources: context.view.viewer.audience.seesEverything
    case .history: context.view.viewer.audience.seesEverything || context.view.hasOwnHistory
    case .devices: context.view.viewer.account != nil && !context.request.request.client.isOpen
    }
  }
}
