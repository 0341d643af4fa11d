import CatalogModel
import Platform

extension CoverCache {
  /// Returns a cover at a smaller width, as JPEG. It is made at first use, in a helper process, and stored under the
  /// content of the original.
  ///
  /// - Returns: `nil` if the cover is not wider than that, is a GIF, or cannot be scaled. The original serves instead.
  package func sized(_ cover: Cover, to width: Int) async -> Cover? {
    guard let images, cover.isScaled(to: width) else { return nil }
    let content = SHA256.hash(cover.bytes).map(\.hexadecimal).joined()
    let name = content + "-\(width).jpg"
    guard !unscalable.contains(content) else { return nil }
    if let bytes = try? files.sized(name, now: now()), let image = ImageHeader(bytes) {
      return Cover(bytes: bytes, image: image, path: files.sizedPath(name))
    }
    do {
      return try await sizes.value(of: name) {
        let bytes = try await images.perform(.jpeg(width: width), on: cover.bytes)
        guard let image = ImageHeader(bytes) else {
          throw SourceFailure(.malformed, "the image", cause: "its smaller form is not an image")
        }
        try await self.keepSized(bytes, name)
        return Cover(bytes: bytes, image: image, path: self.files.sizedPath(name))
      }
    } catch let failure as SourceFailure where failure.code != .busy {
      // Another attempt with this image would fail again.
      if unscalable.count >= Self.maxUnscalable { unscalable = [] }
      unscalable.insert(content)
      return nil
    } catch {
      return nil
    }
  }

  private func keepSized(_ bytes: [UInt8], _ name: String) throws {
    try files.storeSized(bytes, name, now: now())
    try makeRoom(for: bytes.count, name)
  }

  /// The maximum number of images that are remembered because they cannot be scaled.
  private static let maxUnscalable = 1_000
}

extension Cover {
  /// Returns true if the cover is sent in a smaller form when it is requested at a width.
  package func isScaled(to width: Int) -> Bool { image.width > width && image.kind != .gif }
}
