/// Whether something was typed or chosen in a form and not sent.
const isTouched = (root) => Boolean(root?.querySelector("form[data-touched]"));

/// Any other page: what it shows is asked for again when something changed, and links of its list have keys.
class PlainPage {
  constructor(service) {
    this.service = service;
    this.edits = new Edits(service);
  }

  /// The number of the book that the page is about.
  get #id() { return Number(/\/book\/(\d+)/.exec(location.pathname)?.[1]); }

  /// What shows of the book that the page is about.
  get #book() {
    const main = document.querySelector("[data-page=book] main");
    const seen = (name) => main.querySelector(`.quick input[name="seen.${name}"]`)?.value;
    if (!main || seen("rating") === undefined) return null;
    return {
      id: this.#id, title: main.querySelector("h1").textContent, rating: seen("rating") ? Number(seen("rating")) : null,
      readState: seen("readState"),
    };
  }

  async changed(books) {
    const id = this.#id;
    if (books && id && !books.includes(id)) return;
    // What is being typed stays: when it is sent, it is told what others have changed.
    if (isTouched(document.querySelector("main"))) return;
    // To compare all books with each other takes long.
    if (/\/duplicates$/.test(location.pathname)) return;
    const page = await this.service.page(location.href).catch(() => null);
    if (!page?.querySelector("main")) return;
    localTimes(page);
    document.title = page.title;
    take(page, "main");
  }

  key(key) {
    if (this.edits.key(key, this.#book)) return true;
    const go = (selector) => { const link = document.querySelector(selector); link?.click(); return Boolean(link); };
    switch (key) {
      case "/": document.querySelector("#q")?.focus(); return true;
      case "j": case "ArrowRight": return go(".neighbours a[rel=next]");
      case "k": case "ArrowLeft": return go(".neighbours a[rel=prev]");
      case "q": case "Escape": return go(".neighbours .up") || go(".neighbours a");
      case "g": scrollTo(0, 0); return true;
      case "G": scrollTo(0, document.body.scrollHeight); return true;
    }
    return false;
  }

  escape() { document.querySelector("#q")?.blur(); }
}
