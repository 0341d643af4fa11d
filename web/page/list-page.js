/// A page with books as a list or as a wall of covers. It searches while the user types.
class ListPage {
  #control = null;

  get #facet() { return this.parameters.get("facet"); }

  constructor(service) {
    this.service = service;
    this.edits = new Edits(service);
    this.selection = new Selection();
    this.input = document.querySelector("#q");
    const parameters = new URLSearchParams(location.search);
    this.state = { q: parameters.get("q") ?? "", sort: parameters.get("sort") ?? "" };
    this.isWall = document.body.dataset.page === "wall";
    this.parameters = parameters;
    const table = document.querySelector("table.list");
    if (table && !this.isWall) this.#start(table);
    let lastInput = -Infinity;
    this.input.addEventListener("input", (event) => {
      clearTimeout(this.typing);
      // A single input is searched for at once. If inputs follow each other quickly, as from an input method, only the
      // last one is.
      const isAlone = event.timeStamp - lastInput > 100;
      lastInput = event.timeStamp;
      const search = () => this.#search({ ...this.state, q: this.input.value });
      if (isAlone) search();
      else this.typing = setTimeout(search, 20);
    });
    this.input.form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.typing);
      this.#search({ ...this.state, q: this.input.value });
      if (this.list) { this.input.blur(); this.list.box.focus({ preventScroll: true }); }
    });
    new Completions(
      this.input, (text, signal) => service.completions(text, "", signal),
      () => this.#search({ ...this.state, q: this.input.value }));
    document.addEventListener("change", (event) => {
      if (event.target.id === "sort") this.#search({ ...this.state, sort: event.target.value });
    });
    document.addEventListener("click", (event) => {
      const header = event.target.closest("table.list thead a[data-sort]");
      if (!header || this.isWall || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#search({ ...this.state, sort: header.dataset.sort });
    });
    // The status and the rating of a book can be set where they are shown.
    document.addEventListener("click", (event) => {
      const cell = event.target.closest?.(".list tbody :is(td.state, td.mine)");
      const book = cell && this.edits.areAllowed ? this.list?.bookOf(cell.closest("tr")) : null;
      if (!book) return;
      if (cell.classList.contains("state")) this.edits.chooseReadState(book);
      else if (event.detail > 0 && matchMedia("(hover: hover)").matches) {
        const { left } = cell.getBoundingClientRect();
        const rating = starAt(event.clientX - left, cell);
        this.edits.set(book.id, { rating: rating === book.rating ? null : rating }, { rating: book.rating });
      } else this.edits.chooseRating(book);
    });
    // A click anywhere else in a row opens the book.
    document.addEventListener("click", (event) => {
      const row = event.target.closest?.(".window tbody tr");
      if (!row || event.target.closest("a, input, button, td.pick, td.state, td.mine") || String(getSelection())) return;
      const link = row.querySelector(".title a");
      if (link?.href) location.assign(link.href);
    });
    // On phones, the filters are a drawer. It opens again after a facet was chosen in it.
    const filters = document.querySelector("#filters");
    if (this.#facet && filters && document.querySelector(".tools .filter")?.offsetParent) this.#openDrawer(filters);
    this.#decorate();
  }

  /// Opens the drawer of the filters. Without the script, they are part of the page while a facet is chosen.
  #openDrawer(filters) {
    filters.classList.remove("chosen");
    filters.showPopover?.();
  }

  /// Replaces the table with a list that begins at the book, letter, row or page of the address.
  async #start(table) {
    const state = this.state;
    const list = this.list = new BookList(this.service, state, table, this.selection);
    list.facet = this.#facet;
    list.onTotal = (total) => { if (total === 0) this.#refresh(true); };
    let row = (Number(this.parameters.get("page") ?? 1) - 1) * 50 || 0;
    const saved = history.state;
    const book = /^#b(\d+)$/.exec(location.hash)?.[1];
    const letter = this.parameters.get("letter");
    // The next list begins at its first book.
    this.#forgetPosition();
    if (book) row = await this.service.position(state, { book }).catch(() => null) ?? saved?.row ?? row;
    else if (letter) row = await this.service.position(state, { letter }).catch(() => null) ?? row;
    else if (saved?.row) row = saved.row;
    // In the meantime, the user may have searched again, or the page may have replaced the list.
    if (list !== this.list || state !== this.state) return;
    list.begin(Math.max(0, row), saved && (!book || saved.book === book) ? saved.offset ?? 0 : 0);
  }

  #forgetPosition() { for (const name of ["page", "letter"]) this.parameters.delete(name); }

  #search(state) {
    if (state.q === this.state.q && state.sort === this.state.sort) return;
    this.state = state;
    this.#forgetPosition();
    const view = this.isWall ? "wall" : "";
    history.replaceState(null, "", this.service.address("/", { ...state, view, facet: this.#facet }));
    if (this.list && this.list.box.isConnected) this.list.show(state);
    clearTimeout(this.refreshing);
    this.refreshing = setTimeout(
      () => this.#refresh(!this.list?.box.isConnected), this.list?.box.isConnected ? 300 : 0);
  }

  /// Loads the facets and the tools again.
  ///
  /// - isWhole: true to reload the books as well, because the page has no scrolling list.
  async #refresh(isWhole) {
    this.#control?.abort();
    const control = this.#control = new AbortController();
    const view = this.isWall ? "wall" : "list";
    try {
      // Only a wall is divided into pages.
      const [number, letter] = this.isWall ? [this.parameters.get("page"), this.parameters.get("letter")] : [];
      const query = { ...this.state, view, facet: this.#facet, page: number, letter, size: isWhole ? "" : "1" };
      const page = await this.service.page(this.service.address("/", query), control.signal);
      if (control.signal.aborted) return;
      // The section of the books contains the tools.
      const isDrawerOpen = document.querySelector("#filters:popover-open") !== null;
      replaceParts(page, "aside.facets", ...(isWhole ? ["section.books"] : [".shelf", ".tools", ".chips", ".problems"]));
      const closed = document.querySelector("#filters:not(:popover-open)");
      if (isDrawerOpen && closed) this.#openDrawer(closed);
      else if (document.querySelector(".tools .filter")?.offsetParent) closed?.classList.remove("chosen");
      this.#showOrder(page);
      const heading = page.querySelector("h1")?.textContent;
      if (heading) document.querySelector("h1").textContent = heading;
      document.title = page.title;
      if (isWhole) {
        const count = page.querySelector("#count")?.textContent;
        if (count) document.querySelector("#count").textContent = count;
        const table = document.querySelector("section.books table.list");
        if (table && !this.isWall) { this.list = null; this.#start(table); } else if (!table) this.list = null;
      }
      this.#decorate();
    } catch (error) { if (error.name !== "AbortError") console.warn(error); }
  }

  /// Shows the order of a page that was loaded again in the headers of the table.
  #showOrder(page) {
    const headers = document.querySelectorAll("table.list thead th");
    for (const [index, fresh] of page.querySelectorAll("table.list thead th").entries()) {
      const header = headers[index];
      const order = fresh.getAttribute("aria-sort");
      if (order) header?.setAttribute("aria-sort", order);
      else header?.removeAttribute("aria-sort");
      const [link, freshLink] = [header?.querySelector("a"), fresh.querySelector("a")];
      if (link && freshLink) { link.href = freshLink.href; link.dataset.sort = freshLink.dataset.sort; }
    }
  }

  /// Removes the button of the sort form, because the page sorts as soon as the user chooses an order. Shows the
  /// selection.
  #decorate() {
    document.querySelector(".tools form.sort button")?.remove();
    if (!this.isWall) this.selection.show();
  }

  changed(books) {
    if (!this.list?.box.isConnected) { this.#refresh(true); return; }
    this.list.changed(books);
    this.#countAgain();
  }

  /// Updates the counts of the open facet after changes. Pauses four times as long as the server needs to count them.
  async #countAgain() {
    this.isOutdated = Boolean(this.#facet);
    if (this.isCounting) return;
    this.isCounting = true;
    while (this.isOutdated) {
      this.isOutdated = false;
      const began = performance.now();
      await this.#refresh(!this.list?.box.isConnected || this.list.total === 0);
      await new Promise((resolve) => setTimeout(resolve, Math.max(500, 4 * (performance.now() - began))));
    }
    this.isCounting = false;
  }

  key(key) {
    const list = this.list?.box.isConnected ? this.list : null;
    if (this.edits.key(key, list?.currentBook)) return true;
    if (key === "/") { this.input.focus(); this.input.select(); return true; }
    if (key === "s") { document.querySelector("#sort")?.focus(); return true; }
    if (!list) return false;
    switch (key) {
      case "j": list.move(1); return true;
      case "k": list.move(-1); return true;
      case "g": list.goTo(0); return true;
      case "G": list.goTo(list.total - 1); return true;
      case "Enter": list.open(); return true;
      case "v": return list.toggleSelection();
      case "q": case "Escape": list.clearSelection(); return true;
    }
    return false;
  }

  escape() {
    clearTimeout(this.typing);
    this.input.value = "";
    this.#search({ ...this.state, q: "" });
    this.input.blur();
    this.list?.box.focus({ preventScroll: true });
  }
}
