/// The changes that keys make to books, and the message about the last change, with its button for undo or redo.
class Edits {
  constructor(service) {
    this.service = service;
    this.message = make("p");
    this.button = make("button", { type: "button" });
    this.button.addEventListener("click", () => {
      this.replay(this.button.dataset.path, Number(this.button.dataset.step));
    });
    this.toast = make("div", { classes: "notice toast", role: "status" }, this.message);
  }

  /// True if the user may change anything, such as the user's own ratings.
  get areAllowed() { return document.body.dataset.edits !== "off"; }
  /// True if the user may change the books that all users share.
  get includeBooks() { return document.body.dataset.edits === "on"; }

  /// Sends a change, then shows its result.
  ///
  /// - back: the path that reverses the change, `/undo` or `/redo`.
  async #send(method, path, body, back) {
    let response, reply;
    try {
      response = await fetch(this.service.address(path, {}), {
        method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", Accept: "application/json" },
      });
      reply = await response.json();
    } catch {
      return this.notify(texts.isNotSaved);
    }
    if (response.status === 409 && reply.fields) {
      const [side] = reply.fields;
      return this.notify(texts.collision(side.field, side.now));
    }
    if (!response.ok) return this.notify(reply.detail ?? reply.title);
    this.notify(path === "/undo" ? texts.undone(reply.summary) : reply.summary, reply.step, back);
  }

  /// Shows a message at the bottom of the page for 12 seconds, longer if its button has the focus. If the message is
  /// about a step, the button undoes or redoes the step.
  notify(text, step, back = "/undo") {
    // The message about an earlier change has an Undo button of its own, for that change. Without the step in the
    // address, the message does not return when the page is loaded again.
    document.querySelector("main > .notice")?.remove();
    const address = new URL(location);
    address.searchParams.delete("step");
    if (address.href !== location.href) history.replaceState(history.state, "", address);
    this.message.textContent = text;
    this.button.remove();
    if (step) {
      Object.assign(this.button.dataset, { path: back, step: String(step) });
      this.button.textContent = back === "/undo" ? texts.undo : texts.redo;
      this.toast.append(this.button);
    }
    document.body.append(this.toast);
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => { if (!this.toast.contains(document.activeElement)) this.toast.remove(); }, 12000);
  }

  /// Sets the reading status of a book. `on` is the day on which the reading began or ended: a date, `today`,
  /// `yesterday` or `unknown`.
  mark(book, readState, on = "today") {
    return this.#send("PATCH", `/book/${book.id}`, { set: { readState }, seen: { readState: book.readState }, on });
  }

  /// Sets fields of a book. `seen` contains the values that the page shows. The server refuses the change if a field
  /// has another value now.
  set(id, set, seen) { return this.#send("PATCH", `/book/${id}`, { set, seen }); }

  remove(book) {
    if (confirm(texts.confirmRemoval(book.title))) {
      return this.#send("DELETE", `/book/${book.id}`, {});
    }
  }

  /// Undoes or redoes a step; without one, the last step.
  replay(path, step) {
    return this.#send("POST", path, step ? { step } : {}, path === "/undo" ? "/redo" : "/undo");
  }

  /// Performs the action of a key and returns true, or returns false if the key has no action.
  ///
  /// - book: the current book if there is one. Its `rating` and `readState` are the values that the page shows.
  key(key, book) {
    if (!this.areAllowed) return false;
    switch (key) {
      case "u": this.replay("/undo"); return true;
      case "U": this.replay("/redo"); return true;
      case "a": if (this.includeBooks) location.assign(`${this.service.base}/add`); return this.includeBooks;
    }
    if (!book) return false;
    const rate = (rating) => {
      this.set(book.id, { rating: rating > 0 ? Math.min(rating, 5) : null }, { rating: book.rating });
    };
    if (/^[0-5]$/.test(key)) { rate(Number(key)); return true; }
    switch (key) {
      case "+": rate((book.rating ?? 0) + 0.5); return true;
      case "-": rate((book.rating ?? 0) - 0.5); return true;
      case " ": this.mark(book, book.readState === "read" ? "unread" : "read"); return true;
      case "m": this.chooseReadState(book); return true;
      case "e": case "E": location.assign(`${this.service.base}/book/${book.id}/edit`); return true;
      case "d": if (this.includeBooks) this.remove(book); return this.includeBooks;
    }
    return false;
  }

  /// Opens a dialog about a book. A click beside it closes it, as Escape and its button do.
  #open(book, label, ...content) {
    const close = make("button", { type: "button", text: texts.close });
    const dialog = make(
      "dialog", { "aria-label": `${label}: ${book.title}` }, make("h2", { text: book.title }), ...content,
      make("p", {}, close));
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  /// Opens a dialog in which the user rates a book.
  chooseRating(book) {
    const rate = (rating) => { dialog.close(); this.set(book.id, { rating }, { rating: book.rating }); };
    const buttons = [1, 2, 3, 4, 5].map((rating) => {
      const button = make("button", { type: "button", text: "★".repeat(rating), "aria-label": texts.rating(rating) });
      if (rating === book.rating) button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => rate(rating));
      return button;
    });
    const none = make("button", { type: "button", text: texts.noRating });
    none.addEventListener("click", () => rate(null));
    const dialog = this.#open(book, texts.myRating, make("p", { classes: "buttons rates" }, ...buttons, none));
  }

  /// Opens a dialog in which the user chooses a reading status, by its button or by its first letter, and the day on
  /// which the reading began or ended.
  chooseReadState(book) {
    const word = make("select", { id: "dialog-on" });
    for (const [value, text] of texts.days) {
      word.append(make("option", { value, text }));
    }
    const day = make("input", { type: "date", id: "dialog-day" });
    const buttons = Object.entries(texts.statuses).map(([state, name]) => {
      const button = make("button", { type: "button", text: name });
      if (state === book.readState) button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        dialog.close();
        this.mark(book, state, day.value || word.value);
      });
      return button;
    });
    const dialog = this.#open(
      book, texts.readingStatus,
      make(
        "p", { classes: "days" }, make("label", { for: word.id, text: texts.startedOrFinished }), word,
        make("label", { for: day.id, text: texts.orOn }), day),
      make("p", { classes: "buttons" }, ...buttons));
    // The first letter of a status chooses it.
    dialog.addEventListener("keydown", (event) => {
      if (event.target === day || event.target === word) return;
      buttons.find((button) => button.textContent[0].toLowerCase() === event.key)?.click();
    });
    (buttons.find((button) => button.ariaPressed === "true") ?? buttons[0]).focus();
  }
}
