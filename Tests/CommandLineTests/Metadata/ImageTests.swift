import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite struct SixelTests {
  @Test func `pixels become bands of six rows, runs of equal columns, and a row for each color`() {
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0], [0, 0, 255])
    let rows = [[red, red, red, red, blue]] + Array(repeating: Array(repeating: blue, count: 5), count: 6)
    let pixels = Pixels(width: 5, height: 7, bytes: rows.joined().flatMap(\.self))
    expectEqual(
      Sixel.text(of: pixels), "\u{1B}P0;1;0q\"1;1;5;7#5;2;0;0;100#180;2;100;0;0#5!4}~$#180!4@?-#5!5@-\u{1B}\\")
  }
}

extension ExecutableTests {
  @Suite(.enabled(if: ImageLibraries.areInstalled, "a library for images is not installed"))
  struct DrawingJPEG {
    /// A picture of eight by eight red pixels.
    private static let image =
      Data(
        base64Encoded: """
          /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU\
          FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
          FBQUFBQUFBT/wAARCAAIAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
          BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
          V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
          4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
          AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm\
          Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq\
          8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD50ooor8MP9Uz/2Q==
          """) ?? Data()

    private func show(_ term: String) throws -> String {
      let library = try OnlineLibrary { request in
        request.path == "/b/id/7-L.jpg" ? .bytes(Array(Self.image), type: "image/jpeg") : nil
      }
      return try library.sandbox.onTerminal("show", "1", "--cover", variables: ["TERM": term]).text
    }

    @Test func `JPEG is decoded if the terminal accepts only pixels`() throws {
      let red = Data([UInt8](repeating: 0, count: 3 * 64).enumerated().map { $0.offset % 3 == 0 ? 254 : 0 })
      try #expect(
        show("xterm-kitty").contains("\u{1B}_Gf=24,s=8,v=8,a=T,q=2,c=20,m=0;\(red.base64EncodedString())\u{1B}\\"))
      try #expect(
        show("foot").hasSuffix("\u{1B}P0;1;0q\"1;1;8;8#180;2;100;0;0#180!8~-#180!8B-\u{1B}\\\n"))
    }

    @Test func `an incomplete image is reported`() throws {
      let library = try OnlineLibrary { request in
        request.path == "/b/id/7-L.jpg" ? .bytes(Array(Self.image.prefix(200)), type: "image/jpeg") : nil
      }
      let text = try library.sandbox.onTerminal("show", "1", "--cover", variables: ["TERM": "foot"]).text
      #expect(text.contains("hint: this terminal cannot show jpeg images") || text.contains("error: "), "\(text)")
    }
  }
}
