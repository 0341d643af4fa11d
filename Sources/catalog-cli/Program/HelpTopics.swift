import Catalog
import CatalogSources
import CommandLineKit

/// A topic of `catalog help` that is not a command.
struct HelpTopic: Sendable {
  let name: String
  let title: String
  let text: String
}

/// The help topics that are not commands, shown by `catalog help TOPIC`.
enum HelpTopics {
  /// The topic that lists all commands with their abstracts.
  static let commands = "commands"

  /// The names of all topics, including the list of commands.
  static let names = [commands] + all.map(\.name)

  static let all = [query, columns, json, fields, replace, people, exitCodes, environment, keys]

  /// Shows the help for a command or a topic, through the pager if there is one.
  static func show(_ words: [String]) throws {
    let console = Console.standard
    let width = min(console.outputSettings.width, 100)
    let text: String
    if words.isEmpty {
      text = Program.tree.briefHelp(
        width: width,
        more: """
          Run 'catalog help COMMAND' for more about a command. Other topics: \(names.joined(separator: ", ")).
          """)
    } else if words == [commands] {
      text = try Program.tree.helpText(for: [], width: width)
    } else if words.count == 1, let topic = all.first(where: { $0.name == words[0] }) {
      text = HelpText(width: width).text(topic.text)
    } else {
      text = try Program.tree.helpText(for: words, width: width)
    }
    try console.paged { try $0.write(text + "\n") }
  }

  /// Each example line contains a query, at least two spaces, and the meaning of the query.
  private static let query = HelpTopic(
    name: "query", title: "Queries",
    text: """
      Queries for 'list', 'search', 'tree', 'pick', 'stats', 'watch', 'metadata' and --matching. All words must match.
      Case and accents are ignored, and a word also matches the beginning of a longer one. Any text is a valid query. An
      unknown filter such as foo:bar is searched as text, with a note; commands that change books refuse it. Text in
      quotes is always searched as text.

        walker                  books with a word that begins with walker
        alice walker            both words, anywhere
        "color purple"          exactly these words, next to each other
        jk rowling              also j k rowling or j.k. rowling: initials of authors in any spelling
        title:dune              in the title; also author: series: tag: isbn: publisher:
        author:"le guin"        a phrase in a field
        tag:"=book club"        exactly this tag; =… also works in other text fields
        language:en             in English; en, eng and en-US are the same
        source:samples          from this source
        year:1965               first published in 1965
        year:1990..1999         from 1990 to 1999; years before 1 are negative: year:-750
        edition:2020..          this edition is from 2020 or later
        pages:300..             300 pages and more
        progress:50..           you are reading it, and have read half of it or more
        rating:">=4"            your rating is at least 4; also written rating:4..
        average:4..             the average rating by others is at least 4
        finished:2024           finished in 2024, earlier readings included; also started:2024-05
        finished:last-month     also today yesterday this-week last-week this-month this-year last-year
        finished:last-year..    from then until now; ranges can begin and end with such words
        added:last-30-days      added in the last 30 days, today included; also changed:>2024-05-31
        is:read                 read; also is:unread is:want is:reading is:paused is:abandoned
        is:unfinished           any status except read
        is:edited               edited by you
        is:rated                rated by you; is:reread read more than once
        format:audiobook        also hardcover paperback ebook comic other
        has:cover               with a cover; no:cover without; both work for every field that can be empty
        has:file                with a file; file:epub with this extension
        is:owned                you own a copy; is:lent your copy is lent to someone
        id:goodreads=234225     with this identifier; id:goodreads with any Goodreads identifier
        shelf:attic             in a custom field ('catalog field'); has:shelf with any value, no:shelf without
        price:>20               a custom number field; also price:10..20, and for dates bought:2024
        @unread-sf              the books of a saved search ('catalog search --save unread-sf …')
        title~/ring.*lord/i     a regular expression (PCRE2) in a text field, i ignores case; scans every book
        -vampire                without this word; to exclude a single letter, put -- before the query: -- -x
        -is:read                not read
        dune OR foundation      either of the two
        dune: messiah           two words, because dune is not a field
        978-0-441-01359-3       the book with this ISBN
        村上                    a run of characters inside a title

      'search' shows the best match first; 'list' keeps its order. Only the first 32 words count, including OR. Shells
      interpret < > " and spaces, so put such words in single quotes.
      """)

