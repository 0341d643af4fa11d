import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct CoverNotes {
    private let sandbox = Sandbox()
    private static let note = "note: there is a cover on the web for 1 row"

    private func errors(_ title: String, _ options: String...) throws -> String {
      try sandbox.folder.write("\(title).csv", "title,cover\n\(title),https://covers.example/\(title).jpg\nOther,\n")
      return try sandbox.start(["import", "\(title).csv"] + options).finish().errors
    }

    @Test func `the first import with covers on the web names the setting, and later imports do not`() throws {
      try #expect(!errors("a", "--dry-run").contains(Self.note))
      let errors = try errors("a")
      #expect(errors.contains(Self.note) && errors.contains("covers = on to "), "\(errors)")
      try #expect(!self.errors("b").contains(Self.note))
    }

    @Test(arguments: ["on", "off"]) func `a setting answers the question in advance`(setting: String) throws {
      _ = try sandbox.shell("mkdir -p home/.config/catalog")
      try sandbox.folder.write("home/.config/catalog/settings", "covers = \(setting)\n")
      try #expect(!errors("a").contains(Self.note))
    }

    @Test func `an unknown value of the setting is reported with its line`() throws {
      _ = try sandbox.shell("mkdir -p home/.config/catalog")
      try sandbox.folder.write("home/.config/catalog/settings", "# mine\ncovers = maybe\n")
      let errors = try errors("a")
      #expect(errors.contains("line 2 is not on, off or ask"), "\(errors)")
    }
  }
}
