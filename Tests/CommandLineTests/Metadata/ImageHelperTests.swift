import CatalogModel
import CatalogTestSupport
import Foundation
import Platform
import TestExpectations
import Testing

@testable import CatalogSources
@testable import catalog_cli

/// The libraries that the helper process loads.
enum ImageLibraries {
  /// True if all libraries for images are installed.
  static let areInstalled = ["libturbojpeg.so.0", "libpng16.so.16", "libwebp.so.7", "libzbar.so.0"].allSatisfy {
    (name: String) -> Bool in dlopen(name, RTLD_NOW | RTLD_LOCAL) != nil
  }
}

extension ExecutableTests {
  /// Tests of the helper process for images: the program itself, which gives up its rights before it decodes anything.
  @Suite(.enabled(if: ImageLibraries.areInstalled, "a library for images is not installed"))
  struct ImageHelpers {
    private let helper = ImageHelper(program: Sandbox.executable)

    /// A grey JPEG of 200 × 300 pixels.
    private static let jpeg = bytes(
      """
          /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7
          gYKBTmCNl4x9lnN+gXz/wAALCAEsAMgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oA
          CAEBAAA/AIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAB//9k=
      """)
    /// A transparent PNG and a transparent WebP of 500 × 100 pixels.
    private static let png = bytes(
      """
          iVBORw0KGgoAAAANSUhEUgAAAfQAAABkCAYAAABwx8J9AAAA2UlEQVR42u3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACARwMN0QABOzeEOgAAAABJRU5ErkJggg==
      """)
    private static let webp = bytes("UklGRiIAAABXRUJQVlA4TBYAAAAv88EYEAcQEREQkCT+/09F9D/tf5sA")
    /// A PNG with the bar code 9780441013593.
    private static let barcode = bytes(
      """
          iVBORw0KGgoAAAANSUhEUgAAAWUAAAB4AQAAAAACwd7nAAAAZklEQVR42u3YoRGAMBBE0bsoHBVkhlLSEmkAOoCW4q6NzFwDiUOB
          R4FgMP/rp1aunvK8I8ib0OiPdDedk3erY6qLeksxl2kbahbfSwzmYnFlQTQajUaj0Wg0Go1Go9H3lC8M/bO+AIzDF07XbUC0AAAA
          AElFTkSuQmCC
      """)

    private static func bytes(_ base64: String) -> [UInt8] {
      Array(Data(base64Encoded: base64.filter { !$0.isWhitespace }) ?? Data())
    }

    private func failure(_ work: ImageWork, _ image: [UInt8], _ helper: ImageHelper? = nil) async -> SourceFailure.Code?
    {
      do throws(SourceFailure) { _ = try await (helper ?? self.helper).perform(work, on: image) } catch {
        return error.code
      }
      return nil
    }

    @Test func `a cover becomes a JPEG of the requested width, whatever its format`() async throws {
      for (image, height) in [(Self.jpeg, 240), (Self.png, 32), (Self.webp, 32)] {
        let small = try await helper.perform(.jpeg(width: 160), on: image)
        let header = try #require(ImageHeader(small))
        #expect(header.kind == .jpeg && header.width == 160 && header.height == height, "\(header)")
      }
    }

    @Test func `transparent parts become white`() async throws {
      for image in [Self.png, Self.webp] {
        let pixels = try #require(Pixels(output: try await helper.perform(.pixels(width: 10), on: image)))
        #expect(pixels.width == 10 && pixels.height == 2 && pixels.bytes.allSatisfy { $0 == 255 })
      }
    }

    @Test func `the bar code in a photograph is read`() async throws {
      try await expectEqual(
        BarcodePhoto.read(Self.barcode, with: helper), .book(try ISBN("9780441013593")))
      try await expectEqual(BarcodePhoto.read(Self.jpeg, with: helper), .nothing)
    }

    @Test func `an image that is cut, empty or something else is refused`() async {
      let cut = Array(Self.png.prefix(60))
      for image in [cut, [], Array("<svg/>".utf8), Array("GIF89a".utf8) + [20, 0, 30, 0], Array(Self.webp.prefix(30))] {
        await expectEqual(failure(.jpeg(width: 160), image), .malformed)
      }
      await expectEqual(failure(.jpeg(width: 160), [UInt8](repeating: 0, count: 16 * 1_048_576 + 1)), .tooLarge)
      await expectEqual(failure(.jpeg(width: 0), Self.jpeg), .failed, "the arguments are not valid")
    }

    @Test func `an image whose header claims gigabytes is refused before memory is allocated`() async throws {
      var bomb = Self.png
      bomb.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
      await expectEqual(failure(.jpeg(width: 160), bomb), .malformed)
    }

    @Test func `a JPEG with more scans than any program writes is refused before it is decoded`() async {
      // A decoder ignores what follows the end of the image, so only the number of scans matters.
      let scans = (0..<100).flatMap { _ in [0xFF, 0xDA] as [UInt8] }
      await expectEqual(failure(.jpeg(width: 160), Self.jpeg + scans.dropLast(2)), nil)
      await expectEqual(failure(.jpeg(width: 160), Self.jpeg + scans), .malformed)
    }

    @Test func `many images at once wait for their turn, and all are done`() async throws {
      let widths = try await withThrowingTaskGroup(of: Int?.self) { group in
        for number in 0..<12 {
          group.addTask { [helper] in
            ImageHeader(try await helper.perform(.jpeg(width: 50 + number), on: Self.png))?.width
          }
        }
        return try await group.reduce(into: [Int]()) { if let width = $1 { $0.append(width) } }
      }
      expectEqual(widths.sorted(), Array(50..<62))
    }

    @Test func `a helper that crashes, hangs, floods or cannot be started is a failure of the image alone`() async {
      func script(_ text: String, _ timeLimit: Duration = .seconds(3_000)) -> ImageHelper {
        ImageHelper(program: "/bin/sh", arguments: ["-c", text], timeLimit: timeLimit)
      }
      await expectEqual(failure(.barcodes, Self.png, script("kill -SEGV $$")), .malformed)
      await expectEqual(failure(.barcodes, Self.png, script("exec /bin/sleep 1000", .milliseconds(50))), .tooLarge)
      await expectEqual(failure(.barcodes, Self.png, script("exec /bin/cat /dev/zero")), .malformed)
      await expectEqual(failure(.barcodes, Self.png, script("exit 5")), .failed)
      await expectEqual(failure(.barcodes, Self.png, ImageHelper(program: "/missing")), .failed)
    }

    @Test func `the helper is not a command, and its wrong arguments are refused without output`() throws {
      let sandbox = Sandbox()
      for arguments in [[], ["jpeg"], ["jpeg", "160", "1"], ["jpeg", "2001"], ["barcodes", "1"], ["pixels", "x"]] {
        try expectEqual(sandbox.start(["image-helper"] + arguments, input: "").finish(), .fails(64, ""))
      }
      try #expect(!sandbox.run("help").output.contains("image-helper"))
    }
  }
}