  private static let columns = HelpTopic(
    name: "columns", title: "Columns and templates",
    text: """
      'list' and 'search' show other columns with --columns, in the given order. With
      --csv they print CSV, and with --format a custom line for each book. The column
      names are those of 'catalog help fields', your custom fields, and

        id        the number of the book
        year      the year of first publication or, if unknown, of this edition
        mine      your rating (the field rating)
        average   the rating by others (the field average-rating)
        isbn13    the ISBN with 13 digits
        changed   when the book last changed
        uuid      the UUID, the same in every catalog

      On a terminal, title:30 is at most 30 characters wide. If the terminal is too
      narrow, the columns named last are shortened first and then omitted. Numbers and
      dates are formatted for people, your rating has a star, and the series is not
      repeated after the title. Pipes and files get plain values; lists are joined by
      '; '.

        catalog list --columns title,mine,shelf
        catalog list --columns id,finished,title:40 finished:2024 --sort -finished --all
        catalog list --csv --all > books.csv
        catalog list --columns title,year,own.shelf --csv

      CSV begins with a header: title, year, and otherwise the names used in JSON, such
      as averageRating and own.shelf. Without --columns, the columns are id, title,
      authors, year, pages, rating, averageRating and readState. To move books to
      another program or a spreadsheet, use 'catalog export', with --matching for some
      of them.

      In a template, names are in braces; unknown values are empty. {{ and }} are
      braces, \\t is a tab, \\n a line break, \\\\ a backslash.

        catalog list --format '{title} ({year})'
        catalog search dune --format '{id}\\t{authors}\\t{series} {series-number}'

      A line such as columns = title, mine, shelf in catalog/settings ('catalog help
      environment') sets the default columns on a terminal. It does not affect pipes
      and files.
      """)

