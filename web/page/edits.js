/// What keys change, and what is told of it at the foot of the page, with the way back.
class Edits {
  static states = ["unread", "want", "reading", "paused", "read", "abandoned"];

  constructor(service) {
    this.service = service;
    this.words = make("p");
    this.button = make("button", { type: "button" });
    this.button.addEventListener("click", () => this.replay(this.button.dataset.path, Number(this.button.dataset.step)));
    this.toast = make("div", { classes: "notice toast", role: "status" }, this.words);
  }

  /// Whether the server lets this page change anything, and whether that is what all see of books.
  get areAllowed() { return document.body.dataset.edits !== "off"; }
  get areOfBooks() { return document.body.dataset.edits === "on"; }

  /// Asks for a change, and tells what became of it.
  async #ask(method, path, body, back) {
    let answer, told;
    try {
      answer = await fetch(this.service.address(path, {}), {
        method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", Accept: "application/json" },
      });
      told = await answer.json();
    } catch { return this.tell("The server is not responding, so your change may not be saved. Check again when it responds."); }
    if (answer.status === 409 && told.fields) {
      const [side] = told.fields;
      return this.tell(`Somebody else changed the field ${side.field}: it is now ${side.now ?? "empty"}. Your change was not saved.`);
    }
    if (!answer.ok) return this.tell(told.detail ?? told.title);
    this.tell(path === "/undo" ? `Undone: ${told.summary}` : told.summary, told.step, back);
  }

  /// Tells something; of a step, with a button that takes it back or does it again.
  tell(text, step, back = "/undo") {
    this.words.textContent = text;
    this.button.remove();
    if (step) {
      Object.assign(this.button.dataset, { path: back, step: String(step) });
      this.button.textContent = back === "/undo" ? "Undo" : "Redo";
      this.toast.append(this.button);
    }
    document.body.append(this.toast);
    clearTimeout(this.ending);
    this.ending = setTimeout(() => { if (!this.toast.contains(document.activeElement)) this.toast.remove(); }, 12000);
  }

  /// Gives fields of a book other values; `seen` has what they showed.
  set(id, set, seen) { return this.#ask("PATCH", `/book/${id}`, { set, seen }); }

  remove(book) {
    if (confirm(`Remove “${book.title}” from every list? You can undo this.`)) return this.#ask("DELETE", `/book/${book.id}`, {});
  }

  replay(path, step) { return this.#ask("POST", path, step ? { step } : {}, path === "/undo" ? "/redo" : "/undo"); }

  /// Does what a key does to a book of which is known what shows: `id`, `title`, `rating`, `readState`.
  key(key, book) {
    if (!this.areAllowed) return false;
    switch (key) {
      case "u": this.replay("/undo"); return true;
      case "U": this.replay("/redo"); return true;
      case "a": if (this.areOfBooks) location.assign(`${this.service.base}/add`); return this.areOfBooks;
    }
    if (!book) return false;
    const rate = (rating) => this.set(book.id, { rating: rating > 0 ? Math.min(rating, 5) : null }, { rating: book.rating });
    if (/^[0-5]$/.test(key)) { rate(Number(key)); return true; }
    switch (key) {
      case "+": rate((book.rating ?? 0) + 0.5); return true;
      case "-": rate((book.rating ?? 0) - 0.5); return true;
      case " ": this.#mark(book, book.readState === "read" ? "unread" : "read"); return true;
      case "m": this.#choose(book); return true;
      case "e": case "E": location.assign(`${this.service.base}/book/${book.id}/edit`); return true;
      case "d": if (this.areOfBooks) this.remove(book); return this.areOfBooks;
    }
    return false;
  }

  #mark(book, readState) { return this.set(book.id, { readState }, { readState: book.readState }); }

  /// How far one is, by a key or a button.
  #choose(book) {
    const dialog = make("dialog", { "aria-label": `Reading status: ${book.title}` }, make("h2", { text: book.title }));
    const buttons = Edits.states.map((state) => {
      const button = make("button", { type: "button", text: state });
      if (state === book.readState) button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => { dialog.close(); this.#mark(book, state); });
      return button;
    });
    dialog.append(make("p", { classes: "buttons" }, ...buttons));
    dialog.addEventListener("keydown", (event) => {
      buttons.find((button) => button.textContent[0] === event.key)?.click();
      if (event.key !== "Tab" && event.key !== "Enter" && event.key !== " ") event.stopPropagation();
    });
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
