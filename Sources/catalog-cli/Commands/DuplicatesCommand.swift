import Catalog
import CommandLineKit

/// The commands for books that may be the same.
struct DuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", meanings: ["dupes", "dedupe", "duplicate", "doubles"],
    abstract: "Find books that may be the same book.",
    discussion: """
      Compares the ISBNs and identifiers, titles and authors of all books, and says of each group why, and how certain it is:

        sure      they are one: nothing that both say speaks against it
        likely    they may be: initials, a subtitle, further authors or an
                  article differ, or the publisher, the year, the pages
        edition   one work in other editions: other ISBNs, languages, formats
                  (shown with --all-editions)

      Case, accents and punctuation do not matter, nor “Last, First”, nor a series in parentheses behind the title. Nothing is
      ever merged by itself: 'catalog duplicates --review' shows the books of each group side by side and asks, 'catalog merge'
      makes one book of them, 'catalog duplicates distinct' says that they are not the same.
      """,
    examples: [
      Example("catalog duplicates"), Example("catalog duplicates --review", "decide one by one"),
      Example("catalog merge 7 12", "the first keeps its number and its values"),
      Example("catalog duplicates distinct 7 12", "do not propose them again"),
    ],
    group: .reading, subcommands: [DuplicatesListCommand.self, DuplicatesDistinctCommand.self],
    defaultSubcommand: DuplicatesListCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}
