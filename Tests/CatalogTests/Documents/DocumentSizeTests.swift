import CatalogTestSupport
import Testing

@Suite("The sizes of the documents")
struct DocumentSizeTests {
  @Test("the README has at most 8,000 characters")
  func readme() throws {
    #expect(try Repository.text(of: "README.md").count <= 8_000)
  }

  @Test("a design page has at most 150 lines")
  func design() throws {
    let pages = try Repository.files(endingIn: ".md", in: "docs/design")
    #expect(pages.count > 10)
    for page in pages {
      let lines = try Repository.text(of: page).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= 150, "\(page)")
    }
  }
}
