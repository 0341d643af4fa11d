import Catalog
import CommandLineKit

/// The commands for possible duplicates.
struct DuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", meanings: ["dupes", "dedupe", "duplicate", "doubles"],
    abstract: "Find books that may be the same book.",
    discussion: """
      Compares ISBNs, identifiers, titles and authors of all books. Each group shows its reason and certainty:

        sure      the same book: no known value contradicts it
        likely    may be the same: initials, a subtitle, more authors or an
                  article differ, or the publisher, the year, the pages
        edition   other editions of one work: other ISBNs, languages, formats
                  (shown with --all-editions)

      Differences in case, accents and punctuation are ignored, and so are names written “Last, First” and a series in
      parentheses after the title. Books are never merged automatically. 'catalog duplicates --review' shows the books
      of each group side by side and asks. 'catalog merge' merges them. 'catalog duplicates distinct' marks them as
      different.
      """,
    examples: [
      Example("catalog duplicates"), Example("catalog duplicates --review", "decide one by one"),
      Example("catalog merge 7 12", "book 7 keeps its number and its values"),
      Example("catalog duplicates distinct 7 12", "do not suggest them again"),
    ],
    group: .editing, subcommands: [DuplicatesListCommand.self, DuplicatesDistinctCommand.self],
    defaultSubcommand: DuplicatesListCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}