  private static let replace = HelpTopic(
    name: "replace", title: "Replacing in texts",
    text: #"""
      'catalog edit --replace FIELD /PATTERN/REPLACEMENT/' replaces matches of a pattern in a field. In lists, it works
      on each entry; in series, contributors and similar fields, on their names. Entries that become empty are removed.
      The changes are shown first, and you are asked to confirm.

        '/ \(.*#[0-9.]+\)$//'       “Mort (Discworld, #4)” becomes “Mort”
        '/(.*), (.*)/$2 $1/'         “Le Guin, Ursula” becomes “Ursula Le Guin”
        '/\bcolor\b/colour/gi'       all matches (g), ignoring case (i); by default the first match
        '|/|, |g'                    any character can be the separator

      A pattern is a regular expression in Perl's syntax (PCRE2); \w, \d and \b know the letters of all languages. A
      pattern that takes too long to match is an error, and nothing is changed.

      In the replacement, $1, ${1} and \1 are the text of the first pair of parentheses, and $0 is the whole match. \n
      is a line break, and $$, \$ and \\ are literal characters. Use single quotes, because shells interpret $ and \.
      """#)

  private static let json = HelpTopic(
    name: "json", title: "JSON",
    text: """
      'list', 'search' and 'show' print an array of objects with --json, and one object per line with --jsonl.
      --json=id,title prints only these fields. Unknown values are null; authors and tags are arrays; times are RFC 3339
      in UTC.

        \(BookJSON.keys.joined(separator: " "))

      'show' also prints metadata from providers; 'list' and 'search' do so with --with metadata. 'export' writes one
      object a line with the same fields except id, isbn13, year and changed, and 'import' reads them. docs/json.md describes
      each field. Commands that change something print {"changed":n,"ids":[…]}.
      """)

  private static let fields = HelpTopic(
    name: "fields", title: "Fields",
    text: """
      The fields for 'edit --set field=value', 'why' and 'revert'. An empty value clears a field. JSON uses the same
      names in camel case, such as readState. 'catalog field' adds custom fields. The name year in --set means
      first-published if your sources or you give it, and published otherwise.

      Semicolons separate the entries of lists, and '|' the parts of an entry. If such a character belongs to a text,
      type \\; or \\|, and \\\\ for a backslash, as in exported cells: --set tags='AC\\;DC; rock'

      A value that begins with @ names a file: review=@notes.txt takes the text of the file, and review=@- that of
      standard input. The file must be UTF-8 and have at most 1 MiB; one line break at its end is removed, and an empty
      file clears the field. To set a text that begins with @, write @@: notes=@@home is the text “@home”.

      \(fieldLines)
      """)

  private static let people = HelpTopic(
    name: "people", title: "People",
    text: """
      People who share a catalog identify themselves with --as NAME or the environment variable CATALOG_PERSON; without
      either, you are the owner. 'catalog history' then shows who made each step. 'undo', 'redo' and the number of steps
      in 'status' apply to your own steps: Anna's 'undo' never undoes Ben's changes. After she changes something, Ben
      can still redo his changes, but not if both changed the same values. With a step number, 'catalog undo 12' undoes
      anyone's step, and 'catalog redo 12' redoes it.

      A name is one line of at most 100 bytes and is registered by the first change. 'anna' and 'Anna' are two people.
      The name only labels steps; it is not a login. On the command line, ratings, reading statuses, notes and other
      personal fields are shared: one value for each book, no matter who sets it. People who log in to 'catalog serve'
      with an account that is not an owner have their own.
      """)

  private static let fieldLines = BookField.allCases.map { field in
    "  " + DisplayWidth.pad(field.typedName, to: 18, alignment: .left) + field.definition.help
  }
  .joined(separator: "\n")

  private static let exitCodes = HelpTopic(
    name: "exit-codes", title: "Exit codes",
    text: """
      0     success, even if nothing was found
      1     failure: no permission, a full disk, a file in the way
      3     partial success: some rows, records or sources failed; the rest is stored
      4     a book, source or input file does not exist, a book has no cover, or no book matches 'pick'
      64    invalid command line
      65    the file is damaged, not a catalog, or of a newer version; or the input or a source's response is unusable
      69    no source or metadata provider could be reached, or all refused
      75    the catalog is busy or was restored meanwhile, or the source is being refreshed; try again
      130   interrupted
      """)

  private static let environment = HelpTopic(
    name: "environment", title: "Environment",
    text: """
      CATALOG_DB      the catalog file; --db overrides it
      CATALOG_PERSON  your name, if several people use the catalog; --as overrides it
      XDG_DATA_HOME   the folder of catalog/catalog.db; by default ~/.local/share
      XDG_CONFIG_HOME the folder of catalog/credentials and catalog/settings; by default ~/.config
      XDG_CACHE_HOME  the folder of catalog/covers, the fetched covers; by default ~/.cache
      http_proxy, https_proxy, all_proxy, no_proxy
                      proxies, as for curl
      CURL_CA_BUNDLE  a file of trusted certificates; if not set, SSL_CERT_FILE. SSL_CERT_DIR names a folder of such files
      CATALOG_PAGER   the pager for long output; if not set, PAGER, and then less. An empty value or cat turns paging off
      NO_COLOR        no colours; --color overrides it
      CLICOLOR_FORCE  colours even if the output is not a terminal
      COLUMNS         the width of the terminal

      Settings are lines in catalog/settings. contact = ada@books.example tells server operators how to reach you. It is
      part of the User-Agent of every request: to your sources, to Open Library, and to any host that these redirect to,
      including hosts in your own network. Redirects from https to http are not followed. metadata = NAME chooses the
      metadata provider. openlibrary = ADDRESS and openlibrary-covers = ADDRESS set the addresses of Open Library.
      cover-cache = 256 limits the stored covers, in megabytes. covers = on lets 'catalog serve' fetch the covers that
      books name on the web, at any host; covers = off fetches none, not even from Open Library; covers = ask, the
      default, waits for the owner's answer on the page after an import. isbn-file = /data/isbn.db sets the ISBN file ('catalog
      help isbn-file'). columns = title, mine, shelf sets the default columns of lists on a terminal ('catalog help
      columns').

      For 'catalog browse', browse.columns = title, mine, shelf sets the columns of the list, and a line such as
      browse.keys.undo = z Ctrl-Z sets the keys of a command ('catalog help keys').
      """)
}
