/// The search of a list page: what is typed is looked for at once.
class ListPage {
  #control = null;

  get #facet() { return this.kept.get("facet"); }

  constructor(service) {
    this.service = service;
    this.edits = new Edits(service);
    this.selection = new Selection();
    this.input = document.querySelector("#q");
    const parameters = new URLSearchParams(location.search);
    this.state = { q: parameters.get("q") ?? "", sort: parameters.get("sort") ?? "" };
    this.isWall = document.body.dataset.page === "wall";
    this.kept = parameters;
    const table = document.querySelector("table.list");
    if (table && !this.isWall) this.#start(table);
    let typed = -Infinity;
    this.input.addEventListener("input", (event) => {
      clearTimeout(this.typing);
      // A key behind a pause is looked for at once; of those that come together, as of an input method, the last one is.
      const isAlone = event.timeStamp - typed > 100;
      typed = event.timeStamp;
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
    document.addEventListener("change", (event) => {
      if (event.target.id === "sort") this.#search({ ...this.state, sort: event.target.value });
    });
    this.#decorate();
  }

  async #start(table) {
    const state = this.state;
    const list = this.list = new BookList(this.service, state, table, this.selection);
    list.facet = this.#facet;
    list.foundNothing = (isEmpty) => { if (isEmpty) this.#refresh(true); };
    let row = (Number(this.kept.get("page") ?? 1) - 1) * 50 || 0;
    const was = history.state;
    const book = /^#b(\d+)$/.exec(location.hash)?.[1];
    const letter = this.kept.get("letter");
    // Where an address led is not where the next list begins.
    this.#leavePlace();
    if (book) row = await this.service.position(state, { book }).catch(() => null) ?? was?.row ?? row;
    else if (letter) row = await this.service.position(state, { letter }).catch(() => null) ?? row;
    else if (was?.row) row = was.row;
    // Another search was typed meanwhile, or another part of the page is there.
    if (list !== this.list || state !== this.state) return;
    list.begin(Math.max(0, row), was && (!book || was.book === book) ? was.offset ?? 0 : 0);
  }

  #leavePlace() { for (const name of ["page", "letter"]) this.kept.delete(name); }

  #search(state) {
    if (state.q === this.state.q && state.sort === this.state.sort) return;
    this.state = state;
    this.#leavePlace();
    const view = this.isWall ? "wall" : "";
    history.replaceState(null, "", this.service.address("/", { ...state, view, facet: this.#facet }));
    document.title = `${state.q ? `${state.q} – ` : ""}Catalog`;
    document.querySelector("h1").textContent = state.q || "All books";
    if (this.list && this.list.box.isConnected) this.list.show(state);
    clearTimeout(this.refreshing);
    this.refreshing = setTimeout(() => this.#refresh(!this.list?.box.isConnected), this.list?.box.isConnected ? 300 : 0);
  }

  /// Asks for what stands around the list: facets, orders; and where no list is there, for all of it.
  async #refresh(isWhole) {
    this.#control?.abort();
    const control = this.#control = new AbortController();
    const view = this.isWall ? "wall" : "";
    try {
      // A wall has pages.
      const [number, letter] = this.isWall ? [this.kept.get("page"), this.kept.get("letter")] : [];
      const asked = { ...this.state, view, facet: this.#facet, page: number, letter, size: isWhole ? "" : "1" };
      const page = await this.service.page(this.service.address("/", asked), control.signal);
      if (control.signal.aborted) return;
      // The tools stand in the section of the books.
      take(page, "aside.facets", isWhole ? "section.books" : ".tools");
      if (isWhole) {
        const count = page.querySelector("#count")?.textContent;
        if (count) document.querySelector("#count").textContent = count;
        const table = document.querySelector("section.books table.list");
        if (table && !this.isWall) { this.list = null; this.#start(table); } else if (!table) this.list = null;
      }
      this.#decorate();
    } catch (error) { if (error.name !== "AbortError") console.warn(error); }
  }

  /// With a script, choosing an order is enough.
  #decorate() {
    document.querySelector(".tools form.sort button")?.remove();
    if (!this.isWall) this.selection.show();
  }

  changed(books) {
    if (!this.list?.box.isConnected) { this.#refresh(true); return; }
    this.list.changed(books);
    this.#countAgain();
  }

  /// The counts of the facet that is open follow; to count them takes the server a fifth of its time at most.
  async #countAgain() {
    this.isOutdated = Boolean(this.#facet);
    if (this.isCounting) return;
    this.isCounting = true;
    while (this.isOutdated) {
      this.isOutdated = false;
      const began = performance.now();
      await this.#refresh(!this.list?.box.isConnected || this.list.total === 0);
      await new Promise((rested) => setTimeout(rested, Math.max(500, 4 * (performance.now() - began))));
    }
    this.isCounting = false;
  }

  key(key) {
    const list = this.list?.box.isConnected ? this.list : null;
    if (this.edits.key(key, list?.selected)) return true;
    if (key === "/") { this.input.focus(); this.input.select(); return true; }
    if (key === "s") { document.querySelector("#sort")?.focus(); return true; }
    if (!list) return false;
    switch (key) {
      case "j": list.move(1); return true;
      case "k": list.move(-1); return true;
      case "g": list.select(0); return true;
      case "G": list.select(list.total - 1); return true;
      case "Enter": list.open(); return true;
      case "v": return list.pick();
      case "q": case "Escape": list.leave(); return true;
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
