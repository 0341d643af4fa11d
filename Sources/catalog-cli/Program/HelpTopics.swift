import Catalog
import CatalogSources
import CommandLineKit

/// A topic of `catalog help` that is not a command.
struct HelpTopic: Sendable {
  let name: String
  let title: String
  let text: String
}

/// The topics of `catalog help TOPIC` in addition to the commands.
enum HelpTopics {
  /// The topic that lists all commands with their abstracts.
  static let commands = "commands"

  /// The names of all topics, including the list of commands.
  static let names = [commands] + all.map(\.name)

  static let all = [query, columns, json, fields, replace, people, exitCodes, environment, keys]

  /// Shows help for a command or a topic, through the pager if there is one.
  static func show(_ words: [String]) throws {
    let console = Console.standard
    let width = min(console.outputSettings.width, 100)
    let text: String
    if words.isEmpty {
      text = Program.tree.briefHelp(
        width: width,
        more: """
          'catalog help' says more about a command, or of: \(names.joined(separator: ", ")).
          """)
    } else if words == [commands] {
      text = try Program.tree.helpText(for: [], width: width)
    } else if words.count == 1, let topic = all.first(where: { $0.name == words[0] }) {
      text = topic.text
    } else {
      text = try Program.tree.helpText(for: words, width: width)
    }
    try console.paged { try $0.write(text + "\n") }
  }

  /// Each example line consists of a query and, after at least two spaces, its meaning.
  private static let query = HelpTopic(
    name: "query", title: "Queries",
    text: """
      What 'list', 'search', 'tree', 'pick', 'stats', 'watch', 'metadata' and 'edit --matching' can search for. All words must match.
      Case and accents do not matter, and a word may be only the beginning of one. Any text is a valid query: what looks
      like syntax and is not is searched for as text, and said; where books would be changed by it, it is an error. In
      quotes it is text.

        walker                  books with a word that begins with walker
        alice walker            both words, anywhere
        "color purple"          exactly these words, side by side
        title:dune              in the title; also author: series: tag: isbn: publisher:
        author:"le guin"        a phrase in a field
        tag:"=book club"        this tag and no longer one; also =… of other texts
        language:en             in English; en, eng and en-US are the same
        source:samples          from this source
        year:1965               published in 1965
        year:1990..1999         from 1990 to 1999
        pages:300..             300 pages and more
        rating:">=4"            you gave it at least 4; also written rating:4..
        average:4..             others gave it at least 4 on average
        finished:2024           a reading ended then, an earlier one too; also started:2024-05
        finished:last-month     also today yesterday this-week last-week this-month this-year last-year
        finished:last-year..    from then until now; ranges may begin and end with such words
        added:last-30-days      came in then, today included; changed:>2024-05-31 changed later
        is:read                 read; also is:unread is:want is:reading is:paused is:abandoned
        is:unfinished           all but read
        is:edited               with edits of yours
        is:rated                with a rating of yours; is:reread read more than once
        format:audiobook        also hardcover paperback ebook comic other
        has:cover               with a cover; no:cover without; has and no take every field that may be empty
        has:file                with a file; file:epub one of this ending
        is:owned                with a copy of yours; is:lent one that somebody has
        id:goodreads=234225     known by this name; id:goodreads by any of Goodreads
        shelf:attic             in a field of your own ('catalog field'); has:shelf with any value, no:shelf without
        price:>20               a number of your own; also price:10..20, and of dates bought:2024
        @unread-sf              what a search finds that you saved ('catalog search --save unread-sf …')
        title~/ring.*lord/i     a regular expression (PCRE2) in a field with texts, i for any case; every book is read
        -vampire                without this word; write one letter alone after --: -- -x
        -is:read                not read
        dune OR foundation      either of the two
        dune: messiah           dune is no field, so both are words
        978-0-441-01359-3       the book with this ISBN
        村上                    a run of characters inside a title

      'search' puts the best match first, 'list' keeps its order. Of a long query the first 32 words count, OR too. A shell
      interprets < > " and spaces: put such words in single quotes.
      """)

