import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite struct GeneratorTests {
  @Test func quotesAreClosedWhateverJoinsThem() {
    #expect(shellQuoted("a'\u{301}b").utf8.elementsEqual("'a'\\''\u{301}b'".utf8))
  }

  /// Returns the completions that bash offers for the last word of a line, in a folder with some files.
  private func bashOffers(_ line: String) -> [String] {
    let script = "source ./script\n" + BashLine(line).completionScript
    let files = [
      "script": CompletionScript(tree: trialTree).text(for: .bash), "trial": script,
      "a.csv": "", "b.txt": "", "c d.json": "", "my.db": "",
    ]
    let offered = shellOutput(of: "bash trial", files: files)
    return (offered ?? "failed").split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    .enabled(if: isInstalled("bash")),
    arguments: [
      ("catalog ", ["export", "help", "list", "show", "source"]),
      ("catalog --d", ["--db"]),
      ("catalog --db ", ["my.db"]),
      ("catalog --db x li", ["list"]),
      ("catalog --db=x li", ["list"]),
      ("catalog --db list s", ["show", "source"]),
      ("catalog list --sort ", ["-title", "title"]),
      ("catalog list --sort=ti", ["title"]),
      ("catalog list --sort \"ti", ["title"]),
      ("catalog list --color=", ["always", "auto", "never"]),
      ("catalog list --json ", []),
      ("catalog list --json=i", ["id"]),
      ("catalog list -- --p", []),
      ("catalog list '$(exit 1)' --p", ["--page"]),
      ("catalog source ", ["add", "remove"]),
      ("catalog source add x a", ["always", "auto"]),
      ("catalog export ", ["a.csv", "c d.json"]),
      ("catalog export 'c", ["c d.json"]),
      ("catalog export --form ", [#"a\ b"#, #"it\'s"#, "x:y"]),
      ("catalog export --form 'a", ["a b"]),
      ("catalog export --form \"i", ["it's"]),
      ("catalog export --form x:", ["y"]),
      ("catalog help s", ["show", "source"]),
    ])
  func `bash offers commands, options, values and files`(line: String, offers: [String]) {
    expectEqual(bashOffers(line), offers)
  }

  @Test(arguments: [("bash", "bash -n", CompletionShell.bash), ("zsh", "zsh -n", .zsh), ("fish", "fish -n", .fish)])
  func `a completion script is correct for its shell`(program: String, check: String, shell: CompletionShell) {
    guard isInstalled(program) else { return }
    let script = CompletionScript(tree: trialTree).text(for: shell)
    expectEqual(shellOutput(of: "\(check) script", files: ["script": script])?.isEmpty, true)
  }

  @Test(
    .enabled(if: isInstalled("fish")),
    arguments: [
      ("catalog --db x li", ["list"]), ("catalog --db list s", ["show", "source"]),
      ("catalog list --sort=ti", ["--sort=title"]),
      ("catalog source ", ["add", "remove"]), ("catalog --db ", ["my.db"]), ("catalog list --page ", []),
      ("catalog export --form ", ["a b", "it's", "x:y"]),
    ])
  func `fish offers commands, options, values and files`(line: String, offers: [String]) {
    let files = [
      "script": CompletionScript(tree: trialTree).text(for: .fish),
      "trial": "source script; complete -C '\(line)'", "b.txt": "", "my.db": "",
    ]
    let offered = shellOutput(of: "HOME=$PWD fish --no-config trial", files: files)
    let words = (offered ?? "failed").split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    expectEqual(words.sorted(), offers)
  }

  @Test func `a zsh specification escapes special characters`() {
    let script = CompletionScript(tree: trialTree).text(for: .zsh)
    #expect(script.contains(#"'--sort=[Order of the rows\: \[KEY\] or -KEY.]:ORDER:(title -title)'"#))
    #expect(script.contains(#"'--db=[The catalog'\''s file.]:FILE:_files -g "*.db"'"#))
    #expect(script.contains(#"'--json=-[Print JSON, of these fields only.]::FIELDS:(id title)'"#))
    #expect(script.contains(#"'*--form=[The book'\''s form.]:FORM:(a\ b it\'\''s x\:y)'"#))
    #expect(!script.contains("self-test"))
  }

  private let manualPage = ManualPage(
    tree: trialTree, date: "2025-03-01",
    sections: [ManualSection(title: "Exit status", text: ".dots, 'quotes', \\slashes\n\n  --as it is…\n\n'start")]
  ).text()

  @Test func `the manual page escapes what roff interprets`() {
    #expect(manualPage.contains("\n.SH \"EXIT STATUS\"\n\\&.dots, \\(aqquotes\\(aq, \\eslashes\n"))
    #expect(manualPage.contains("\n.nf\n  \\-\\-as it is\\[u2026]\n.fi\n.PP\n\\(aqstart\n"))
    #expect(manualPage.contains(".B \"catalog list \\(aqtitle:\\(dqa b\\(dq\\(aq \\-dune\"\n"))
    #expect(!manualPage.contains { !$0.isASCII })
  }

  @Test(.enabled(if: isInstalled("groff"))) func `groff shows the manual page without warnings`() throws {
    let shown = try #require(shellOutput(of: "groff -man -Tutf8 -P-cbou -ww page", files: ["page": manualPage]))
    #expect(!shown.contains("warning"))
    #expect(shown.contains("catalog - Keep a catalog of books\n"))
    #expect(shown.contains("-p, --page N\n"))
    #expect(shown.contains(#"catalog list 'title:"a b"' -dune"#))
    #expect(shown.contains(".dots, 'quotes', \\slashes"))
    #expect(shown.contains("--as it is…"))
  }
}
