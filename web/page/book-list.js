/// The table of all books that match a query. It has elements only for the visible rows, and loads books when they
/// become visible.
class BookList {
  #rows = [];
  /// The index of the first visible row.
  #first = 0;
  /// The index of the current row, or -1.
  #current = -1;
  /// The id of the book in the current row; null if it is unknown.
  #currentID = null;
  #rememberTimer = 0;
  /// The covers that were loaded, by book.
  #thumbnails = new Map();
  #thumbnailTimer = 0;
  /// The query string of links to books. It names the list, so that a book's page can lead back to it.
  #query = "";
  #isShown = false;
  /// The scroll anchor, `{ id, index, first }`: a book, its index, and the first visible row when it was there.
  #anchor = null;
  /// The changes that the list does not show yet, each as a set of ids of changed books.
  #outdated = [];
  /// The row at which to begin, until the first rows arrive; then null.
  startRow = null;
  startOffset = 0;
  /// The facet that is open beside the list.
  facet = "";

  constructor(service, list, table, selection) {
    this.service = service;
    this.selection = selection;
    selection.onClear = () => this.#draw();
    this.list = list;
    this.table = table;
    this.body = table.tBodies[0];
    this.cache = new RowCache(service, (total) => this.#arrived(total), (refusal) => this.#fail(refusal));
    this.section = table.closest("section");
    this.count = document.querySelector("#count");
    this.frame = make("div", { classes: "frame" });
    this.spacer = make("div", { classes: "spacer" }, this.frame);
    this.box = make(
      "div", { classes: "window", tabindex: "0", role: "group", "aria-label": texts.scrollingList },
      this.spacer);
    this.letters = make("nav", { classes: "letters", "aria-label": texts.letters });
    this.window = new RowWindow(this.box, this.spacer, () => this.#draw());
    new ResizeObserver(() => this.#measure()).observe(this.box);
    addEventListener("pagehide", () => this.#remember());
    addEventListener("beforeprint", () => this.#layOutForPrint());
    addEventListener("afterprint", () => this.printTable?.remove());
  }

  /// Adds a table for printing, because a printed page cannot scroll. It contains the loaded rows from the first
  /// visible row on.
  #layOutForPrint() {
    if (!this.#isShown) return;
    const body = make("tbody");
    for (let index = this.#first; this.cache.row(index); index++) {
      const row = this.#makeRow();
      row.index = index;
      this.#fill(row);
      row.element.removeAttribute("id");
      body.append(row.element);
    }
    this.printTable?.remove();
    this.printTable = make("table", { classes: "list paper" }, this.table.tHead.cloneNode(true), body);
    this.box.after(this.printTable);
  }

  /// Returns the book of a row's element; undefined if it is not loaded.
  bookOf(element) { return this.#rows.find((row) => row.element === element)?.book; }

  /// The current row; undefined if it is not visible.
  get #currentRow() { return this.#rows.find((each) => each.index === this.#current); }

  get total() { return this.window.total; }
  get rowHeight() { return this.window.rowHeight; }

  /// Loads the rows around a row, and replaces the table of the page when they arrive.
  ///
  /// - offset: the height of the part of the row that is above the window, in pixels.
  begin(row, offset) {
    const page = Math.floor(row / RowCache.pageSize);
    this.#reset(this.list);
    this.startRow = row;
    this.startOffset = offset;
    this.cache.request(page * RowCache.pageSize, row);
  }

  /// Shows the books of another query from the beginning.
  show(list) {
    this.startRow = 0;
    this.startOffset = 0;
    this.#setCurrent(-1);
    this.#reset(list);
    this.cache.request(0, 0);
  }

  #reset(list) {
    this.list = list;
    this.#query = this.service.query(list);
    this.cache.reset(list);
  }

  #replaceTable() {
    this.#isShown = true;
    this.section.classList.add("live");
    this.body.replaceChildren();
    this.table.before(this.box);
    this.frame.append(this.table);
    this.#measure();
  }

  #measure() {
    if (!this.#isShown) return;
    const height = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"))
      * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const head = this.table.tHead.offsetHeight > 1 && getComputedStyle(this.table.tHead).position !== "absolute"
      ? this.table.tHead.offsetHeight : 0;
    const boxHeight = this.box.clientHeight;
    this.frame.style.height = `${boxHeight}px`;
    this.window.resize({ total: this.total, rowHeight: height, headHeight: head, boxHeight });
    this.#draw();
  }

  #arrived(total) {
    // The page may have replaced the list in the meantime.
    if (!this.table.isConnected) return;
    const isNew = this.startRow !== null;
    if (!this.#isShown) this.#replaceTable();
    const hasNewTotal = total !== this.total || isNew;
    if (hasNewTotal) this.#setTotal(total);
    else if (this.hasFailed) this.#announce(total);
    this.hasFailed = false;
    if (isNew) {
      const row = this.startRow;
      this.startRow = null;
      this.#rows.forEach((row) => { row.book = undefined; });
      this.#showLetters();
      this.window.goTo(row * this.rowHeight + this.startOffset);
    } else {
      this.#followAnchor();
    }
    if (hasNewTotal) this.onTotal?.(total);
    this.#draw();
  }

  /// Keeps the scroll anchor at its position on the screen. The rows that arrived may already contain a change that was
  /// not reported yet, so the anchor may be at another index.
  #followAnchor() {
    const { id, index, first } = this.#anchor ?? {};
    if (!first || first !== this.#first || this.cache.row(index)?.id === id) return;
    for (let distance = 1; distance < RowCache.pageSize; distance++) {
      for (const near of [index + distance, index - distance]) {
        if (this.cache.row(near)?.id === id) {
          return this.window.goTo(this.window.top + (near - index) * this.rowHeight);
        }
      }
    }
  }

  #setTotal(total) {
    this.window.setTotal(total);
    this.table.setAttribute("aria-rowcount", String(total + 1));
    this.#announce(total);
  }

  /// Shows that a request failed, and retries after two seconds if the rows are still visible. Does not retry a request
  /// that the server refused.
  #fail(refusal) {
    if (!this.table.isConnected) return;
    this.hasFailed = true;
    clearTimeout(this.announcing);
    this.count.textContent = refusal ?? texts.isOffline;
    clearTimeout(this.retrying);
    if (refusal) return;
    this.retrying = setTimeout(() => {
      if (this.startRow !== null) this.cache.request(this.startRow, this.startRow);
      else this.#draw();
    }, 2000);
  }

  /// Shows the number of books, at most once a second, because screen readers read each change aloud.
  #announce(total) {
    clearTimeout(this.announcing);
    const wait = Math.max(0, 1000 - (performance.now() - (this.announcedAt ?? -1000)));
    this.announcing = setTimeout(() => {
      if (!this.table.isConnected) return;
      this.announcedAt = performance.now();
      const text = texts.books(total);
      if (this.count.textContent !== text) this.count.textContent = text;
    }, wait);
  }

  /// Updates the visible rows. Reuses the elements of rows that left the window for rows that entered it.
  #draw() {
    if (!this.#isShown || !this.rowHeight) return;
    const { top, height } = this.window;
    const first = Math.min(Math.floor(top / this.rowHeight), Math.max(0, this.total - 1));
    const last = Math.min(this.total, first + Math.ceil(height / this.rowHeight) + 1);
    const kept = this.#rows.filter((row) => row.index >= first && row.index < last);
    const free = this.#rows.filter((row) => row.index < first || row.index >= last);
    const before = [];
    const after = [];
    const keptFrom = kept[0]?.index ?? last;
    const keptTo = kept.length ? kept[kept.length - 1].index + 1 : last;
    const takeRow = (index) => {
      const row = free.pop() ?? this.#makeRow();
      if (row.element.contains(document.activeElement)) this.box.focus({ preventScroll: true });
      row.index = index;
      row.book = undefined;
      return row;
    };
    for (let index = first; index < keptFrom; index++) before.push(takeRow(index));
    for (let index = keptTo; index < last; index++) after.push(takeRow(index));
    for (const row of free) row.element.remove();
    this.body.prepend(...before.map((row) => row.element));
    this.body.append(...after.map((row) => row.element));
    this.#rows = [...before, ...kept, ...after];
    this.#followCurrentBook();
    for (const row of this.#rows) this.#fill(row);
    this.#keepFocus();
    this.body.style.transform = `translateY(${first * this.rowHeight - top}px)`;
    this.#first = first;
    const book = this.cache.isOutdated(first) ? undefined : this.cache.row(first);
    if (book) this.#anchor = { id: book.id, index: first, first };
    else if (this.#anchor?.first !== first) this.#anchor = null;
    this.cache.request(first, Math.max(first, last - 1));
    clearTimeout(this.#thumbnailTimer);
    this.#thumbnailTimer = setTimeout(() => this.#loadThumbnails(), 100);
    clearTimeout(this.#rememberTimer);
    this.#rememberTimer = setTimeout(() => this.#remember(), 200);
  }

  /// Loads the covers of the visible books when the list has stopped scrolling.
  async #loadThumbnails() {
    const ids = this.#rows.map((row) => row.book?.id).filter((id) => id && !this.#thumbnails.has(id));
    if (ids.length === 0) return;
    if (this.#thumbnails.size > 5000) this.#thumbnails.clear();
    const thumbnails = await this.service.thumbnails(ids).catch(() => []);
    for (const thumbnail of thumbnails) this.#thumbnails.set(thumbnail.id, thumbnail);
    for (const row of this.#rows) if (row.book) this.#showThumbnail(row);
  }

  #showThumbnail(row) {
    const thumbnail = this.#thumbnails.get(row.book?.id);
    if (row.thumbnail === thumbnail) return;
    row.thumbnail = thumbnail;
    if (!thumbnail) return row.thumb.replaceChildren();
    row.thumb.replaceChildren(thumbnail.address
      ? make("img", { classes: "cover", src: thumbnail.address, alt: "", width: "120", height: "180" })
      : make("span", { classes: `cover plate plate${thumbnail.plate}`, "aria-hidden": "true" }));
  }

  /// Moves the current row with its book. If the book is no longer visible, the book that replaced it becomes current.
  #followCurrentBook() {
    if (this.#currentID === null) return;
    const row = this.#rows.find((each) => this.cache.row(each.index)?.id === this.#currentID);
    if (row) this.#current = row.index;
    else if (this.#currentRow) this.#currentID = this.cache.row(this.#current)?.id ?? this.#currentID;
  }

  /// Moves the focus to the link of the current row if the link of another row has it.
  #keepFocus() {
    const row = this.#currentRow;
    if (!row || row.link === document.activeElement || !this.body.contains(document.activeElement)) return;
    row.link.focus({ preventScroll: true });
  }

  #makeRow() {
    const row = {
      link: make("a"), small: make("small"), thumb: make("td", { classes: "thumb" }),
      author: make("td", { classes: "author" }), year: make("td", { classes: "year" }),
      state: make("td", { classes: "state" }), mine: make("td", { classes: "mine" }),
      others: make("td", { classes: "others" }),
      bar: make("span", { "aria-hidden": "true" }), number: new Text(),
    };
    row.average = make("span", { classes: "average" }, row.bar, row.number);
    row.title = make("th", { classes: "title", scope: "row" }, row.link, " ", row.small);
    row.element = make("tr", {}, row.thumb, row.title, row.author, row.year, row.state, row.mine, row.others);
    if (this.table.tHead.querySelector(".pick")) {
      row.pick = make("input", { type: "checkbox" });
      row.pick.addEventListener("change", () => this.selection.set(row.book.id, row.pick.checked));
      row.element.prepend(make("td", { classes: "pick" }, row.pick));
    }
    return row;
  }

  #fill(row) {
    const book = this.cache.row(row.index);
    row.element.classList.toggle("here", row.index === this.#current);
    if (row.pick && book) row.pick.checked = this.selection.has(book.id);
    if (row.book === book && book) return;
    const isChange = row.book && book && row.book.id === book.id && JSON.stringify(row.book) !== JSON.stringify(book);
    row.element.classList.toggle("waiting", !book);
    row.element.classList.remove("changed");
    row.element.setAttribute("aria-rowindex", String(row.index + 2));
    row.book = book;
    this.#showThumbnail(row);
    if (!book) {
      row.element.removeAttribute("id");
      row.link.removeAttribute("href");
      for (const part of [row.link, row.small, row.author, row.year, row.state, row.mine, row.others]) {
        part.textContent = "";
      }
      return;
    }
    row.element.id = `b${book.id}`;
    row.pick?.setAttribute("aria-label", texts.select(book.title));
    row.link.textContent = book.title;
    row.link.title = book.title;
    row.link.href = `${this.service.base}/book/${book.id}${this.#query}`;
    // Some sources write the series into the title.
    const hasSeries = book.series && !book.title.toLowerCase().includes(book.series.toLowerCase());
    row.small.textContent =
      hasSeries ? book.series + (book.seriesNumber === null ? "" : ` #${book.seriesNumber}`) : "";
    row.author.textContent = book.authors.join(", ");
    row.year.textContent = book.year ?? "";
    row.state.textContent = book.readState === "unread" ? "" : texts.statuses[book.readState] ?? book.readState;
    if (book.fractionRead !== null) row.state.append(progressBar(book.fractionRead));
    row.mine.replaceChildren(...(book.rating === null ? [] : [stars(book.rating)]));
    if (book.averageRating === null) row.average.remove();
    else showAverage(book.averageRating, row);
    // Reading the width restarts the animation.
    if (isChange) { void row.element.offsetWidth; row.element.classList.add("changed"); }
  }

  /// Stores the position in the address and the history entry, so that the user returns to the first visible book.
  #remember() {
    clearTimeout(this.#rememberTimer);
    if (!this.#isShown || !this.box.isConnected) return;
    const book = this.cache.row(this.#first);
    const page = Math.floor(this.#first / 50) + 1;
    const address = this.service.address("/", { ...this.list, facet: this.facet, page: page > 1 ? String(page) : "" });
    const fragment = book && this.#first > 0 ? `#b${book.id}` : "";
    const offset = Math.round(this.window.top - this.#first * this.rowHeight);
    history.replaceState({ row: this.#first, offset, book: String(book?.id) }, "", address + fragment);
  }

  /// Shows the letters, if the list is sorted by text. Each letter scrolls to its first book.
  #showLetters() {
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

  /// Loads the visible rows again after a change. Keeps the first visible book that did not change at its position on
  /// the screen.
  ///
  /// - books: the ids of the changed books; null if any book may have changed.
  async changed(books) {
    if (!this.#isShown) return;
    this.cache.expire();
    if (books) for (const book of books) this.#thumbnails.delete(book);
    else this.#thumbnails.clear();
    this.#outdated.push(new Set(books ?? []));
    // A changed book may move far away, so it cannot be the anchor.
    if (books?.includes(this.#anchor?.id)) this.#anchor = null;
    if (this.#outdated.length > 1) return;
    const list = this.list;
    const [shown, known] = [this.#first, (index) => this.cache.row(index)];
    let at = this.#rows.map((row) => row.index)
      .find((index) => known(index) && !this.#outdated[0].has(known(index).id)) ?? shown;
    const anchor = shown > 0 ? known(at) : undefined;
    let first = shown;
    // A change that is reported during a request may move the anchor again.
    while (this.#outdated.length > 0) {
      const count = this.#outdated.length;
      const hasChanged = this.#outdated.some((books) => books.has(anchor?.id));
      const row = anchor && !hasChanged
        ? await this.service.position(list, { book: String(anchor.id) }).catch(() => null) : null;
      if (list !== this.list) break;
      if (row !== null && row !== at && this.#first === first) {
        const top = this.window.top + (row - at) * this.rowHeight;
        this.#setTotal(Math.max(this.total + row - at, row + 1));
        this.window.goTo(top);
        [at, first] = [row, this.#first];
        this.#anchor = { id: anchor.id, index: at, first };
      }
      this.#outdated.splice(0, count);
      this.#draw();
    }
    this.#outdated = [];
  }

  #setCurrent(row) {
    this.#current = row;
    this.#currentID = row < 0 ? null : this.cache.row(row)?.id ?? null;
  }

  /// Moves the current row down by a number of rows.
  move(distance) { this.goTo(this.#current < 0 ? this.#first : this.#current + distance); }

  /// Makes a row current, and scrolls until it is visible.
  goTo(row) {
    if (this.total === 0) return;
    this.#setCurrent(Math.max(0, Math.min(row, this.total - 1)));
    const top = this.#current * this.rowHeight;
    if (top < this.window.top) this.window.goTo(top);
    else if (top + this.rowHeight > this.window.top + this.window.height) {
      this.window.goTo(top + this.rowHeight - this.window.height);
    }
    this.#draw();
    this.#currentRow?.link.focus({ preventScroll: true });
  }

  /// The book of the current row, with the values that the row shows; null if it is unknown.
  get currentBook() {
    const book = this.cache.row(this.#current);
    return book && book.id === (this.#currentID ?? book.id) ? book : null;
  }

  /// Opens the page of the current book.
  open() {
    const id = this.#currentID ?? this.cache.row(this.#current)?.id;
    if (id !== undefined) location.assign(`${this.service.base}/book/${id}${this.#query}`);
  }

  /// Adds the current book to the selection, or removes it. Returns false if the row has no box.
  toggleSelection() {
    const book = this.#currentRow?.pick && this.currentBook;
    if (!book) return false;
    this.selection.set(book.id, !this.selection.has(book.id));
    this.#draw();
    return true;
  }

  /// Clears the selection. If it is empty, no row remains current.
  clearSelection() {
    if (this.selection.isEmpty) this.#setCurrent(-1);
    this.selection.clear();
    this.#draw();
    this.box.focus({ preventScroll: true });
  }
}
