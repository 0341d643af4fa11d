import CatalogTestSupport
import Testing

extension ExecutableTests {
  /// `catalog serve`: what programs are answered, and how it ends.
  @Suite struct Serving {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `programs ask for books by HTTP until Ctrl-C`() throws {
      let outcome = try sandbox.shell(
        """
        catalog serve --listen 127.0.0.1:0 > out & serve=$!
        until grep -q serving out; do kill -0 $serve || exit; done
        address=$(sed 's/.* at \\([^ ]*\\) .*/\\1/' out)
        ask() { python3 -c 'import sys, urllib.request as web; print(web.urlopen(sys.argv[1]).read().decode(), end="")' "$address$1"; }
        ask '?q=language:eng&sort=title&fields=id,title'
        catalog edit-title 1 Arrakis > edited
        ask 'book/1' | cut -c 1-71
        ask '.jsonl?q=dune&fields=title'
        ask 'book/99' 2>&1 | tail -n 1
        kill -INT $serve; wait $serve; code=$?
        sed 's/:[0-9]*\\/ /:PORT\\/ /' out; exit $code
        """)
      #expect(
        outcome.masked
          == Outcome(
            output: """
              [{"id":3,"title":"The Color Purple"},{"id":1,"title":"Dune"},{"id":4,"title":"Good Omens"}]
              {"id":1,"uuid":"UUID","title":"Arrakis"
              {"title":"Arrakis"}
              urllib.error.HTTPError: HTTP Error 404: Not Found
              serving catalog.db at http://127.0.0.1:PORT/  (Ctrl-C ends it)

              """, code: 130))
    }

    @Test func `what cannot be served is said before anybody is answered`() throws {
      let cases: [([String], Int32, String)] = [
        (["--db", "missing.db", "serve"], 4, "error: cannot serve missing.db: there is no such file\n"),
        (
          ["serve", "--listen", "nonsense"], 1,
          "error: cannot listen at nonsense: it has no port from 0 to 65535 (an address is ADDRESS:PORT, such as "
            + "127.0.0.1:8080, or unix:PATH)\n"
        ),
        (["serve", "--tls-cert", "x.pem"], 64, "error: --tls-cert and --tls-key belong together\n"),
      ]
      for (arguments, code, words) in cases {
        let command = try sandbox.start(arguments)
        let outcome = command.finish()
        #expect(outcome.code == code && outcome.errors.hasPrefix(words), "\(arguments): \(outcome)")
      }
    }
  }
}
