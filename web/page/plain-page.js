/// Returns true if the user changed a form in an element and did not send it.
const isTouched = (root) => Boolean(root?.querySelector("form[data-touched]"));

/// A page without a list of books that scrolls. It loads its content again after changes. Its keys follow links.
class PlainPage {
  constructor(service) {
    this.service = service;
    this.edits = new Edits(service);
    const search = document.querySelector("#q");
    if (search) {
      new Completions(
        search, (text, signal) => service.completions(text, "", signal), () => search.form.requestSubmit());
    }
    completeFields(document, service);
    // Stars and the status are set without loading the page again.
    document.addEventListener("submit", (event) => {
      const form = event.target;
      const book = form.matches("form.rate, form#status") ? this.#book : null;
      if (!book) return;
      event.preventDefault();
      if (form.id === "status") {
        const [day, word] = ["#mark-day", "#mark-on"].map((id) => form.querySelector(id).value);
        this.edits.mark(book, event.submitter.value, day || word);
        form.hidePopover();
        // The chosen day is sent, so nothing in the form has to be kept when the page changes.
        delete form.dataset.touched;
      } else {
        this.edits.set(book.id, { rating: Number(event.submitter?.value) || null }, { rating: book.rating });
      }
    });
  }

  /// The id of the page's book; NaN on other pages.
  get #id() { return Number(/\/book\/(\d+)/.exec(location.pathname)?.[1]); }

  /// The page's book with the values that the page shows; null if the page shows no book, or the user cannot rate it.
  get #book() {
    const main = document.querySelector("[data-page=book] main");
    const seen = (name) => main.querySelector(`.reading input[name="seen.${name}"]`)?.value;
    if (!main || seen("rating") === undefined) return null;
    return {
      id: this.#id, title: main.querySelector("h1").textContent, rating: seen("rating") ? Number(seen("rating")) : null,
      readState: seen("readState"),
    };
  }

  async changed(books) {
    const id = this.#id;
    if (books && id && !books.includes(id)) return;
    // Keeps text that the user is typing. When the form is sent, the server reports changes by others.
    if (isTouched(document.querySelector("main"))) return;
    // Finding duplicates is slow, because it compares all books.
    if (/\/duplicates$/.test(location.pathname)) return;
    const page = await this.service.page(location.href).catch(() => null);
    if (!page?.querySelector("main")) return;
    showLocalTimes(page);
    document.title = page.title;
    replaceParts(page, "main");
    completeFields(document, this.service);
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
