"""What scripts/test-page does in the browser."""

import argparse
import base64
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

PHONE, DESK = (390, 844), (1280, 800)
HOSTILE = [
    "<script>window.pwned=1</script>", "\"><img src=x onerror=window.pwned=1>", "' onmouseover='window.pwned=1",
    "</title></main><script>window.pwned=1</script>", "javascript:window.pwned=1", "<svg/onload=window.pwned=1>",
]


FAMILY, PASSWORD = {"ada": "owner", "ed": "editor", "rita": "reader"}, "a horse of the family"


class Failure(Exception):
    pass


def check(condition, words):
    if not condition:
        raise Failure(words)


class Catalog:
    """A catalog of its own, a server of it that shows it, and one that lets it be changed."""

    def __init__(self, program, folder, books):
        self.program, self.folder, self.books = os.path.abspath(program), folder, books
        self.path = os.path.join(folder, "books.db")
        self.environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, TZ="UTC", LANG="C.UTF-8")
        self.environment.pop("CATALOG_DB", None)
        self.fill()
        self.start()

    def run(self, *words, text=None):
        done = subprocess.run(
            [self.program, "--db", self.path, *words], env=self.environment, input=text, capture_output=True, text=True)
        check(done.returncode == 0, f"catalog {' '.join(words)}: {done.stderr}")
        return done.stdout

    def fill(self):
        """Made-up books, the same each time; those of strangers who mean no good in front."""
        dice = random.Random(7)
        words = "amber birch cedar dusk ember fjord grove harbour island juniper kestrel lantern meadow north ocean pine quiet river stone thorn umber valley willow xenon yarrow zephyr".split()
        lines = []
        for number in range(self.books):
            title = f"{words[number % 26].capitalize()} {dice.choice(words)} {number}"
            lines.append({
                "id": str(number), "title": title, "authors": [f"{dice.choice(words).capitalize()} {dice.choice(words).capitalize()}"],
                "published": str(1900 + number % 120), "tags": [dice.choice(words), dice.choice(words)],
                "series": f"The {dice.choice(words)} books" if number % 3 == 0 else None,
                "seriesNumber": number % 9 + 1 if number % 3 == 0 else None, "language": dice.choice(["eng", "deu", "fra"]),
                "averageRating": round(dice.uniform(2, 5), 2), "ratingsCount": dice.randrange(1, 9999),
                "rating": dice.choice([None, None, 3, 4.5]), "readState": dice.choice(["unread", "unread", "read", "want"]),
                "finished": "2025-0%d" % (number % 9 + 1) if number % 50 == 0 else None, "pages": 100 + number % 700,
            })
        for number, text in enumerate(HOSTILE):
            lines.append({
                "id": f"h{number}", "title": text, "subtitle": text, "authors": [text], "publisher": text, "series": text, "tags": [text],
                "notes": text, "review": text, "description": text, "cover": "https://covers.example/x.jpg",
                "files": [{"address": "https://files.example/x.epub", "mediaType": text}],
            })
        path = os.path.join(self.folder, "books.jsonl")
        with open(path, "w") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        self.run("import", path)
        # Two duplicates, and a field in which a source differs from the user.
        for _ in range(2):
            self.run("add", "Twice told", "--author", "Ann Twofold")
        other = os.path.join(self.folder, "other.jsonl")
        for pages in (1, 3):
            with open(other, "w") as file:
                file.write(json.dumps({"id": "o", "title": "Contested", "pages": pages}) + "\n")
            self.run("import", other)
            if pages == 1:
                self.run("edit", "Contested", "--set", "pages=2")
        self.more = 3

    def start(self):
        self.log = open(os.path.join(self.folder, "serve.log"), "w")
        self.servers = []
        self.base = self.serve()
        self.changing = self.serve("--allow-edits")

    def serve(self, *words):
        server = subprocess.Popen(
            [self.program, "--db", self.path, "serve", "--listen", "127.0.0.1:0", *words], env=self.environment,
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.servers.append(server)
        line = server.stdout.readline()
        found = re.search(r"https?://127\.0\.0\.1:\d+", line)
        check(found, f"the server said: {line}")
        return found.group()

    def serve_family(self):
        """A server for people who log in: who owns the catalog, who changes it, and who reads."""
        if not hasattr(self, "family"):
            for name, role in FAMILY.items():
                self.run("serve", "user", "add", name, "--role", role, text=PASSWORD + "\n")
            self.run("serve", "certificate", "--folder", self.folder)
            files = [os.path.join(self.folder, f"catalog-{each}.pem") for each in ("certificate", "key")]
            self.family = self.serve("--allow-edits", "--tls-cert", files[0], "--tls-key", files[1])
        return self.family

    def stop(self):
        for server in self.servers:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        self.log.close()

    def json(self, address):
        with urllib.request.urlopen(self.base + address) as answer:
            return json.load(answer)

    def has_events(self):
        try:
            with urllib.request.urlopen(self.base + "/events", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False


plain_click = WebElement.click


def scrolled_click(element):
    """Scrolls an element from under the bar at the bottom of a phone, as a person does, and clicks it."""
    element.parent.execute_script("arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })", element)
    plain_click(element)


WebElement.click = scrolled_click


class Browser:
    def __init__(self, catalog, axe, folder, size, scripts=True, dark=False):
        options = Options()
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--lang=en", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]:
            options.add_argument(word)
        options.binary_location = "/usr/bin/chromium"
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # The family server's certificate is self-signed.
        options.accept_insecure_certs = True
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(60)
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
        if dark:
            self.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.catalog, self.axe, self.folder, self.size, self.scripts = catalog, axe, folder, size, scripts
        self.name = f"{size[0]}{'' if scripts else '-plain'}{'-dark' if dark else ''}"

    def go(self, path, base=None):
        self.driver.get((base or self.catalog.base) + path)

    def change(self, path):
        """A page of the server that lets the catalog be changed."""
        self.go(path, self.catalog.changing)

    def log_in(self, name):
        self.go("/login", self.catalog.serve_family())
        self.audit("login")
        self.type("[name=name]", name)
        self.type("[name=password]", PASSWORD)
        self.one("main button[type=submit]").click()
        self.wait(f"logged in as {name}", lambda: self.text("[popovertarget=account]") == name)

    def type(self, selector, text):
        field = self.one(selector)
        field.clear()
        field.send_keys(text)

    def text(self, selector="main"):
        """Read at once, since what shows may be replaced at any time."""
        return self.js("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def press(self, words):
        # A part of the page that is replaced meanwhile makes its buttons stale.
        for _ in range(5):
            try:
                return next(each for each in self.all("button") if each.text == words).click()
            except StaleElementReferenceException:
                continue
        raise Failure(f"the button {words} is replaced again and again")

    def notice(self, words):
        self.wait(f"the notice: {words}", lambda: words in (self.js("return document.querySelector('.notice p')?.textContent") or ""))

    def js(self, code, *values):
        return self.driver.execute_script(code, *values)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        check(found, f"{selector} is not there")
        return found[0]

    def wait(self, words, condition, limit=30):
        """Until it is so: it takes as long as the machine needs."""
        end = time.monotonic() + limit
        while True:
            value = condition()
            if value:
                return value
            check(time.monotonic() < end, f"waited in vain for: {words}")
            time.sleep(0.02)

    def titles(self):
        return self.js("return [...document.querySelectorAll('table.list tbody .title a')].map((each) => each.textContent)")

    def top_title(self):
        """Of the first row that shows whole."""
        return self.js("""
            const box = document.querySelector('.window').getBoundingClientRect();
            const head = document.querySelector('.window thead');
            const top = box.top + (getComputedStyle(head).position === 'absolute' ? 0 : head.offsetHeight);
            const row = [...document.querySelectorAll('.window tbody tr')].find((each) => each.getBoundingClientRect().top > top - 4);
            return row?.querySelector('a').textContent ?? ''""")

    def has_told_place(self):
        """Whether the address has the number of a row that is there: it follows the list a little later."""
        return self.js("return location.hash.startsWith('#b') && document.getElementById(location.hash.slice(1)) !== null")

    def is_loaded(self):
        return self.js("return document.querySelectorAll('.window tbody tr').length > 0 && !document.querySelector('.window tr.waiting')")

    def list_ready(self):
        self.wait("the list", self.is_loaded)

    def key(self, text):
        webdriver.ActionChains(self.driver).send_keys(text).perform()

    def shot(self, name):
        self.driver.save_screenshot(os.path.join(self.folder, f"{self.name}-{name}.png"))

    def audit(self, name):
        """What axe finds once nothing moves, and what the console says."""
        if self.scripts:
            self.wait("rest", lambda: self.js("return document.getAnimations().length === 0"))
            self.js(open(self.axe).read())
            found = self.driver.execute_async_script("""
                const done = arguments[arguments.length - 1];
                axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
                  .then((result) => done(result.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)));""")
            check(not found, f"axe, {self.name} {name}: {found}")
        self.console(name)

    def console(self, name, allowed=()):
        lines = [line["message"] for line in self.driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]
        lines = [line for line in lines if not any(word in line for word in allowed)]
        check(not lines, f"console, {self.name} {name}: {lines}")

    def quit(self):
        self.driver.quit()


# The tests, one function each. `full` lists those that --smoke omits.

def list_over_all(browser):
    browser.go("/")
    browser.list_ready()
    total = browser.catalog.json("/position")["books"]
    check(total >= browser.catalog.books + len(HOSTILE) + browser.catalog.more, "the number of books")
    check(browser.js("return document.querySelector('table.list').getAttribute('aria-rowcount')") == str(total + 1), "the number of rows")
    check(len(browser.titles()) < 60, "only what shows stands in the page")
    browser.audit("list")
    browser.shot("list")


def search(browser):
    browser.go("/")
    browser.list_ready()
    length = browser.js("return history.length")
    took = []
    field = browser.one("#q")
    for end, letter in enumerate("willow 4", 1):
        start = time.monotonic()
        field.send_keys(letter)
        text = "willow 4"[:end]
        want = [book["title"] for book in browser.catalog.json(f"/.json?size=3&fields=title&q={urllib.request.quote(text)}")]
        browser.wait(f"books of “{text}”", lambda: browser.titles()[:3] == want)
        took.append(time.monotonic() - start)
    check("q=willow" in browser.driver.current_url, "the address has the query")
    check(browser.js("return history.length") == length, "typing adds nothing to the history")
    browser.wait("the count", lambda: re.fullmatch(r"[\d,]+ books?", browser.one("#count").text))
    print(f"  a letter typed to rows drawn, with all that the test asks: median {sorted(took)[len(took) // 2] * 1000:.0f} ms")
    browser.shot("search")
    field.send_keys(Keys.ESCAPE)
    browser.wait("all books again", lambda: "q=" not in browser.driver.current_url and len(browser.titles()) > 5)
    browser.console("search")


def misspelled(browser):
    browser.go("/?q=wilow")
    # The correction is requested again once the list is known to be empty.
    meant = "return document.querySelector('.meant a')?.textContent ?? ''"
    browser.wait("what is meant", lambda: browser.js(meant).startswith("willow"))
    browser.audit("misspelled")
    browser.shot("misspelled")
    field = browser.one("#q")
    field.clear()
    field.send_keys("kestrl")
    click = """const link = [...document.querySelectorAll('.meant a')].find((each) => each.textContent === 'kestrel');
        link?.click(); return Boolean(link)"""
    browser.wait("what was meant", lambda: browser.js(click))
    browser.wait("its books", lambda: "q=kestrel" in browser.driver.current_url)
    browser.list_ready()
    check("kestrel" in browser.titles()[0].lower(), "the books that were meant")


def places(browser):
    """To the end, to the middle, into a book, back, and by a new load: always to the same row."""
    browser.go("/?sort=title")
    browser.list_ready()
    first = browser.top_title()
    browser.js("const box = document.querySelector('.window'); box.scrollTop = box.scrollHeight")
    last = browser.catalog.json("/.json?sort=-title&size=1&fields=title")[0]["title"]
    browser.wait("the last book", lambda: browser.titles()[-1:] == [last])
    browser.shot("end")
    browser.js("const box = document.querySelector('.window'); box.scrollTop = box.scrollHeight / 2")
    browser.wait("the middle", lambda: browser.is_loaded() and browser.top_title() not in (first, last, "") and browser.has_told_place())
    here = browser.top_title()
    address = browser.driver.current_url
    browser.js("[...document.querySelectorAll('.window tbody tr a')][4].click()")
    browser.wait("the book", lambda: "/book/" in browser.driver.current_url)
    browser.driver.back()
    browser.wait("the same row by Back", lambda: browser.js("return !!document.querySelector('.window')") and browser.is_loaded() and browser.top_title() == here)
    browser.driver.refresh()
    browser.wait("the same row by a new load", lambda: browser.js("return !!document.querySelector('.window')") and browser.is_loaded() and browser.top_title() == here)
    browser.wait("the same address", lambda: browser.driver.current_url == address)
    # A wheel moves row by row, no matter how many rows there are.
    browser.js("document.querySelector('.window').dispatchEvent(new WheelEvent('wheel', { deltaY: 10 * parseFloat(getComputedStyle(document.querySelector('.window tbody tr')).height), cancelable: true }))")
    position = browser.catalog.json(f"/position?sort=title&book={re.search('#b([0-9]+)', address).group(1)}")["position"]
    if browser.js("return document.querySelector('.spacer').offsetHeight") > 7_900_000:
        want = browser.catalog.json(f"/.json?sort=title&size=1&page={position + 11}&fields=title")[0]["title"]
        browser.wait("ten rows further", lambda: browser.is_loaded() and want in browser.titles()[:2])
    browser.console("places")


def letters(browser):
    browser.go("/?sort=title")
    browser.list_ready()
    check(len(browser.all(".letters a")) == 26, "letters")
    browser.js("[...document.querySelectorAll('.letters a')].find((each) => each.textContent === 'M').click()")
    browser.wait("the letter", lambda: browser.is_loaded() and browser.top_title().startswith("Meadow"))
    browser.audit("letters")
    browser.shot("letters")
    Select(browser.one("#sort")).select_by_value("-year")
    browser.wait("another order", lambda: "sort=-year" in browser.driver.current_url and browser.is_loaded() and not browser.all(".letters"))


def keys(browser):
    browser.go("/?sort=title")
    browser.list_ready()
    titles = browser.titles()
    for text in "jjjk":
        browser.key(text)
    browser.wait("the second book", lambda: browser.js("return document.querySelector('tr.here a')?.textContent") == titles[1])
    browser.shot("selected")
    browser.key("G")
    last = browser.catalog.json("/.json?sort=-title&size=1&fields=title")[0]["title"]
    browser.wait("the end", lambda: browser.js("return document.querySelector('tr.here a')?.textContent") == last)
    browser.key("g")
    browser.wait("the beginning", lambda: browser.js("return document.querySelector('tr.here a')?.textContent") == titles[0])
    browser.key(Keys.ENTER)
    browser.wait("the book", lambda: "/book/" in browser.driver.current_url and browser.one("h1").text == titles[0])
    browser.key("j")
    browser.wait("the next book", lambda: browser.one("h1").text == titles[1])
    browser.key("q")
    browser.wait("the list", lambda: "/book/" not in browser.driver.current_url and browser.js("return !!document.querySelector('.window')"))
    browser.list_ready()
    browser.key("?")
    browser.wait("the keys", lambda: browser.js("return !!document.querySelector('dialog[open]')"))
    browser.audit("keys")
    browser.shot("keys")
    browser.key(Keys.ESCAPE)
    browser.key("/")
    browser.wait("the search", lambda: browser.js("return document.activeElement.id") == "q")
    browser.key("grove")
    browser.wait("what was typed", lambda: "q=grove" in browser.driver.current_url)
    total = browser.catalog.json("/position?q=grove")["books"]
    browser.wait("what was found", lambda: browser.one("#count").text == f"{total:,} books" and browser.is_loaded())
    browser.js("window.dispatchEvent(new Event('beforeprint'))")
    rows = browser.js("return document.querySelectorAll('.paper tbody tr').length")
    check(rows == min(200, total), f"{rows} rows on paper")
    browser.js("window.dispatchEvent(new Event('afterprint'))")
    check(not browser.all(".paper"), "no paper on the screen")
    browser.key("/")
    browser.js("document.querySelector('#q').value = 'x'.repeat(9000)")
    browser.key("x")
    browser.wait("what is refused", lambda: "respond" not in browser.one("#count").text and "book" not in browser.one("#count").text)
    browser.console("keys", allowed=["414"])


def live(browser):
    if not browser.catalog.has_events():
        print("  left out: the server has no /events")
        return
    browser.go("/?sort=title")
    browser.list_ready()
    browser.js("const box = document.querySelector('.window'); box.scrollTop = box.scrollHeight / 3")
    browser.wait("the middle", lambda: browser.is_loaded() and browser.has_told_place())
    here = browser.top_title()
    id = browser.js("return [...document.querySelectorAll('.window tbody tr')][5].id").lstrip("b")
    start = time.monotonic()
    browser.catalog.run("rate", id, "5")
    browser.wait("the rating", lambda: browser.js("return document.getElementById(arguments[0])?.querySelector('.stars')?.textContent", f"b{id}") == "★★★★★")
    print(f"  a change by another process to the row: {(time.monotonic() - start) * 1000:.0f} ms with the process")
    browser.catalog.run("add", "Aaa, which stands before all others", "--author", "Ann")
    total = browser.catalog.json("/position")["books"]
    browser.wait("the new number of books", lambda: browser.one("#count").text == f"{total:,} books")
    check(browser.top_title() == here, "what shows stays where it is")
    browser.go("/?facet=state")
    browser.list_ready()
    count = """return [...document.querySelectorAll('.facets .values li')].find((each) => each.querySelector('a').textContent === 'Paused')
        ?.querySelector('.number').textContent"""
    paused = browser.catalog.json("/position?q=is:paused")["books"]
    browser.catalog.run("mark", id, "paused")
    browser.wait("the count of the facet", lambda: browser.js(count) == f"{paused + 1:,}")
    browser.go("/book/" + id)
    browser.catalog.run("rate", id, "2")
    browser.wait("the rating on the page of the book", lambda: browser.text("article.book .stars") == "★★")
    browser.console("live")


def company(browser):
    """What stays as it was while others change what is looked at."""
    if not browser.catalog.has_events():
        print("  left out: the server has no /events")
        return
    here = "return document.querySelector('tr.here a')?.textContent"
    told = lambda: browser.one("#count").text
    books = lambda: f"{browser.catalog.json('/position')['books']:,} book"
    title = "return document.querySelector('section.books tbody tr th a')?.textContent"
    on_wall = "return document.querySelector('section.books a[href*=\"/book/\"]')?.href"

    browser.go("/")
    browser.list_ready()
    browser.key("jjj")
    browser.wait("a selected book", lambda: browser.js(here) == browser.titles()[2])
    selected = browser.js(here)
    browser.catalog.run("add", "Newcomer that stands above")
    browser.wait("the newcomer", lambda: browser.titles()[0] == "Newcomer that stands above")
    check(browser.js(here) == selected, "the selected book stays selected")
    browser.key(Keys.ENTER)
    browser.wait("the selected book", lambda: "/book/" in browser.driver.current_url and browser.one("h1").text == selected)

    browser.catalog.run("add", "Quaggaquagga")
    browser.go("/?q=quaggaquagga")
    browser.list_ready()
    browser.catalog.run("undo")
    browser.wait("no book", lambda: not browser.js(title))
    browser.catalog.run("redo")
    browser.wait("the book that is there again", lambda: browser.js(title) == "Quaggaquagga")
    browser.wait("its number", lambda: told() == "1 book")

    browser.go("/?view=wall&sort=title&page=3")
    first = browser.js(on_wall)
    browser.catalog.run("add", "Zzzz, which stands behind all others")
    browser.wait("the new number of books", lambda: told().startswith(books()))
    now = browser.js(on_wall)
    check(now == first, f"the wall stays at its page: {first}, and then {now}")
    check(browser.one("#sort").get_attribute("value") == "title", "the orders stay")

    browser.go("/?view=list&page=3")
    browser.list_ready()
    browser.one("#q").send_keys("quaggaquagga")
    browser.wait("one book", lambda: told() == "1 book")
    browser.one("#q").send_keys(Keys.ESCAPE)
    browser.wait("all books", lambda: told().startswith(books()))
    browser.wait("their beginning", lambda: browser.titles()[0] == browser.catalog.json("/.json?size=1&fields=title")[0]["title"])

    # Each page continues where the last one ended, even if the scroll bar has fewer positions than there are rows.
    seen = """const box = document.querySelector('.window'), within = box.getBoundingClientRect(), head = box.querySelector('thead').offsetHeight;
        const rows = [...box.querySelectorAll('tbody tr')].filter((row) => {
          const at = row.getBoundingClientRect(); return at.top >= within.top + (head > 1 ? head : 0) - 1 && at.bottom <= within.bottom + 1; });
        const places = rows.map((row) => Number(row.getAttribute('aria-rowindex')));
        return [Math.min(...places), Math.max(...places)];"""
    browser.js("document.querySelector('.window').focus()")
    last = browser.js(seen)

    def is_next():
        # Browsers scroll smoothly.
        now = browser.js(seen)
        browser.driver.execute_async_script("const done = arguments[0]; setTimeout(done, 200)")
        return now[0] > last[0] and now == browser.js(seen) and browser.is_loaded()

    for _ in range(5):
        browser.key(Keys.PAGE_DOWN)
        browser.wait("the next page", is_next)
        now = browser.js(seen)
        check(now[0] <= last[1] + 1, f"rows {last} and then {now}")
        last = now
    browser.console("company")


def edits(browser):
    """What is changed by keys and forms, while others change the same."""
    catalog = browser.catalog
    # Use a name unique to this run, since other runs have used the same catalog.
    author = f"Changer{browser.size[0]}"
    numbers = [catalog.run("add", f"Zz {word} of the page", "--author", f"Ann {author}", "--json") for word in ("one", "two")]
    one, two = [json.loads(each)["ids"][0] for each in numbers]
    browser.change(f"/?q={author}&sort=title")
    browser.list_ready()
    here = "return document.querySelector('tr.here')?.id"
    stars = f"return document.querySelector('#b{one} .stars')?.textContent ?? ''"
    state = f"return document.querySelector('#b{one} .state')?.textContent"
    browser.js("document.querySelector('.window').focus()")
    browser.key("j")
    browser.wait("the first book", lambda: browser.js(here) == f"b{one}")
    browser.key("4")
    browser.wait("the rating", lambda: browser.js(stars) == "★★★★")
    browser.notice("rated 4")
    browser.audit("rated")
    browser.shot("rated")
    browser.key("+")
    browser.wait("half a star more", lambda: browser.js(stars) == "★★★★½")
    browser.key(" ")
    browser.wait("read", lambda: browser.js(state) == "Read")
    browser.key("m")
    browser.wait("the states", lambda: browser.js("return !!document.querySelector('dialog[open]')"))
    browser.audit("states")
    browser.key("p")
    browser.wait("paused", lambda: browser.js(state) == "Paused")
    browser.notice("paused")
    browser.key("u")
    browser.wait("read again", lambda: browser.js(state) == "Read")
    browser.notice("Undone")
    browser.press("Redo")
    browser.wait("paused again", lambda: browser.js(state) == "Paused")
    browser.key("j")
    browser.wait("the second book", lambda: browser.js(here) == f"b{two}")
    browser.key("d")
    browser.wait("the question", lambda: has_alert(browser)).accept()
    browser.wait("it is gone", lambda: not browser.all(f"#b{two}"))
    browser.press("Undo")
    browser.wait("it is back", lambda: browser.all(f"#b{two}"))
    # Somebody else edits the same field.
    browser.change(f"/book/{one}/edit")
    browser.audit("form")
    browser.shot("form")
    browser.type("#f-title", "Zz mine")
    browser.type("#f-publisher", "House of mine")
    browser.js("window.marked = true")
    catalog.run("edit-title", str(one), "Zz theirs")
    catalog.run("rate", str(two), "1")
    # The page receives both events, in this order.
    browser.wait("the change elsewhere", lambda: catalog.json(f"/book/{one}")["title"] == "Zz theirs")
    check(browser.js("return window.marked && document.querySelector('#f-title').value") == "Zz mine", "what is being typed stays")
    browser.js("document.querySelector('form.edit button.main').click()")
    browser.wait("both sides", lambda: browser.js("return document.querySelector('h1')?.textContent").endswith("was changed meanwhile"))
    text = browser.one("main").text
    check("Zz mine" in text and "Zz theirs" in text, "both sides are told")
    browser.console("collision", allowed=["409"])
    browser.shot("collision")
    browser.press("Save")
    browser.wait("the book", lambda: browser.js("return document.querySelector('article.book h1')?.textContent") == "Zz mine")
    check(catalog.json(f"/book/{one}")["publisher"] == "House of mine", "what nobody else touched was stored, too")
    browser.notice("changed")
    browser.key("2")
    browser.wait("the rating on the page", lambda: browser.text("article.book .rate small") == "2")
    browser.audit("book")
    browser.shot("changed")
    with_forms(browser)


def selected(browser):
    """Rows that are selected by their boxes and by a key, and changed as one step."""
    author = f"Chosen{browser.size[0]}"
    numbers = [json.loads(browser.catalog.run("add", f"Zz chosen {word}", "--author", f"Ann {author}", "--json"))["ids"][0] for word in "abc"]
    browser.change(f"/?q=author:{author}&sort=title")
    browser.list_ready()
    browser.one(f"#b{numbers[0]} .pick input").click()
    browser.js("document.querySelector('.window').focus()")
    browser.key("j")
    browser.key("j")
    browser.key("j")
    browser.key("v")
    browser.wait("two are selected", lambda: browser.one("[popovertarget=changes]").text == "Edit (2)")
    browser.audit("selected")
    browser.shot("selected")
    # The selection is kept during another search.
    browser.type("#q", "willow")
    browser.wait("another list", lambda: browser.is_loaded() and "willow" in browser.js("return location.search"))
    browser.press("Edit (2)")
    browser.press("Edit 2 selected")
    browser.wait("the form", lambda: browser.all("#f-value") and browser.one("h1").text == "Change 2 books")
    browser.type("#f-value", "chosen by hand")
    browser.press("Show what would change")
    browser.wait("the preview", lambda: browser.all("form input[name=preview]"))
    browser.press("Change them")
    browser.notice("tags")
    tags = [browser.catalog.json(f"/book/{number}")["tags"] for number in numbers]
    check(tags == [["chosen by hand"], [], ["chosen by hand"]], f"the selected are changed, and no others: {tags}")
    browser.press("Undo")
    browser.notice("Undone")
    browser.console("selected")


def family(browser):
    """Three people use one catalog in two browsers at once. Each sees the others' changes and has their own marks."""
    catalog = browser.catalog
    author = f"Family{browser.size[0]}"
    one = json.loads(catalog.run("add", "Zz of the family", "--author", f"Ann {author}", "--json"))["ids"][0]
    other = Browser(catalog, browser.axe, browser.folder, browser.size)
    try:
        browser.log_in("ed")
        other.log_in("rita")
        base, list_of = catalog.serve_family(), f"/?q=author:{author}"
        mine = f"return document.querySelector('#b{one} .stars')?.textContent ?? ''"
        for each in (browser, other):
            each.go(list_of, base)
            each.list_ready()
            each.js("document.querySelector('.window').focus()")
            each.key("j")
        other.key("5")
        other.wait("her rating", lambda: other.js(mine) == "★★★★★")
        browser.key("2")
        browser.wait("his rating", lambda: browser.js(mine) == "★★")
        # Titles are shared: the other user sees the change live.
        browser.go(f"/book/{one}/edit", base)
        browser.type("#f-title", "Zz of us all")
        browser.one("form.edit button.main").click()
        browser.notice("title changed")
        other.wait("his title in her list", lambda: "Zz of us all" in other.titles())
        check(other.js(mine) == "★★★★★", "her rating is hers")
        check(catalog.json(f"/book/{one}")["rating"] is None, "the owner has given none")
        # Ed and the owner edit the same field.
        browser.go(f"/book/{one}/edit", base)
        browser.type("#f-publisher", "Ed's house")
        other.log_in("ada")
        other.go(f"/book/{one}/edit", base)
        other.type("#f-publisher", "Ada's house")
        other.one("form.edit button.main").click()
        other.notice("publisher set")
        browser.one("form.edit button.main").click()
        browser.wait("both sides", lambda: "was changed meanwhile" in browser.text("h1"))
        text = browser.text()
        check("Ed's house" in text and "Ada's house" in text, "both sides are told")
        browser.console("collision", allowed=["409"])
        browser.press("Save")
        browser.wait("the book", lambda: browser.all("article.book"))
        check(catalog.json(f"/book/{one}")["publisher"] == "Ed's house", "what was decided is stored")
        browser.press("Undo")
        browser.notice("Undone")
        check(catalog.json(f"/book/{one}")["publisher"] == "Ada's house", "each undoes their own")
        # A review is private unless its author shares it.
        browser.go(f"/book/{one}/edit", base)
        browser.type("#f-review", "Ed says" + Keys.ENTER + "this of it.")
        browser.one("form.edit button.main").click()
        browser.notice("review")
        other.go(f"/book/{one}", base)
        check("Ed says" not in other.text(), "nobody else reads his review")
        browser.press("Share them with everyone who has an account")
        other.wait("his review", lambda: "Ed says" in other.text())
        other.audit("reviews")
        other.shot("reviews")
        browser.press("Keep them to yourself")
        other.wait("it is his again", lambda: "Ed says" not in other.text())
        other.go("/", base)
        other.list_ready()
        other.console("family")
        browser.go("/devices", base)
        browser.one("[popovertarget=account]").click()
        browser.press("Sign out")
        browser.wait("logged out", lambda: browser.all("main") and not browser.all("[popovertarget=account]"))
        browser.console("family", allowed=["409"])
    finally:
        # Cookies apply to all ports of a host.
        browser.driver.delete_all_cookies()
        browser.driver.get_log("browser")
        other.shot("family-other")
        other.quit()


def files(browser):
    """A file is chosen, looked at, imported and undone; and a cover is replaced. It needs no JavaScript."""
    catalog = browser.catalog
    path = os.path.join(catalog.folder, f"chosen at {browser.name}.csv")
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"Title,Author\nZz chosen one of {browser.name},Ann Sender\nZz chosen two of {browser.name},Ann Sender\n,Nobody\n")
    browser.change("/import")
    browser.audit("import")
    browser.one("#f-file").send_keys(path)
    browser.press("Preview")
    browser.wait("the report", lambda: browser.all("#report"))
    report = browser.one("main").text
    check("2 added" in report and "1 rejected" in report and "row 3" in report, report)
    browser.audit("report")
    browser.shot("report")
    browser.press("Import")

    def is_done():
        if browser.all(".notice"):
            return True
        # Without JavaScript, the user reloads the page.
        browser.driver.refresh()
        return False

    browser.wait("the end of the import", is_done)
    found = "/?q=author:Sender&fields=title"
    check(len(catalog.json(found)) == 2, "both books are there")
    browser.shot("imported")
    browser.press("Undo")
    browser.wait("they are gone", lambda: not catalog.json(found))
    if "plain" not in browser.name:
        dropped(browser)
    book = json.loads(catalog.run("add", f"Zz covered of {browser.name}", "--json"))["ids"][0]
    image = os.path.join(catalog.folder, "cover.png")
    # A black image of one by two pixels.
    with open(image, "wb") as out:
        out.write(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAAAAAC86un7AAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC"))
    browser.change(f"/book/{book}")
    browser.one("details.newcover summary").click()
    browser.one("#f-file").send_keys(image)
    browser.press("Use this image")
    browser.wait("the cover", lambda: browser.all("img.cover"))
    browser.notice("cover")
    browser.shot("covered")
    browser.press("Undo")
    browser.wait("the plate", lambda: browser.all(".cover.plate"))
    browser.console("files")


def scanned(browser):
    """Adds ISBNs from a scanner, one after the other, and from a camera, for which bar code support is simulated."""
    numbers = {1280: ("9780000000019", "9780000000026", "9780000000033"), 390: ("9780000000040", "9780000000057", "9780000000064")}[browser.size[0]]
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"""
        window.BarcodeDetector = class {{
          static async getSupportedFormats() {{ return ["ean_13"]; }}
          async detect() {{ return [{{ rawValue: "5901234123457" }}, {{ rawValue: "{numbers[2]}" }}]; }}
        }};"""})
    browser.change("/add")
    for number, words in ((numbers[0], "added"), (numbers[1], "added"), (numbers[0], "is already in the catalog")):
        browser.wait("the field", lambda: browser.js("return document.activeElement?.id === 'f-isbn' && document.activeElement.value === ''"))
        browser.js("document.querySelector('.notice')?.remove()")
        browser.key(number + Keys.ENTER)
        browser.notice(words)
    browser.console("scanned", allowed=["409"])
    browser.change("/add")
    browser.press("Take it with the camera")
    browser.notice("added")
    found = [len(browser.catalog.json(f"/?q=isbn:{number}&fields=id")) for number in numbers]
    check(found == [1, 1, 1], f"each is there once: {found}")
    browser.audit("scanned")


def dropped(browser):
    """A file is dropped on the list."""
    browser.change("/")
    browser.list_ready()
    browser.js("""
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["title\\nZz dropped\\n"], "dropped.csv", { type: "text/csv" }));
        for (const type of ["dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }""")
    browser.wait("the report", lambda: browser.all("#report"))
    check("dropped" in browser.one("h1").text, "the file has its name")
    browser.press("Cancel")
    browser.wait("the form", lambda: browser.all("form.file"))


def has_alert(browser):
    try:
        return browser.driver.switch_to.alert
    except NoAlertPresentException:
        return None


def with_forms(browser):
    """What forms alone do: they need no JavaScript."""
    catalog = browser.catalog
    title = f"Zz added at {browser.name}"
    browser.change("/add")
    if browser.scripts:
        browser.audit("add")
    browser.type("#f-title", title)
    browser.type("#f-authors", "Ann Former")
    browser.type("#f-tags", "formed; by hand")
    browser.press("Add book")
    browser.wait("the book", lambda: browser.all("article.book h1") and browser.one("h1").text == title)
    number = int(re.search(r"/book/(\d+)", browser.driver.current_url).group(1))
    browser.notice("added")
    browser.one("button.status").click()
    browser.press("Want to read")
    browser.notice("want")
    browser.press("Undo")
    browser.notice("Undone")
    check(catalog.json(f"/book/{number}")["readState"] == "unread", "undone")
    query = "author:former"
    browser.change("/edit?q=" + query)
    Select(browser.one("#f-field")).select_by_value("tags")
    browser.type("#f-value", "all of them")
    browser.press("Show what would change")
    browser.wait("the preview", lambda: browser.all("form input[name=preview]"))
    check("all of them" not in catalog.json(f"/book/{number}")["tags"], "a preview changes nothing")
    if browser.scripts:
        browser.audit("preview")
    browser.shot("preview")
    browser.press("Change them")
    browser.notice("tags")
    check("all of them" in catalog.json(f"/book/{number}")["tags"], "all are changed")
    browser.change(f"/book/{number}/edit")
    browser.press("Remove the book")
    browser.notice("removed")
    browser.press("Undo")
    browser.notice("Undone")
    check(catalog.json(f"/book/{number}")["title"] == title, "it is back")
    browser.change("/history")
    check(browser.all("form[action='/undo']"), "steps can be taken back")
    if browser.scripts:
        browser.audit("history")
    browser.change("/conflicts")
    check(browser.all("button[value=mine]"), "a conflict can be decided")
    browser.console("forms", allowed=["409"])


def library(browser):
    """Sorts, filters, marks and rates in the list itself."""
    catalog = browser.catalog
    author = f"Shelver{browser.size[0]}"
    book = json.loads(catalog.run("add", "Zz marked in the list", "--author", f"Ann {author}", "--json"))["ids"][0]
    browser.change(f"/?q={author}+is:unread")
    browser.list_ready()
    def chips():
        return [each.text.replace("\n", " ") for each in browser.all(".chips a")]

    check(chips() == [f"{author} ×", "Status: Unread ×", "Clear all"], f"the terms of the search: {chips()}")
    browser.all(".chips a")[1].click()
    browser.wait("one term less", lambda: chips() == [f"{author} ×"])
    browser.list_ready()
    if browser.one(".tools .filter").is_displayed():
        browser.one(".tools .filter").click()
        browser.wait("the filters", lambda: browser.one("#filters").is_displayed())
        browser.audit("drawer")
        browser.shot("drawer")
        browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    else:
        browser.one("thead th.title a").click()
        browser.wait("sorted by title", lambda: browser.one("thead th.title").get_attribute("aria-sort") == "ascending")
        browser.one("thead th.title a").click()
        browser.wait("in reverse", lambda: browser.one("thead th.title").get_attribute("aria-sort") == "descending")
        browser.driver.get(browser.driver.current_url)
        browser.list_ready()
        check(browser.one("#sort").get_attribute("value") == "-title", "the order is in the address")
    state = f"return document.querySelector('#b{book} .state')?.textContent"
    browser.js(f"document.querySelector('#b{book} .state').click()")
    browser.wait("the dialog", lambda: browser.all("dialog[open]"))
    browser.js("document.querySelector('#dialog-day').value = '2024-05-06'")
    browser.press("Read")
    browser.wait("read", lambda: browser.js(state) == "Read")
    check(catalog.json(f"/book/{book}")["finished"] == "2024-05-06", "the day is stored")
    browser.notice("read")
    browser.js(f"document.querySelector('#b{book} .mine').click()")
    browser.wait("the stars", lambda: browser.all("dialog[open] .rates"))
    browser.audit("rates")
    browser.js("document.querySelectorAll('dialog[open] .rates button')[3].click()")
    browser.wait("rated", lambda: browser.js(f"return document.querySelector('#b{book} .stars')?.textContent") == "★★★★")
    browser.one("[popovertarget=manage]").click()
    browser.wait("the menu", lambda: browser.one("#manage").is_displayed())
    browser.audit("menu")
    browser.shot("menu")
    browser.console("library")


def reader(browser):
    """What a reader does every day: suggestions, the page of a book, the view of the list, a merge, statistics."""
    catalog = browser.catalog
    author = f"Reader{browser.size[0]}"
    add = ["add", "Zz of the reader", "--author", f"Ann {author}", "--set", "tags=readers choice", "--set", "series=Zz Rows", "--json"]
    one, _ = [json.loads(catalog.run(*add, *more))["ids"][0] for more in (["--set", "series-number=1"], ["--set", "series-number=2"])]
    browser.change("/")
    browser.list_ready()
    browser.type("#q", f"ann {author[:8].lower()}")
    browser.wait("a suggestion", lambda: any(author in each.text for each in browser.all(".completions [role=option]")))
    browser.audit("suggestions")
    browser.shot("suggestions")
    browser.one("#q").send_keys(Keys.ARROW_DOWN + Keys.ENTER)
    browser.wait("the author", lambda: "author" in browser.one("#q").get_attribute("value") and browser.is_loaded() and browser.titles() == ["Zz of the reader"] * 2)
    browser.change("/?view=wall")
    browser.change("/")
    check(browser.js("return document.body.dataset.page") == "wall", "the browser remembers the covers")
    browser.change("/?view=list")
    browser.change(f"/book/{one}")
    check(browser.one(".series .beside").text == "next ›", "the next book of the series")
    browser.one(".rate button[value='4']").click()
    browser.wait("four stars", lambda: len(browser.all(".rate .full")) == 4)
    browser.notice("rated 4")
    browser.one("button.status").click()
    browser.wait("the statuses", lambda: browser.one("#status").is_displayed())
    browser.audit("status")
    browser.shot("status")
    browser.js("document.querySelector('#mark-day').value = '2025-03-04'")
    browser.press("Read")
    browser.wait("read on that day", lambda: browser.js("return document.querySelector('button.status')?.textContent") == "Read · 4 Mar 2025")
    browser.one(".edittags summary").click()
    browser.one("#f-tags").send_keys("zz one" + Keys.ENTER + "readers" )
    browser.wait("a tag of other books", lambda: not browser.all(".entries .completions [role=option]"))
    browser.one("#f-tags").send_keys(Keys.BACKSPACE * 7 + "zz two")
    browser.audit("tags")
    browser.shot("tags")
    browser.press("Save")
    browser.notice("tags")
    check(catalog.json(f"/book/{one}")["tags"] == ["readers choice", "zz one", "zz two"], "the tags are stored")
    browser.change("/duplicates")
    pair = browser.all("section.pair")[-1]
    other = re.findall(r"/book/([0-9]+)", pair.get_attribute("innerHTML"))[-1]
    title = catalog.json(f"/book/{other}")["title"]
    next(each for each in pair.find_elements(By.CSS_SELECTOR, "button") if each.text == "Merge").click()
    browser.wait("the preview", lambda: browser.all("form input[name=preview]"))
    check(catalog.json(f"/book/{other}")["title"] == title, "a preview merges nothing")
    browser.audit("merge")
    browser.shot("merge")
    browser.press("Merge")
    browser.notice("merged")
    browser.press("Undo")
    browser.notice("Undone")
    browser.change("/statistics?year=2025")
    check(browser.all("progress"), "the months")
    browser.audit("months")
    browser.console("reader")


def pages(browser):
    """All pages there are, as they stand."""
    book = browser.catalog.json("/.json?q=rating:4.5&size=1&fields=id")[0]["id"]
    for name, path in [
        ("wall", "/?view=wall"), ("facets", "/?view=list&facet=tag"), ("all-facets", "/facets"), ("book", f"/book/{book}"), ("statistics", "/statistics"),
        ("year", "/statistics?year=2025"), ("history", "/history"), ("step", "/history/1"), ("conflicts", "/conflicts"),
        ("duplicates", "/duplicates"), ("sources", "/sources"),
    ]:
        browser.go(path)
        if browser.scripts and name == "facets":
            browser.list_ready()
        check(browser.js("return document.documentElement.scrollWidth <= innerWidth") if browser.scripts else True, f"{name} is wider than the screen")
        browser.audit(name)
        browser.shot(name)
    browser.go("/nothing")
    browser.shot("problem")
    browser.console("problem", allowed=["404"])


def hostile(browser):
    for id in [book["id"] for book in browser.catalog.json("/.json?sort=-added&size=8&fields=id")]:
        browser.go(f"/book/{id}")
        check(browser.js("return window.pwned") is None, f"a script of book {id} ran")
        browser.console("hostile")
    browser.go("/?q=has:description")
    browser.list_ready()
    check(browser.js("return window.pwned") is None, "a script of the list ran")
    check(set(HOSTILE) <= set(browser.titles()), "titles show as they are written")
    for text in HOSTILE:
        browser.go("/?" + urllib.request.quote("q", safe="") + "=" + urllib.request.quote(text, safe=""))
        check(browser.js("return window.pwned") is None, "a script of the address ran")
    browser.console("hostile")


def plain(browser):
    """Without JavaScript: the search, the pages, the letters, the facets, the orders."""
    browser.go("/")
    check(len(browser.all("table.list tbody tr")) == 50, "fifty books")
    browser.shot("list")
    field = browser.one("#q")
    field.send_keys("willow" + Keys.ENTER)
    browser.wait("searched", lambda: "q=willow" in browser.driver.current_url)
    browser.one(".pager a[rel=next]").click()
    browser.wait("the next page", lambda: "page=2" in browser.driver.current_url)
    page = browser.one("#page")
    page.clear()
    page.send_keys("3" + Keys.ENTER)
    browser.wait("the third page", lambda: "page=3" in browser.driver.current_url and "q=willow" in browser.driver.current_url)
    browser.go("/?sort=title")
    next(each for each in browser.all(".letters a") if each.text == "M").click()
    browser.wait("the letter", lambda: "letter=m" in browser.driver.current_url)
    marked = browser.one("tr:has(#letter) a")
    check(marked.text.startswith("Meadow"), "the letter")
    check(marked.location["y"] < browser.size[1] * 30, "it is there")
    browser.shot("letter")
    browser.go("/")
    if browser.one(".tools .filter").is_displayed():
        browser.one(".tools .filter").click()
    next(each for each in browser.all(".facets a") if each.text == "Language").click()
    browser.one(".values a").click()
    browser.wait("a facet", lambda: "q=language" in browser.driver.current_url)
    check("Language: " in browser.one("h1").text, "the facet in words")
    Select(browser.one("#sort")).select_by_value("title")
    next(each for each in browser.all("button") if each.text == "Sort").click()
    browser.wait("an order", lambda: "sort=title" in browser.driver.current_url)
    browser.one("table.list tbody a").click()
    browser.wait("a book", lambda: "/book/" in browser.driver.current_url)
    first = browser.one("h1").text
    browser.one(".neighbours a[rel=next]").click()
    browser.wait("the next book", lambda: browser.all("article.book h1") and browser.one("h1").text != first)
    browser.one(".neighbours .up").click()
    browser.wait("back to the list", lambda: "/book/" not in browser.driver.current_url)
    check("Language: " in browser.one("h1").text, "the list that it came from")
    browser.console("plain")


# The measurements for --measure. They are printed and never fail.

def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def script_times(profile):
    """Returns the milliseconds that the page's script took in each sixtieth of a second, from the profile."""
    ours = set()
    for node in profile["nodes"]:
        # Parents come before their children.
        if node["id"] in ours or "/page.js" in node["callFrame"]["url"]:
            ours.update([node["id"], *node.get("children", [])])
    frames, now = [], 0
    for sample, passed in zip(profile["samples"], profile["timeDeltas"]):
        now += max(passed, 0)
        frame = now * 60 // 1_000_000
        frames.extend([0.0] * (frame + 1 - len(frames)))
        if sample in ours:
            frames[frame] += passed / 1000
    return frames


def first_page(browser):
    """Bytes on the wire of the page, its style and its script."""
    sizes = {}
    with urllib.request.urlopen(urllib.request.Request(browser.catalog.base + "/", headers={"Accept": "text/html"})) as answer:
        text = answer.read().decode()
    for address in ["/", *re.findall(r'"(/assets/[^"]+)"', text)]:
        request = urllib.request.Request(browser.catalog.base + address, headers={"Accept": "text/html", "Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            sizes[address.split("/")[-1] or "page"] = len(answer.read())
    print(f"  first page, compressed: {sum(sizes.values()) / 1000:.1f} kB {sizes}")


def letters_typed(browser):
    """From the event of a letter to the frame that has the rows of what was typed."""
    took = []
    browser.go("/")
    browser.list_ready()
    for text in ["willow 4", "amber", "author:kestrel", "year:1950", "quiet river", "stone -pine", "the harbour"]:
        for end in range(1, len(text) + 1):
            typed = text[:end]
            want = [book["id"] for book in browser.catalog.json(f"/.json?size=3&fields=id&q={urllib.request.quote(typed)}")]
            took.append(browser.driver.execute_async_script("""
                const [text, want, done] = arguments;
                const field = document.querySelector('#q');
                const shown = () => [...document.querySelectorAll('table.list tbody tr')].slice(0, want.length || 1).map((each) => Number(each.id.slice(1))).join();
                // What shows the same books before and after says nothing.
                const isTold = shown() !== want.join();
                field.value = text;
                const start = performance.now();
                field.dispatchEvent(new Event('input', { bubbles: true }));
                const look = () => requestAnimationFrame(() => {
                  const took = performance.now() - start;
                  if (shown() === want.join() || took > 5000) done(isTold ? took : null); else look();
                });
                look();""", typed, want))
        browser.one("#q").clear()
        browser.js("document.querySelector('#q').dispatchEvent(new Event('input', { bubbles: true }))")
        browser.wait("all books", lambda: "q=" not in browser.driver.current_url and browser.is_loaded())
    took = [each for each in took if each is not None]
    print(f"  a letter typed to rows drawn: median {percentile(took, 0.5):.0f} ms, 99 % {percentile(took, 0.99):.0f} ms, of {len(took)}")


def scrolled(browser):
    """The wheel for ten seconds, then the scroll bar from place to place."""
    browser.go("/?sort=title")
    browser.list_ready()
    browser.driver.execute_cdp_cmd("Profiler.enable", {})
    browser.driver.execute_cdp_cmd("Profiler.setSamplingInterval", {"interval": 100})
    browser.driver.execute_cdp_cmd("Profiler.start", {})
    blank = browser.driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        const box = document.querySelector('.window');
        const start = performance.now();
        let blankSince = null, worst = 0, frames = 0, last = start, longest = 0;
        const step = (now) => {
          frames += 1;
          longest = Math.max(longest, now - last);
          last = now;
          if (document.querySelector('.window tr.waiting')) blankSince ??= now;
          else if (blankSince !== null) { worst = Math.max(worst, now - blankSince); blankSince = null; }
          const passed = now - start;
          if (passed < 10000) box.dispatchEvent(new WheelEvent('wheel', { deltaY: 40 + 160 * Math.abs(Math.sin(passed / 900)), cancelable: true, bubbles: true }));
          else if (passed < 16000) { if (frames % 30 === 0) box.scrollTop = Math.random() * box.scrollHeight; }
          else { if (blankSince !== null) worst = Math.max(worst, now - blankSince); done({ worst, frames, longest }); return; }
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);""")
    spent = script_times(browser.driver.execute_cdp_cmd("Profiler.stop", {})["profile"])
    print(f"  scrolled for 16 s: {blank['frames']} frames, the longest {blank['longest']:.0f} ms; a row was blank for {blank['worst']:.0f} ms at most")
    print(f"  script a frame: median {percentile(spent, 0.5):.2f} ms, 99 % {percentile(spent, 0.99):.2f} ms, the most {max(spent):.1f} ms, of {len(spent)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--axe", required=True)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--books", type=int)
    parser.add_argument("--into")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="catalog-page-")
    pictures = options.into or tempfile.mkdtemp(prefix="catalog-page-pictures-")
    os.makedirs(pictures, exist_ok=True)
    catalog = None
    failures = 0
    try:
        catalog = Catalog(options.program, folder, options.books or (2_000 if options.smoke else 1_000_000 if options.measure else 250_000))
        runs = [(DESK, True, False, [list_over_all, search, places, company, library, reader, edits, files, hostile]), (PHONE, False, False, [plain, with_forms, files])]
        if options.measure:
            runs = [(DESK, True, False, [first_page, letters_typed, scrolled])]
        elif not options.smoke:
            runs = [
                (DESK, True, False, [list_over_all, search, misspelled, places, letters, keys, live, company, library, reader, edits, selected, scanned, family, files, pages, hostile]),
                (DESK, False, False, [plain, with_forms, files, pages]),
                (PHONE, True, True, [list_over_all, search, places, letters, live, library, reader, edits, selected, scanned, family, files, pages]),
                (PHONE, False, False, [plain, with_forms, pages]),
            ]
        for size, scripts, dark, steps in runs:
            browser = Browser(catalog, options.axe, pictures, size, scripts, dark)
            try:
                for step in steps:
                    print(f"{browser.name}: {step.__name__}", flush=True)
                    try:
                        step(browser)
                    except Exception as error:  # Continue with the other tests.
                        failures += 1
                        print(f"  FAILED: {error}", flush=True)
                        browser.shot(f"failed-{step.__name__}")
            finally:
                browser.quit()
    finally:
        if catalog:
            catalog.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"screenshots: {pictures}")
    print("all of it works" if failures == 0 else f"{failures} failed")
    sys.exit(1 if failures else 0)


main()
