import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of `catalog serve user` and `catalog serve device`, which manage logins.
  @Suite struct ServeAccounts {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `an account is added, listed, changed and removed`() throws {
      try expectEqual(
        sandbox.run("serve", "user", "add", "Ada", "--role", "owner", input: "correct horse\n"),
        .prints("added account 'Ada': owner  (next: catalog serve certificate)\n"))
      try expectEqual(
        sandbox.run("serve", "user", "add", "kitchen", "--role", "reader", "--no-password"),
        .prints(
          "added account 'kitchen': reader  (next: catalog serve device add DEVICE --user kitchen)\n"))
      try expectEqual(
        sandbox.run("serve", "user", "list").masked, .prints("Ada\towner\tyes\t0\tTIME\nkitchen\treader\tno\t0\tTIME\n")
      )
      try expectEqual(
        sandbox.run("serve", "user", "list", "--json").masked.output,
        """
        [{"name":"Ada","role":"owner","password":true,"devices":0,"added":"TIME"},\
        {"name":"kitchen","role":"reader","password":false,"devices":0,"added":"TIME"}]

        """)
      try expectEqual(sandbox.run("serve", "user", "role", "kitchen", "editor"), .prints("account 'kitchen': editor\n"))
      try expectEqual(
        sandbox.run("serve", "user", "password", "kitchen", input: "battery staple"),
        .prints("account 'kitchen': password changed\n"))
      try expectEqual(
        sandbox.run("serve", "user", "password", "ada", "--no-password"), .prints("account 'Ada': password removed\n"))
      try expectEqual(
        sandbox.run("serve", "user", "list").masked, .prints("Ada\towner\tno\t0\tTIME\nkitchen\teditor\tyes\t0\tTIME\n")
      )
      try expectEqual(sandbox.run("serve", "user", "remove", "ADA"), .prints("removed account 'Ada'\n"))
      try expectEqual(sandbox.run("serve", "user", "remove", "kitchen").code, 0)
      try expectEqual(sandbox.run("serve", "user", "list"), .prints(""))
      try expectEqual(sandbox.run("check").code, 0)
    }

    @Test func `a device token is printed once, alone, and revoked`() throws {
      try expectEqual(sandbox.run("serve", "user", "add", "ada", "--role", "owner", input: "correct horse\n").code, 0)
      let made = try sandbox.run("serve", "device", "add", "e-reader", "--user", "ada")
      #expect(made.code == 0 && made.output.wholeMatch(of: /[0-9a-z]{26}\n/) != nil)
      expectEqual(made.errors, "note: token of 'e-reader' for 'ada'; it will not be shown again\n")
      let list = try sandbox.run("serve", "device", "list", "--json")
      expectEqual(list.masked, .prints(#"[{"id":1,"name":"e-reader","user":"ada","made":"TIME","used":null}]"# + "\n"))
      try expectEqual(sandbox.run("serve", "device", "list").masked, .prints("e-reader\tada\tTIME\t\n"))
      try expectEqual(
        sandbox.run("serve", "device", "remove", "e-reader", "--user", "ada"),
        .prints("removed device 'e-reader' of 'ada'\n"))
      try expectEqual(sandbox.run("serve", "device", "list", "--user", "ada"), .prints(""))
    }

    @Test func `an impossible request is reported without the password`() throws {
      try expectEqual(sandbox.run("serve", "user", "add", "ada", "--role", "owner", "--no-password").code, 0)
      let known = "'catalog serve user list' lists the accounts"
      for (arguments, code, message) in [
        (["user", "remove", "ben"], 1, "account “ben”: no account has that name (\(known))"),
        (["user", "role", "ben", "owner"], 1, "account “ben”: no account has that name (\(known))"),
        (["user", "password", "ben"], 1, "account “ben”: no account has that name (\(known))"),
        (
          ["user", "add", "Ada", "--role", "reader"], 1,
          "account “Ada”: an account with that name already exists (\(known))"
        ),
        (
          ["user", "add", "a:b", "--role", "reader", "--no-password"], 1,
          "name of an account “a:b”: it must not contain a colon"
        ),
        (["device", "add", "x", "--user", "ben"], 1, "account “ben”: no account has that name (\(known))"),
        (
          ["device", "remove", "x", "--user", "ada"], 1,
          "device “x”: ada has no device with that name ('catalog serve device list' lists the devices)"
        ),
      ] {
        let outcome = try sandbox.start(["serve"] + arguments, input: "correct horse\n").finish()
        #expect(outcome.errors.hasPrefix("error: \(message)"), "\(arguments): \(outcome)")
        #expect(outcome.code != 0 && outcome.output.isEmpty, "\(arguments): \(code)")
      }
      for (input, message) in [
        ("", "no password given for ben; type it"), ("\n", "no password given for ben; type it"),
        ("hunter2\n", "password: must have 8 to 511 bytes, none of them zero"),
      ] {
        let outcome = try sandbox.run("serve", "user", "add", "ben", "--role", "reader", input: input)
        #expect(outcome.errors.hasPrefix("error: \(message)") && !outcome.errors.contains("hunter"), "\(outcome)")
        #expect(outcome.code != 0)
      }
      try expectEqual(sandbox.run("serve", "user", "add", "ben", input: "correct horse\n").code, 64)
      try expectEqual(
        sandbox.run("serve", "user", "add", "ben", "--role", "big boss", input: "correct horse\n").code, 64)
      try expectEqual(sandbox.run("serve", "--proxy-user-header", "Remote-User").code, 64)
      try expectEqual(sandbox.run("serve", "--proxy-user-header", "a b", "--trusted-proxy", "unix").code, 64)
      try expectEqual(sandbox.run("serve", "user", "list").output.split(separator: "\n").count, 1)
    }

    @Test func `a password is typed twice without being shown`() throws {
      let screen = try sandbox.onTerminal(
        "serve", "user", "add", "ada", "--role", "owner", keys: "correct horse\ncorrect horse\n")
      expectEqual(
        screen.text, "Password for ada: \nAgain: \nadded account 'ada': owner  (next: catalog serve certificate)\n")
      let other = try sandbox.onTerminal(
        "serve", "user", "password", "ada", keys: "battery staple\nbattery stable\n")
      #expect(other.code == 64 && other.text.contains("the two passwords differ") && !other.text.contains("staple"))
    }

    @Test func `programs log in over HTTP, and a running server notices changes`() throws {
      let outcome = try sandbox.shell(
        """
        echo 'correct horse' | catalog serve user add ada --role owner > /dev/null
        token=$(catalog serve device add script --user ada 2> /dev/null)
        catalog serve --listen 127.0.0.1:0 --trusted-proxy 127.0.0.1 --require-login \
          --host-name books.example > out & serve=$!
        until grep -qs serving out; do kill -0 $serve || exit; done
        address=$(sed 's/.* at \\([^ ]*\\) .*/\\1/' out)
        ask() {
          python3 - "$address" "$@" <<'END'
        import sys, urllib.request as web, urllib.error
        request = web.Request(sys.argv[1] + "conflicts", headers={
          "Host": "books.example", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https",
          "X-Forwarded-Host": "books.example"})
        if len(sys.argv) > 2: request.add_header("Authorization", sys.argv[2])
        try: print(web.urlopen(request).status)
        except urllib.error.HTTPError as error: print(error.code)
        END
        }
        ask; ask "Bearer $token"; ask "Basic $(printf 'ada:correct horse' | base64)"; ask "Bearer nonsense"
        catalog serve user role ada reader > /dev/null; ask "Bearer $token"
        catalog serve user remove ada > /dev/null; ask "Bearer $token"
        kill -INT $serve; wait $serve
        """)
      expectEqual(outcome.output, "401\n200\n200\n401\n403\n401\n", "\(outcome)")
    }
  }
}
