import CatalogSources
import FoundationEssentials

/// The protocol with which a terminal accepts images, as determined from the environment.
///
/// The terminal is not queried, because its responses would mix with typed input. In tmux and screen, no images are
/// shown, because by default these programs do not pass images on.
enum TerminalImages: Equatable {
  /// The kitty graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol), which accepts PNG files and pixels.
  case kitty
  /// Inline images of iTerm2 (iterm2.com/documentation-images.html), which accepts any image format.
  case iTerm2
  /// Sixels, which accept only pixels.
  case sixel

  /// The width of a cover in cells.
  private static let columns = 20
  /// The maximum number of bytes of data in one command of the kitty protocol.
  private static let pieceBytes = 4_096

  /// Determines the protocol of a terminal; `nil` if the terminal is not known to show images.
  init?(environment: [String: String], isTerminal: Bool) {
    func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
    guard isTerminal, !has("TMUX"), !term.hasPrefix("screen"), !term.hasPrefix("tmux") else { return nil }
    if program == "iTerm.app" || program == "WezTerm" || environment["LC_TERMINAL"] == "iTerm2" {
      self = .iTerm2
    } else if has("KITTY_WINDOW_ID") || term == "xterm-kitty" || program == "ghostty" || term == "xterm-ghostty" {
      self = .kitty
    } else if term.contains("sixel") || term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.hasPrefix("contour")
    {
      self = .sixel
    } else {
      return nil
    }
  }

  /// Returns the text that draws a cover. Returns `nil` if the terminal does not accept the cover's image format and
  /// the cover cannot be decoded into pixels.
  func drawing(_ cover: Cover) async -> String? {
    switch self {
    case .iTerm2: return iTerm2(Data(cover.bytes).base64EncodedString(), bytes: cover.bytes.count)
    case .kitty where cover.image.kind == .png: return kitty(Data(cover.bytes).base64EncodedString(), format: "f=100")
    case .kitty:
      return await CoverDecoder().pixels(of: cover).map { pixels in
        kitty(Data(pixels.bytes).base64EncodedString(), format: "f=24,s=\(pixels.width),v=\(pixels.height)")
      }
    case .sixel: return await CoverDecoder().pixels(of: cover).map(Sixel.text)
    }
  }

  private func kitty(_ text: String, format: String) -> String {
    var commands = ""
    var rest = text.utf8[...]
    var isFirst = true
    while isFirst || !rest.isEmpty {
      let piece = rest.prefix(Self.pieceBytes)
      rest = rest.dropFirst(piece.count)
      let start = isFirst ? "\(format),a=T,q=2,c=\(Self.columns)," : ""
      commands += "\u{1B}_G\(start)m=\(rest.isEmpty ? 0 : 1);\(Substring(piece))\u{1B}\\"
      isFirst = false
    }
    return commands
  }

  private func iTerm2(_ text: String, bytes: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(bytes);width=\(Self.columns);preserveAspectRatio=1:\(text)\u{07}"
  }
}
