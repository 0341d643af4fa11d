/// The table over all books of a query.
class BookList {
  #rows = [];
  #first = 0;
  /// The row that is selected, and its book once that is known.
  #here = -1;
  #hereBook = null;
  #rest = 0;
  /// What the addresses of books end with: the list that leads to them.
  #query = "";
  #isShown = false;
  /// A row that was seen and its book, and the first row that showed then.
  #anchor = null;
  /// The changes elsewhere that the list does not show yet, by their books.
  #outdated = [];
  /// Where it begins, until that is read.
  startRow = null;
  startOffset = 0;
  /// The facet that is open beside it.
  facet = "";

  constructor(service, list, table, selection) {
    this.service = service;
    this.selection = selection;
    selection.left = () => this.#draw();
    this.list = list;
    this.table = table;
    this.body = table.tBodies[0];
    this.cache = new RowCache(service, (total) => this.#arrived(total), (refusal) => this.#fail(refusal));
    this.section = table.closest("section");
    this.count = document.querySelector("#count");
    this.frame = make("div", { classes: "frame" });
    this.spacer = make("div", { classes: "spacer" }, this.frame);
    this.box = make("div", { classes: "window", tabindex: "0", role: "group", "aria-label": "Books, a list that scrolls" }, this.spacer);
    this.letters = make("nav", { classes: "letters", "aria-label": "Letters" });
    this.window = new RowWindow(this.box, this.spacer, () => this.#draw());
    new ResizeObserver(() => this.#measure()).observe(this.box);
    addEventListener("pagehide", () => this.#remember());
    addEventListener("beforeprint", () => this.#layOut());
    addEventListener("afterprint", () => this.paper?.remove());
  }

  /// On paper a list has no window: the rows that are there, from the first that shows on.
  #layOut() {
    if (!this.#isShown) return;
    const body = make("tbody");
    for (let index = this.#first; this.cache.row(index); index++) {
      const row = this.#makeRow();
      row.index = index;
      this.#fill(row);
      row.element.removeAttribute("id");
      body.append(row.element);
    }
    this.paper?.remove();
    this.paper = make("table", { classes: "list paper" }, this.table.tHead.cloneNode(true), body);
    this.box.after(this.paper);
  }

  /// The selected row, while it shows.
  get #hereRow() { return this.#rows.find((each) => each.index === this.#here); }

  get total() { return this.window.total; }
  get rowHeight() { return this.window.rowHeight; }

  /// Takes the place of the table of the page, and begins at a row.
  ///
  /// - offset: how much of the row is above the window, in pixels.
  begin(row, offset) {
    const page = Math.floor(row / RowCache.size);
    this.#reset(this.list);
    this.startRow = row;
    this.startOffset = offset;
    this.cache.want(page * RowCache.size, row);
  }

  /// Shows what another query finds, from its beginning.
  show(list) {
    this.startRow = 0;
    this.startOffset = 0;
    this.#select(-1);
    this.#reset(list);
    this.cache.want(0, 0);
  }

  #reset(list) {
    this.list = list;
    this.#query = this.service.query(list);
    this.cache.reset(list);
  }

  #takePlace() {
    this.#isShown = true;
    this.section.classList.add("live");
    this.body.replaceChildren();
    this.table.before(this.box);
    this.frame.append(this.table);
    this.#measure();
  }

  #measure() {
    if (!this.#isShown) return;
    const height = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const head = this.table.tHead.offsetHeight > 1 && getComputedStyle(this.table.tHead).position !== "absolute" ? this.table.tHead.offsetHeight : 0;
    const boxHeight = this.box.clientHeight;
    this.frame.style.height = `${boxHeight}px`;
    this.window.resize({ total: this.total, rowHeight: height, headHeight: head, boxHeight });
    this.#draw();
  }

  #arrived(total) {
    // Another part of the page may have come in its place meanwhile.
    if (!this.table.isConnected) return;
    const isNew = this.startRow !== null;
    if (!this.#isShown) this.#takePlace();
    const isOther = total !== this.total || isNew;
    if (isOther) this.#setTotal(total);
    else if (this.hasFailed) this.#tell(total);
    this.hasFailed = false;
    if (isNew) {
      const row = this.startRow;
      this.startRow = null;
      this.#rows.forEach((row) => { row.book = undefined; });
      this.#letters();
      this.window.goTo(row * this.rowHeight + this.startOffset);
    } else {
      this.#followAnchor();
    }
    if (isOther) this.foundNothing?.(total === 0);
    this.#draw();
  }

  /// What was read may be of later than the last change that was told: the row that was seen stays where it is.
  #followAnchor() {
    const { id, index, first } = this.#anchor ?? {};
    if (!first || first !== this.#first || this.cache.row(index)?.id === id) return;
    for (let by = 1; by < RowCache.size; by++) {
      for (const near of [index + by, index - by]) {
        if (this.cache.row(near)?.id === id) return this.window.goTo(this.window.top + (near - index) * this.rowHeight);
      }
    }
  }

  #setTotal(total) {
    this.window.setTotal(total);
    this.table.setAttribute("aria-rowcount", String(total + 1));
    this.#tell(total);
  }

  /// What was not answered is asked for again, while it is still wanted; what was refused is not.
  #fail(refusal) {
    if (!this.table.isConnected) return;
    this.hasFailed = true;
    clearTimeout(this.telling);
    this.count.textContent = refusal ?? "The server is not responding.";
    clearTimeout(this.again);
    if (refusal) return;
    this.again = setTimeout(() => {
      if (this.startRow !== null) this.cache.want(this.startRow, this.startRow);
      else this.#draw();
    }, 2000);
  }

  /// At most once a second: who listens is not to be drowned.
  #tell(total) {
    clearTimeout(this.telling);
    const wait = Math.max(0, 1000 - (performance.now() - (this.told ?? -1000)));
    this.telling = setTimeout(() => {
      if (!this.table.isConnected) return;
      this.told = performance.now();
      const text = counted(total);
      if (this.count.textContent !== text) this.count.textContent = text;
    }, wait);
  }

