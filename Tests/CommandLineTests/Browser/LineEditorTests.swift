import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("A line editor")
struct LineEditorTests {
  private func typed(_ keys: [Key], on text: String = "") -> LineEditor {
    var editor = LineEditor(text)
    for key in keys {
      let isTaken = editor.handle(key)
      #expect(isTaken)
    }
    return editor
  }

  private func letters(_ text: String) -> [Key] { text.unicodeScalars.map(Key.character) }

  @Test("characters are inserted at the cursor")
  func insertion() {
    expectEqual(typed(letters("Dune")).text, "Dune")
    expectEqual(typed([.left, .left] + letters("xy"), on: "Dune").text, "Duxyne")
    expectEqual(typed([.home] + letters("A ") + [.end] + letters("!"), on: "Dune").text, "A Dune!")
    expectEqual(typed([.left, .right, .right] + letters("s"), on: "Dune").text, "Dunes")
  }

  @Test("pasted text is inserted as one line at the cursor or replaces the selection")
  func pasting() {
    expectEqual(typed([.left, .paste("x\n\t y ")], on: "Dune").text, "Dunx y e")
    var editor = LineEditor("Dune", isSelected: true)
    #expect(editor.handle(.paste("\nEmma\n")) && editor.text == "Emma" && !editor.isSelected)
  }

  @Test("an accent joins the letter before it, and both are deleted together")
  func combining() {
    let editor = typed(letters("cafe\u{301}"))
    expectEqual(editor.text, "café")
    expectEqual(typed(letters("cafe\u{301}") + [.backspace]).text, "caf")
    expectEqual(typed([.left] + letters("s"), on: "x👩‍🚀").text, "xs👩‍🚀")
  }

  @Test("a key deletes a character, a word, or everything on one side of the cursor")
  func deletion() {
    expectEqual(typed([.backspace], on: "Dune").text, "Dun")
    expectEqual(typed([.backspace], on: "").text, "")
    expectEqual(typed([.home, .delete], on: "Dune").text, "une")
    expectEqual(typed([.delete], on: "Dune").text, "Dune")
    expectEqual(typed([.control("w")], on: "The long  way ").text, "The long  ")
    expectEqual(typed([.left, .control("u")], on: "Dune").text, "e")
    expectEqual(typed([.home, .right, .control("k")], on: "Dune").text, "D")
  }

  @Test("typed text replaces the selected text, and a key that moves keeps it")
  func selection() {
    func typed(_ keys: [Key]) -> String {
      var editor = LineEditor("Dune", isSelected: true)
      for key in keys { _ = editor.handle(key) }
      return editor.text
    }
    expectEqual(typed(letters("Em")), "Em")
    #expect(typed([.backspace]) == "" && typed([.delete]) == "" && typed([.control("w")]) == "")
    #expect(typed([.end] + letters("s")) == "Dunes" && typed([.home] + letters("A ")) == "A Dune")
    #expect(!LineEditor("", isSelected: true).isSelected)
  }

  @Test("keys that do not edit are not handled")
  func others() {
    var editor = LineEditor("x")
    for key in [Key.enter, .escape, .up, .pageDown, .wheelUp, .control("l"), .other] {
      let isTaken = editor.handle(key)
      #expect(!isTaken)
    }
    expectEqual(editor, LineEditor("x"))
  }

  @Test(
    "the part around the cursor is shown",
    arguments: [
      (10, [Key](), "Dune", 4), (4, [], "une", 3), (3, [.home], "Dun", 0), (1, [], "", 0), (3, [.left], "une", 2),
    ])
  func window(cells: Int, keys: [Key], text: String, cursor: Int) {
    let visible = typed(keys, on: "Dune").visible(in: cells)
    expectEqual(visible.text, text)
    expectEqual(visible.cursor, cursor)
  }

  @Test("wide characters take two cells, and control characters are made visible")
  func width() {
    expectEqual(LineEditor("銀河鉄道").visible(in: 20).cursor, 8)
    expectEqual(LineEditor("銀河鉄道").visible(in: 6).text, "鉄道")
    expectEqual(LineEditor("a\u{1B}b").visible(in: 20).text, "a␛b")
  }

  @Test("input of a terminal is decoded as keys")
  func keys() {
    let sent: [(UInt32, Key)] = [
      (0x0D, .enter), (0x0A, .enter), (0x1B, .escape), (0x7F, .backspace), (0x08, .backspace), (0x0C, .control("l")),
      (0x61, .character("a")), (0x6751, .character("村")), (0x85, .other), (0x202E, .other),
    ]
    for (value, key) in sent { expectEqual(Unicode.Scalar(value).map { Key($0) }, key) }
  }
}