  private static let columns = HelpTopic(
    name: "columns", title: "Columns and templates",
    text: """
      'list' and 'search' show other columns with --columns, in the order in which
      they are named, as a table of CSV with --csv, or a line of your own for each
      book with --format. Names are those of 'catalog help fields', those of fields of
      your own, and

        id        the number by which the book is named
        year      the year in which it was published
        mine      your rating, which is the field rating
        average   that of others, which is the field average-rating
        isbn13    the thirteen digits
        changed   when anything about the book changed
        uuid      its identity in every catalog

      On a terminal, title:30 takes at most 30 cells; where it is too narrow, the
      columns named last are cut first, and then left out. Numbers and dates are
      written for people there, your rating has a star, and a series is not said again
      at the end of the title. Pipes and files get values as they are, lists joined by
      '; '.

        catalog list --columns title,mine,shelf
        catalog list --columns id,finished,title:40 finished:2024 --sort -finished --all
        catalog list --csv --all > books.csv
        catalog list --columns title,year,own.shelf --csv

      A table of CSV begins with the names of its columns: title, year, and otherwise
      those that JSON has, such as averageRating and own.shelf. Without --columns it has
      id, title, authors, year, pages, rating, averageRating and readState. To give
      books to another program, or to a spreadsheet, use 'catalog export', with
      --matching where it is to be some of them.

      In a template, names stand in braces; what is not known is empty. {{ and }} are
      braces, \\t a tab, \\n a line break, \\\\ a backslash.

        catalog list --format '{title} ({year})'
        catalog search dune --format '{id}\\t{authors}\\t{series} {series-number}'

      A line such as columns = title, mine, shelf in catalog/settings (see 'catalog
      help environment') is what lists on a terminal show where no columns are named.
      Pipes and files do not depend on it.
      """)