  /// Puts rows in their places: those that leave the window on one side come in on the other.
  #draw() {
    if (!this.#isShown || !this.rowHeight) return;
    const { top, height } = this.window;
    const first = Math.min(Math.floor(top / this.rowHeight), Math.max(0, this.total - 1));
    const last = Math.min(this.total, first + Math.ceil(height / this.rowHeight) + 1);
    const kept = this.#rows.filter((row) => row.index >= first && row.index < last);
    const free = this.#rows.filter((row) => row.index < first || row.index >= last);
    const before = [];
    const behind = [];
    const keptFrom = kept[0]?.index ?? last;
    const keptTo = kept.length ? kept[kept.length - 1].index + 1 : last;
    const take = (index) => {
      const row = free.pop() ?? this.#makeRow();
      if (row.element.contains(document.activeElement)) this.box.focus({ preventScroll: true });
      row.index = index;
      row.book = undefined;
      return row;
    };
    for (let index = first; index < keptFrom; index++) before.push(take(index));
    for (let index = keptTo; index < last; index++) behind.push(take(index));
    for (const row of free) row.element.remove();
    this.body.prepend(...before.map((row) => row.element));
    this.body.append(...behind.map((row) => row.element));
    this.#rows = [...before, ...kept, ...behind];
    this.#followHere();
    for (const row of this.#rows) this.#fill(row);
    this.#keepFocus();
    this.body.style.transform = `translateY(${first * this.rowHeight - top}px)`;
    this.#first = first;
    const book = this.cache.isOutdated(first) ? undefined : this.cache.row(first);
    if (book) this.#anchor = { id: book.id, index: first, first };
    else if (this.#anchor?.first !== first) this.#anchor = null;
    this.cache.want(first, Math.max(first, last - 1));
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#remember(), 200);
  }

  /// What is selected is a book, wherever it stands by now; where it is gone, the one in its place.
  #followHere() {
    if (this.#hereBook === null) return;
    const row = this.#rows.find((each) => this.cache.row(each.index)?.id === this.#hereBook);
    if (row) this.#here = row.index;
    else if (this.#hereRow) this.#hereBook = this.cache.row(this.#here)?.id ?? this.#hereBook;
  }

  /// The link that has the focus is the selected book's.
  #keepFocus() {
    const row = this.#hereRow;
    if (!row || row.link === document.activeElement || !this.body.contains(document.activeElement)) return;
    row.link.focus({ preventScroll: true });
  }

  #makeRow() {
    const row = {
      link: make("a"), small: make("small"), author: make("td", { classes: "author" }), year: make("td", { classes: "year" }),
      state: make("td", { classes: "state" }), mine: make("td", { classes: "mine" }), others: make("td", { classes: "others" }),
      bar: make("span", { "aria-hidden": "true" }), number: new Text(),
    };
    row.average = make("span", { classes: "average" }, row.bar, row.number);
    row.title = make("th", { classes: "title", scope: "row" }, row.link, " ", row.small);
    row.element = make("tr", {}, row.title, row.author, row.year, row.state, row.mine, row.others);
    if (this.table.tHead.querySelector(".pick")) {
      row.pick = make("input", { type: "checkbox" });
      row.pick.addEventListener("change", () => this.selection.set(row.book.id, row.pick.checked));
      row.element.prepend(make("td", { classes: "pick" }, row.pick));
    }
    return row;
  }

  #fill(row) {
    const book = this.cache.row(row.index);
    row.element.classList.toggle("here", row.index === this.#here);
    if (row.pick && book) row.pick.checked = this.selection.has(book.id);
    if (row.book === book && book) return;
    const isChange = row.book && book && row.book.id === book.id && JSON.stringify(row.book) !== JSON.stringify(book);
    row.element.classList.toggle("waiting", !book);
    row.element.classList.remove("changed");
    row.element.setAttribute("aria-rowindex", String(row.index + 2));
    row.book = book;
    if (!book) {
      row.element.removeAttribute("id");
      row.link.removeAttribute("href");
      for (const part of [row.link, row.small, row.author, row.year, row.state, row.mine, row.others]) part.textContent = "";
      return;
    }
    row.element.id = `b${book.id}`;
    row.pick?.setAttribute("aria-label", `Select ${book.title}`);
    row.link.textContent = book.title;
    row.link.href = `${this.service.base}/book/${book.id}${this.#query}`;
    row.small.textContent = book.series ? book.series + (book.seriesNumber === null ? "" : ` #${book.seriesNumber}`) : "";
    row.author.textContent = book.authors.join(", ");
    row.year.textContent = /^-?\d+/.exec(book.firstPublished ?? book.published ?? "")?.[0].replace(/^(-?)0+(?=\d)/, "$1") ?? "";
    row.state.textContent = book.readState === "unread" ? "" : book.readState;
    row.mine.replaceChildren(...(book.rating === null ? [] : [stars(book.rating)]));
    if (book.averageRating === null) row.average.remove();
    else showAverage(book.averageRating, row);
    if (isChange) { void row.element.offsetWidth; row.element.classList.add("changed"); }
  }

  /// The address leads back to the first book that shows.
  #remember() {
    clearTimeout(this.#rest);
    if (!this.#isShown || !this.box.isConnected) return;
    const book = this.cache.row(this.#first);
    const page = Math.floor(this.#first / 50) + 1;
    const address = this.service.address("/", { ...this.list, facet: this.facet, page: page > 1 ? String(page) : "" });
    const fragment = book && this.#first > 0 ? `#b${book.id}` : "";
    const offset = Math.round(this.window.top - this.#first * this.rowHeight);
    history.replaceState({ row: this.#first, offset, book: String(book?.id) }, "", address + fragment);
  }

  #letters() {
    this.section.querySelector(".letters")?.remove();
    if (!/^-?(title|author|series)$/.test(this.list.sort)) return;
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    if (this.list.sort.startsWith("-")) letters.reverse();
    this.letters.replaceChildren(...letters.map((letter) => {
      const link = make("a", { text: letter.toUpperCase(), href: this.service.address("/", { ...this.list, letter }) });
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        const list = this.list;
        const row = await this.service.position(list, { letter });
        if (row !== null && list === this.list) this.window.goTo(row * this.rowHeight);
      });
      return link;
    }));
    this.box.before(this.letters);
  }

  /// Something changed elsewhere: what shows is asked for again, and stays where it is, by the first row whose book did not change.
  ///
  /// - books: which changed; null where that is not known.
  async changed(books) {
    if (!this.#isShown) return;
    this.cache.expire();
    this.#outdated.push(new Set(books ?? []));
    // One that changes may go far.
    if (books?.includes(this.#anchor?.id)) this.#anchor = null;
    if (this.#outdated.length > 1) return;
    const list = this.list;
    const [shown, known] = [this.#first, (index) => this.cache.row(index)];
    let at = this.#rows.map((row) => row.index).find((index) => known(index) && !this.#outdated[0].has(known(index).id)) ?? shown;
    const anchor = shown > 0 ? known(at) : undefined;
    let first = shown;
    // What changes meanwhile may move it once more.
    while (this.#outdated.length > 0) {
      const now = this.#outdated.length;
      const isLeft = this.#outdated.some((books) => books.has(anchor?.id));
      const row = anchor && !isLeft ? await this.service.position(list, { book: String(anchor.id) }).catch(() => null) : null;
      if (list !== this.list) break;
      if (row !== null && row !== at && this.#first === first) {
        const top = this.window.top + (row - at) * this.rowHeight;
        this.#setTotal(Math.max(this.total + row - at, row + 1));
        this.window.goTo(top);
        [at, first] = [row, this.#first];
        this.#anchor = { id: anchor.id, index: at, first };
      }
      this.#outdated.splice(0, now);
      this.#draw();
    }
    this.#outdated = [];
  }

  #select(row) {
    this.#here = row;
    this.#hereBook = row < 0 ? null : this.cache.row(row)?.id ?? null;
  }

  /// Selects the row that is so many behind.
  move(by) { this.select(this.#here < 0 ? this.#first : this.#here + by); }

  /// Selects a row, and shows it.
  select(row) {
    if (this.total === 0) return;
    this.#select(Math.max(0, Math.min(row, this.total - 1)));
    const top = this.#here * this.rowHeight;
    if (top < this.window.top) this.window.goTo(top);
    else if (top + this.rowHeight > this.window.top + this.window.height) this.window.goTo(top + this.rowHeight - this.window.height);
    this.#draw();
    this.#hereRow?.link.focus({ preventScroll: true });
  }

  /// The selected book, as it shows.
  get selected() {
    const book = this.cache.row(this.#here);
    return book && book.id === (this.#hereBook ?? book.id) ? book : null;
  }

  /// Opens the selected book.
  open() {
    const id = this.#hereBook ?? this.cache.row(this.#here)?.id;
    if (id !== undefined) location.assign(`${this.service.base}/book/${id}${this.#query}`);
  }

  /// Selects the book at hand beside others, or leaves it.
  pick() {
    const book = this.#hereRow?.pick && this.selected;
    if (!book) return false;
    this.selection.set(book.id, !this.selection.has(book.id));
    this.#draw();
    return true;
  }

  /// Leaves the books that were selected, then the row at hand.
  leave() {
    if (this.selection.isEmpty) this.#select(-1);
    this.selection.clear();
    this.#draw();
    this.box.focus({ preventScroll: true });
  }
}
