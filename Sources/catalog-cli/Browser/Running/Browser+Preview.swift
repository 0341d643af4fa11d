import Catalog
import CatalogSources
import CommandLineKit

/// The cover images for previews, and the maximum size at which they are drawn.
struct BrowserCovers: Sendable {
  let cache: CoverCache
  let decoder = CoverDecoder()
  let columns: Int
  let rows: Int

  /// Returns the cover of a book as cells. Prefers the book's own cover to the providers' covers. Returns `nil` if no
  /// cover can be loaded or drawn.
  func picture(of page: BrowserPage) async -> CellPicture? {
    for address in [page.book.cover].compactMap(\.self) + page.metadata.compactMap(\.metadata.cover) {
      // If one cover fails for any reason, another cover may still work. The `cover` command reports the reasons.
      guard let cover = try? await cache.cover(at: address), let pixels = await decoder.pixels(of: cover) else {
        continue
      }
      return CellPicture(
        width: pixels.width, height: pixels.height, bytes: pixels.bytes, columns: columns, rows: rows)
    }
    return nil
  }
}

extension Browser {
  /// Shows a preview of the selected book next to the list if there is room. The data in the row appears immediately,
  /// other data after a short delay, and the cover last.
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

  /// The source of covers for previews; `nil` if pictures cannot be drawn or there is no room.
  private var covers: BrowserCovers? {
    guard let cache = settings.covers, screen.showsPictures else { return nil }
    // Half of the height is reserved for text.
    let rows = min(16, state.height / 2)
    return rows < 6 ? nil : BrowserCovers(cache: cache, columns: state.previewColumns, rows: rows)
  }
}
