import Catalog
import CatalogSources
import CommandLineKit

/// A topic of `catalog help` that is no command.
struct HelpTopic: Sendable {
  let name: String
  let title: String
  let text: String
}

/// What `catalog help TOPIC` knows besides the commands.
enum HelpTopics {
  static let all = [query, json, fields, exitCodes, environment]

  /// Shows help for a command or a topic, through the pager where there is one.
  static func show(_ words: [String]) throws {
    let console = Console.standard
    let width = min(console.outputSettings.width, 100)
    let text: String
    if words.count == 1, let topic = all.first(where: { $0.name == words[0] }) {
      text = topic.text
    } else {
      let rest = words.isEmpty ? "\n\nTOPICS\n  " + all.map(\.name).joined(separator: ", ") : ""
      text = try Program.tree.helpText(for: words, width: width) + rest
    }
    try console.paged { try $0.write(text + "\n") }
  }

  /// Each line of an example is a query and, behind at least two spaces, its meaning.
  private static let query = HelpTopic(
    name: "query", title: "Queries",
    text: """
      What 'list', 'search', 'tree' and 'edit --matching' can be asked. Words stand side by side when all must match. Case and
      accents do not matter, and every word may be the beginning of one. Anything is a legal query: what looks like
      syntax and is not is text.

        walker                  books with a word that begins with walker
        alice walker            both words, anywhere
        "color purple"          the words side by side, in whole
        title:dune              in the title; also author: series: tag: isbn: publisher:
        author:"le guin"        a phrase in a field
        language:en             in English; en, eng and en-US are the same
        source:samples          from this source
        year:1965               published in 1965
        year:1990..1999         from 1990 to 1999
        pages:300..             300 pages and more
        rating:">=4"            your rating, else the average, is at least 4; also written rating:4..
        is:read                 read; also is:unread is:reading is:edited
        -vampire                without this word; one letter alone is left out behind --: -- -x
        -is:read                not read
        dune OR foundation      either of the two
        dune: messiah           dune is no field, so both are words
        978-0-441-01359-3       the book with this ISBN
        村上                    a run of characters inside a title

      'search' puts the best match first, 'list' keeps its order. Of a long query the first 32 words count. A shell eats
      < > " and spaces: put such words in single quotes.
      """)

  private static let json = HelpTopic(
    name: "json", title: "JSON",
    text: """
      'list', 'search' and 'show' print with --json an array of objects, with --jsonl one object a line; --json=id,title
      prints only these fields. What is not known is null; authors and tags are arrays; times are RFC 3339 in UTC.

        \(BookJSON.keys.joined(separator: " "))

      'show' has metadata besides, what providers know of the book; 'list' and 'search' have it with --with metadata.
      'export' writes one object a line with the same fields but id, isbn13 and changed, and 'import' reads them; docs/json.md
      has them one by one. Commands that change something print {"changed":n,"ids":[…]}.
      """)

  private static let fields = HelpTopic(
    name: "fields", title: "Fields",
    text: """
      What 'edit --set field=value', 'why' and 'revert' know. An empty value leaves a field without one.

        title           a line of text
        authors         names in order, divided by semicolons
        isbn            10 or 13 digits, with or without hyphens; the check digit must fit
        pages           1 to 100,000
        publisher       a line of text
        published       1965, 1965-08 or 1965-08-01; years from -4000 to 2100 (also: year)
        language        a code such as eng, en or en-US
        series          a line of text
        seriesNumber    a number, such as 2 or 1.5 (also: number)
        tags            divided by semicolons
        averageRating   0 to 5, as sources give it
        ratingsCount    a whole number
        readState       unread, reading or read
        started         a date
        finished        a date
        rating          your own, 0.01 to 5; 0 is none
        notes           text of any number of lines
        added           a time, such as 2026-01-31T18:30:00Z
      """)

  private static let exitCodes = HelpTopic(
    name: "exit-codes", title: "Exit codes",
    text: """
      0     done, also when nothing was found
      1     failed: no permission, a full disk, something in the way
      3     partly done: some rows, records or sources failed; the rest is stored
      4     a named book, source or input file does not exist, or a book has no cover
      64    the command line is wrong
      65    the catalog is no catalog, damaged or newer; or a whole input or every answer of the sources was nonsense
      69    no source or provider of metadata could be reached, or all refused
      75    the catalog is busy or was restored meanwhile, or the source is being refreshed: trying again helps
      130   interrupted
      """)

  private static let environment = HelpTopic(
    name: "environment", title: "Environment",
    text: """
      CATALOG_DB      the catalog's file; --db beats it
      XDG_DATA_HOME   where catalog/catalog.db is otherwise; by default ~/.local/share
      XDG_CONFIG_HOME where catalog/credentials and catalog/settings are; by default ~/.config
      XDG_CACHE_HOME  where catalog/covers is, the covers of books; by default ~/.cache
      http_proxy, https_proxy, all_proxy, no_proxy
                      the way to sources, as curl takes them
      CURL_CA_BUNDLE  a file of certificates to believe, else SSL_CERT_FILE; a folder of them: SSL_CERT_DIR
      CATALOG_PAGER   the pager for long output, else PAGER, else less; empty or cat for none
      NO_COLOR        no colours; --color beats it
      CLICOLOR_FORCE  colours although the output is no terminal
      COLUMNS         the width of the terminal

      In catalog/settings a line such as contact = ada@books.example tells those who run servers how to reach you: it goes
      into the User-Agent of every request, to your sources, to Open Library, and wherever these send us on, which may be any
      host, also one in your own network; but never from https to http. Others: metadata = NAME says who is asked for metadata, openlibrary = ADDRESS and
      openlibrary-covers = ADDRESS where Open Library is, cover-cache = 256 how many megabytes of covers are kept.
      """)
}
