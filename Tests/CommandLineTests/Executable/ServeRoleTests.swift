import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of `catalog serve --role`: accounts that see only some of the books.
  @Suite struct ServeRoles {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `a role sees exactly the books of its query`() throws {
      try expectEqual(
        sandbox.run("serve", "user", "add", "kim", "--role", "child", "--no-password"),
        Outcome(
          output: "added account 'kim': child  (next: catalog serve device add DEVICE --user kim)\n",
          errors: "note: kim sees only the books of --role child=QUERY, and none if the server starts without it\n"))
      try expectEqual(sandbox.run("serve", "user", "add", "ben", "--role", "reader", "--no-password").code, 0)
      try expectEqual(
        sandbox.run("serve", "user", "role", "ben", "lost"),
        Outcome(
          output: "account 'ben': lost\n",
          errors: "note: ben sees only the books of --role lost=QUERY, and none if the server starts without it\n"))
      let outcome = try sandbox.shell(
        """
        token=$(catalog serve device add script --user kim 2> /dev/null)
        other=$(catalog serve device add script --user ben 2> /dev/null)
        catalog serve --listen 127.0.0.1:0 --role child=dune > out 2> said & serve=$!
        until grep -qs serving out; do kill -0 $serve || exit; done
        address=$(sed 's/.* at \\([^ ]*\\) .*/\\1/' out)
        ask() {
          python3 - "$address" "$@" <<'END'
        import sys, urllib.request as web, urllib.error
        request = web.Request(sys.argv[1] + sys.argv[2], headers={"Authorization": "Bearer " + sys.argv[3]})
        try: print(web.urlopen(request).read().decode(), end="")
        except urllib.error.HTTPError as error: print(error.code)
        END
        }
        ask '.jsonl?fields=title' $token; ask book/3 $token; ask book/99 $token
        ask '.json?q=%22+OR+omens&fields=title' $token; ask .json $other
        kill -INT $serve; wait $serve; cat said
        """)
      expectEqual(
        outcome.output,
        """
        {"title":"Dune"}
        404
        404
        []
        []
        warning: ben can't see any books. Start with --role lost=QUERY to choose the books of the role 'lost'.
        note: people who do not log in see all books; use --require-login to prevent that

        """, "\(outcome)")
    }

    @Test func `an unclear role is rejected before anything is served`() throws {
      for (roles, message) in [
        (["child"], "--role: role “child”: not a name and a query, such as child=tag:children"),
        (["owner=tag:x"], "--role: role “owner”: this is a built-in role; choose another name"),
        (
          ["Owner=tag:x"],
          "--role: role “Owner”: use at most 50 bytes of letters, digits and hyphens, and not the name of a built-in "
            + "role"
        ),
        (
          ["a b=tag:x"],
          "--role: role “a b”: use at most 50 bytes of letters, digits and hyphens, and not the name of a built-in role"
        ),
        (["child= "], "--role: role “child”: the query is missing; to show all books, use the role reader"),
        (["child=x", "child=y"], "--role: role “child”: the role already has a query"),
        (["child=-@nosuch"], "unclear query: --role child: "),
      ] {
        let options = roles.flatMap { ["--role", $0] }
        let outcome = try sandbox.start(["serve", "--listen", "127.0.0.1:0"] + options, input: "").finish()
        #expect(outcome.code == 64 && outcome.output.isEmpty, "\(roles): \(outcome)")
        #expect(outcome.errors.contains(message), "\(roles): \(outcome)")
      }
      let help = try sandbox.run("serve", "--help")
      #expect(help.output.contains("catalog serve --require-login --role child='tag:children'"))
    }
  }
}