  private static let replace = HelpTopic(
    name: "replace", title: "Replacing in texts",
    text: #"""
      'catalog edit --replace FIELD /PATTERN/REPLACEMENT/' changes the text of a field where a pattern matches; of a list
      each entry, of series, contributors and the like their names. An entry that becomes empty goes. It shows what would
      change, and asks.

        '/ \(.*#[0-9.]+\)$//'       “Mort (Discworld, #4)” becomes “Mort”
        '/(.*), (.*)/$2 $1/'         “Le Guin, Ursula” becomes “Ursula Le Guin”
        '/\bcolor\b/colour/gi'       every one (g), whatever the case (i); else the first, as it is written
        '|/|, |g'                    any other sign may divide the parts

      A pattern is a regular expression in Perl's syntax (PCRE2); \w, \d and \b know the letters of all languages. One that
      would try too many ways to match is given up, and nothing is changed.

      In the replacement $1, ${1} and \1 are what the first pair of parentheses matched, $0 all that matched, \n is a line
      break, and $$, \$ and \\ are the signs themselves. Put it in single quotes: a shell interprets $ and \.
      """#)

  private static let json = HelpTopic(
    name: "json", title: "JSON",
    text: """
      'list', 'search' and 'show' print with --json an array of objects, with --jsonl one object a line; --json=id,title
      prints only these fields. Unknown values are null; authors and tags are arrays; times are RFC 3339 in UTC.

        \(BookJSON.keys.joined(separator: " "))

      'show' also has metadata, what providers know about the book; 'list' and 'search' have it with --with metadata.
      'export' writes one object a line with the same fields but id, isbn13 and changed, and 'import' reads them; docs/json.md
      describes each. Commands that change something print {"changed":n,"ids":[…]}.
      """)

  private static let fields = HelpTopic(
    name: "fields", title: "Fields",
    text: """
      The fields that 'edit --set field=value', 'why' and 'revert' take. An empty value clears a field. JSON has the
      same names with capitals in place of hyphens, as in readState. 'catalog field' makes fields of your own.

      Entries of lists are separated by semicolons, and the parts of an entry by '|'. Where such a sign belongs to a text,
      type \\; or \\|, and \\\\ for a backslash, as cells of exports have it: --set tags='AC\\;DC; rock'

      \(fieldLines)
      """)

  private static let people = HelpTopic(
    name: "people", title: "People",
    text: """
      People who share a catalog say who they are with --as NAME, or CATALOG_PERSON in the environment; without either, you
      are the owner. Then 'catalog history' says who made a step, and 'undo', 'redo' and the number of steps in 'status' are
      about your own: Anna's 'undo' never takes back what Ben did, nor does what she does keep him from redoing his, unless
      both changed the same. By its number, 'catalog undo 12' takes back anybody's step, and 'catalog redo 12' does it again.

      A name is one line of at most 100 bytes, and is made known by the first change: 'anna' and 'Anna' are two people.
      It says who made a step, and is no login. On the command line ratings, read states, notes and other fields of one's own
      are the catalog's, one for each book, whoever changes them. Who logs in to 'catalog serve' with an account that is no
      owner's has their own.
      """)

  private static let fieldLines = BookField.allCases.map { field in
    "  " + DisplayWidth.pad(field.typedName, to: 18, alignment: .left) + field.definition.help
  }
  .joined(separator: "\n")

  private static let exitCodes = HelpTopic(
    name: "exit-codes", title: "Exit codes",
    text: """
      0     done, also when nothing was found
      1     failed: no permission, a full disk, something in the way
      3     partly done: some rows, records or sources failed; the rest is stored
      4     a named book, source or input file does not exist, a book has no cover, or none is there to pick
      64    the command line is wrong
      65    the catalog file is no catalog, damaged or newer; or nothing in the input or the sources' answers made sense
      69    no source or provider of metadata could be reached, or all of them refused
      75    the catalog is busy or was restored meanwhile, or the source is being refreshed: trying again helps
      130   interrupted
      """)

  private static let environment = HelpTopic(
    name: "environment", title: "Environment",
    text: """
      CATALOG_DB      the catalog file; --db overrides it
      CATALOG_PERSON  who makes the changes; --as overrides it
      XDG_DATA_HOME   where catalog/catalog.db is otherwise, by default ~/.local/share
      XDG_CONFIG_HOME where catalog/credentials and catalog/settings are; by default ~/.config
      XDG_CACHE_HOME  where catalog/covers is, the covers of books; by default ~/.cache
      http_proxy, https_proxy, all_proxy, no_proxy
                      proxies, as curl takes them
      CURL_CA_BUNDLE  a file of trusted certificates, else SSL_CERT_FILE; a folder of them: SSL_CERT_DIR
      CATALOG_PAGER   the pager for long output, else PAGER, else less; empty or cat for none
      NO_COLOR        no colours; --color overrides it
      CLICOLOR_FORCE  colours even when the output is not a terminal
      COLUMNS         the width of the terminal

      In catalog/settings, a line such as contact = ada@books.example tells those who run servers how to reach you: it
      goes into the User-Agent of every request, to your sources, to Open Library, and to wherever these redirect, which
      may be any host, also one in your own network, but never from https to http. Other lines: metadata = NAME chooses
      the provider of metadata, openlibrary = ADDRESS and openlibrary-covers = ADDRESS say where Open Library is, and
      cover-cache = 256 how many megabytes of covers to keep, isbn-file = /data/isbn.db where the ISBN file is
      ('catalog help isbn-file'), and columns = title, mine, shelf what lists show on a terminal ('catalog help columns').

      For 'catalog browse', browse.columns = title, mine, shelf says what its rows show, and a line such as
      browse.keys.undo = z Ctrl-Z which keys a command has: 'catalog help keys' names them.
      """)
}
