import Catalog
import CatalogSources
import CommandLineKit

/// Where the images of covers come from, and how large they are drawn.
struct BrowserCovers: Sendable {
  let cache: CoverCache
  let columns: Int
  let rows: Int

  /// The cover of a book in cells: the book's own, else what providers say of it. `nil` where none can be had, or drawn.
  func picture(of page: BrowserPage) async -> CellPicture? {
    guard let decoder = JPEGDecoder() else { return nil }
    for address in [page.book.cover].compactMap(\.self) + page.metadata.compactMap(\.metadata.cover) {
      // Whatever is wrong with one, another may be had; who wants to know it asks for the cover itself.
      guard let cover = try? await cache.cover(at: address), let pixels = decoder.pixels(of: cover) else { continue }
      return CellPicture(
        width: pixels.width, height: pixels.height, bytes: pixels.bytes, columns: columns, rows: rows)
    }
    return nil
  }
}

extension Browser {
  /// Shows the page of the selected book beside the list, where there is room: what the row has at once, the rest once the
  /// selection has rested on it for a moment, and then its cover.
  func preview(_ book: Book?) {
    guard state.listColumns < state.size.columns, book != previewed else { return }
    if book?.id != previewed?.id { state.cover = nil }
    previewed = book
    previewing?.cancel()
    guard let book else {
      state.preview = nil
      return
    }
    state.preview = panel(of: BrowserPage(book: book))
    previewing = Task { [weak self, catalog = session.catalog, covers] in
      try? await Task.sleep(for: .milliseconds(60))
      guard !Task.isCancelled, let page = try? await catalog.read({ try BrowserPage.read(book.id, $0) }),
        let self, !Task.isCancelled
      else { return }
      state.preview = panel(of: page)
      setNeedsDrawing()
      let cover = await covers?.picture(of: page)
      guard !Task.isCancelled, state.cover != cover else { return }
      state.cover = cover
      setNeedsDrawing()
    }
  }

  /// `nil` where pictures cannot be drawn, or have no room.
  private var covers: BrowserCovers? {
    guard let cache = settings.covers, screen.showsPictures else { return nil }
    // Half of the height is the text's.
    let rows = min(16, state.height / 2)
    return rows < 6 ? nil : BrowserCovers(cache: cache, columns: state.previewColumns, rows: rows)
  }
}
