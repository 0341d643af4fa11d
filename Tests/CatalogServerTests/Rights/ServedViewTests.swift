import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

/// Tests of the books that routes receive from a view, including values that no route sends today.
@Suite struct ServedViewTests {
  private static let viewers: [Viewer] = [
    Viewer(role: .reader, audience: Audience(fields: .publicOnly)),
    Viewer(account: "Ada", role: .owner, audience: .owner), Viewer(role: .owner, audience: .owner, isAtServer: true),
  ]

  @Test(arguments: viewers)
  func `a page of a group contains the same books as they are shown one by one`(viewer: Viewer) async throws {
    let catalog = try BookCatalog.temporary()
    try await catalog.add { draft in
      (draft.title, draft.tags, draft.notes) = ("Emma", TagSet(["novel"]), "a note")
      (draft.copies, draft.attachments) = ([BookCopy(place: "attic")], [BookFile(path: "/home/ada/emma.epub")])
    }
    let served = ServedCatalog(catalog)
    let (page, books) = try catalog.view { snapshot in
      let view = try served.view(snapshot, viewer)
      let group = BookGroupPart(grouping: .tag, label: "novel")
      return (
        try view.page(of: group, "", order: .newestFirst, at: .start, size: 5).books,
        [try view.book(1)].compactMap(\.self)
      )
    }
    expectEqual(page, books)
    expectEqual(page.map { $0.notes != nil && !$0.copies.isEmpty }, [viewer.audience.fields == .everything])
    expectEqual(page.map { !$0.attachments.isEmpty }, [viewer.seesPaths])
  }
}
