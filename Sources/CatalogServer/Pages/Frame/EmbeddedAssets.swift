// Written by scripts/embed-web from the files of web/. Not to be edited.

/// The files that pages load.
enum EmbeddedAssets {
  static let all: [(name: String, text: String)] = [
    (
      "icon.svg",
      ##"""
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7a4b2a"/><path d="M8 7h7a3 3 0 0 1 3 3v15a3 3 0 0 0-3-3H8zM24 7h-3a3 3 0 0 0-3 3v15a3 3 0 0 1 3-3h3z" fill="#fff"/></svg>
      """##
    ),
    (
      "page.js",
      ##"""
      /// Where the browser itself reads bar codes, its camera takes the ISBN of a book that is to be added.
      async function offerCamera(page) {
        const field = document.querySelector("[data-page=add] #f-isbn");
        if (!field || !navigator.mediaDevices || typeof BarcodeDetector === "undefined") return;
        const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
        if (!formats.includes("ean_13")) return;
        const button = make("button", { type: "button", text: "Take it with the camera" });
        button.addEventListener("click", () => takeCode(field, page));
        field.after(button);
      }

      async function takeCode(field, page) {
        const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
        if (!stream) { page.edits.tell("Cannot use the camera: there is none, or the browser does not allow this page to use it."); return; }
        const video = make("video", { playsinline: "", muted: "" });
        const close = make("button", { type: "button", text: "Close" });
        const dialog = make("dialog", { "aria-label": "Camera" }, make("h2", { text: "Hold the bar code before the camera" }), video, make("p", {}, close));
        close.addEventListener("click", () => dialog.close());
        dialog.addEventListener("close", () => {
          for (const track of stream.getTracks()) track.stop();
          dialog.remove();
        });
        document.body.append(dialog);
        dialog.showModal();
        video.srcObject = stream;
        await video.play().catch(() => {});
        const detector = new BarcodeDetector({ formats: ["ean_13"] });
        while (dialog.open) {
          const codes = await detector.detect(video).catch(() => []);
          const isbn = codes.map((code) => code.rawValue).find((text) => /^97[89]\d{10}$/.test(text));
          if (isbn && dialog.open) {
            dialog.close();
            field.value = isbn;
            field.form.requestSubmit();
          }
          await new Promise((looked) => setTimeout(looked, 100));
        }
      }
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
      /// An element with classes, a text, and children.
      function make(tag, { classes, text, ...attributes } = {}, ...children) {
        const element = document.createElement(tag);
        if (classes) element.className = classes;
        if (text !== undefined) element.textContent = text;
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        element.append(...children);
        return element;
      }

      const grouped = new Intl.NumberFormat("en");
      const counted = (number) => `${grouped.format(number)} ${number === 1 ? "book" : "books"}`;

      /// Times in the reader's time zone.
      function localTimes(root) {
        for (const time of root.querySelectorAll("time[datetime]")) {
          const date = new Date(time.dateTime);
          if (Number.isNaN(date.getTime())) continue;
          const two = (number) => String(number).padStart(2, "0");
          const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
          time.textContent = `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
        }
      }

      /// Takes parts of a page that was asked for again.
      function take(page, ...selectors) {
        for (const selector of selectors) {
          const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
          if (!old || !fresh || old.contains(document.activeElement) && old.tagName !== "MAIN" || old.isEqualNode(fresh)) continue;
          old.replaceWith(document.adoptNode(fresh));
        }
      }
      /// A file that is dropped on a page is sent as the form of the page sends it, on a list as the one that imports.
      function listenToFiles(page) {
        const { areOfBooks } = page.edits;
        if (!areOfBooks || !["list", "wall", "import", "book"].includes(document.body.dataset.page)) return;
        const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
        const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
        document.addEventListener("dragover", (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          mark(true);
        });
        document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
        document.addEventListener("drop", (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          mark(false);
          const { files } = event.dataTransfer;
          if (files.length !== 1) { page.edits.tell("Drop one file."); return; }
          let form = document.querySelector("form.file");
          if (!form) {
            const attributes = { method: "post", action: `${page.service.base}/import`, enctype: "multipart/form-data", hidden: "" };
            form = make("form", attributes, make("input", { type: "file", name: "file" }));
            document.body.append(form);
          }
          form.querySelector("input[type=file]").files = files;
          form.submit();
        });
      }
      const keyWords = [
        ["/", "search"], ["j, k", "next or previous book"], ["g, G", "first or last book"], ["Enter", "open the book"],
        ["s", "sort order"], ["q, Esc", "back to the list; clear the selection"], ["?", "show these keys"],
      ];

      const editWords = [
        ["v", "select or deselect the row"], ["0–5, +, -", "your rating"], ["Space, m", "toggle read / unread; set the reading status"],
        ["e", "edit the book"], ["u, U", "undo, redo"],
      ];

      const bookWords = [
        ["a", "add a book"], ["d", "remove the book"],
      ];

      /// The keys of `catalog browse`, as far as a page has them; they can be turned off.
      function listenToKeys(page) {
        const areOn = () => localStorage.getItem("catalog.keys") !== "off";
        const dialog = make("dialog", { "aria-labelledby": "keys" }, make("h2", { id: "keys", text: "Keys" }));
        const table = make("dl", { classes: "fields" });
        for (const [key, words] of [...keyWords, ...(page.edits.areAllowed ? editWords : []), ...(page.edits.areOfBooks ? bookWords : [])]) table.append(make("dt", {}, make("code", { text: key })), make("dd", { text: words }));
        const box = make("input", { type: "checkbox", id: "keysOn" });
        box.addEventListener("change", () => { localStorage.setItem("catalog.keys", box.checked ? "on" : "off"); });
        const close = make("button", { type: "button", text: "Close" });
        close.addEventListener("click", () => dialog.close());
        dialog.append(table, make("p", {}, box, make("label", { for: "keysOn", text: " Keyboard shortcuts" })), close);
        document.body.append(dialog);
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || dialog.open) return;
          const target = event.target;
          if (target.matches?.("input, select, textarea")) {
            if (event.key === "Escape" && target.id === "q") { event.preventDefault(); page.escape(); }
            return;
          }
          if (event.key === "?") { box.checked = areOn(); dialog.showModal(); return; }
          if (!areOn()) return;
          // A link or a button that has the focus does what Enter does there.
          if (event.key === "Enter" && target.matches?.("a, button, summary")) return;
          if (page.key(event.key)) event.preventDefault();
        });
      }
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
      /// One stream of events: `heard` is called with the numbers of the books that changed, or with null where it may be any.
      function follow(address, heard) {
        const source = new EventSource(address);
        const take = (event) => {
          let books = null;
          try { books = JSON.parse(event.data).books ?? null; } catch { /* Anything may have changed. */ }
          heard(books);
        };
        source.addEventListener("message", take);
        source.addEventListener("change", take);
        source.addEventListener("reload", () => heard(null));
        return source;
      }

      /// The worker that all tabs of a browser share: it has one stream while any tab looks.
      function hub() {
        const ports = new Set();
        let source = null;
        self.addEventListener("connect", (event) => {
          const port = event.ports[0];
          port.addEventListener("message", ({ data }) => {
            if (data.join) {
              ports.add(port);
              if (source?.readyState === EventSource.CLOSED) source = null;
              source ??= follow(data.join, (books) => { for (const each of ports) each.postMessage({ books }); });
            } else {
              ports.delete(port);
              if (ports.size === 0) { source?.close(); source = null; }
            }
          });
          port.start();
        });
      }

      /// What this tab hears of: by the shared worker; else by one tab that tells the others.
      class Live {
        #base;
        #heard;
        #port = null;
        #stop = null;

        constructor(base, heard) {
          this.#base = base;
          this.#heard = heard;
          document.addEventListener("visibilitychange", () => {
            if (document.hidden) this.leave();
            else { this.join(); heard(null); }
          });
          addEventListener("pagehide", () => this.leave());
          addEventListener("pageshow", (event) => { if (event.persisted) { this.join(); heard(null); } });
          if (!document.hidden) this.join();
        }

        join() {
          if (this.#stop || this.#port?.isJoined) return;
          const address = new URL(`${this.#base}/events`, location.href).href;
          if (typeof SharedWorker !== "undefined") {
            if (!this.#port) {
              const worker = new SharedWorker(import.meta.url, { type: "module", name: this.#base });
              this.#port = worker.port;
              this.#port.addEventListener("message", ({ data }) => this.#heard(data.books));
              this.#port.start();
            }
            this.#port.postMessage({ join: address });
            this.#port.isJoined = true;
          } else if (navigator.locks && typeof BroadcastChannel !== "undefined") {
            this.#joinByTurns(address);
          } else {
            const source = follow(address, this.#heard);
            this.#stop = () => source.close();
          }
        }

        /// The tab that has the lock listens and tells the others; when it goes, another one has it.
        #joinByTurns(address) {
          const channel = new BroadcastChannel(`catalog ${this.#base}`);
          channel.addEventListener("message", ({ data }) => this.#heard(data.books));
          const waiting = new AbortController();
          let end = () => {};
          navigator.locks.request(channel.name, { signal: waiting.signal }, () => new Promise((resolve) => {
            const source = follow(address, (books) => { channel.postMessage({ books }); this.#heard(books); });
            end = () => { source.close(); resolve(); };
          })).catch(() => {});
          this.#stop = () => { waiting.abort(); end(); channel.close(); };
        }

        leave() {
          this.#stop?.();
          this.#stop = null;
          if (this.#port?.isJoined) { this.#port.postMessage({}); this.#port.isJoined = false; }
        }
      }
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
      function stars(rating) {
        const halves = Math.round(Math.min(Math.max(rating, 0), 5) * 2);
        return make("span", {
          classes: "stars", role: "img", "aria-label": `your rating: ${rating} of 5`,
          text: "★".repeat(Math.floor(halves / 2)) + (halves % 2 ? "½" : ""),
        });
      }

      /// The row keeps its bar: there is one in nearly every row.
      function showAverage(rating, row) {
        row.bar.className = `bar part${Math.round(Math.min(Math.max(rating, 0), 5) * 4)}`;
        row.number.data = rating.toFixed(1);
        if (!row.average.isConnected) row.others.replaceChildren(row.average);
      }
      /// The rows that were read, by windows of two hundred; one request is under way at a time.
      class RowCache {
        static size = 200;
        static most = 40;
        #pages = new Map();
        #stale = new Set();
        #wanted = [];
        #running = null;

        constructor(service, arrived, failed) { Object.assign(this, { service, arrived, failed }); }

        row(index) { return this.#pages.get(Math.floor(index / RowCache.size))?.[index % RowCache.size]; }

        /// Whether a row is as it was before something changed, or is not there.
        isOutdated(index) {
          const page = Math.floor(index / RowCache.size);
          return !this.#pages.has(page) || this.#stale.has(page) || this.#running?.page === page;
        }

        /// Another list.
        reset(list) {
          this.list = list;
          this.#pages.clear();
          this.#stale.clear();
          this.#wanted = [];
          this.#running?.control.abort();
          this.#running = null;
        }

        /// What is held may be another by now: it shows until it was asked for again.
        expire() {
          for (const page of this.#pages.keys()) this.#stale.add(page);
          // What is on its way was read before, perhaps.
          if (this.#running) this.#stale.add(this.#running.page);
        }

        /// Asks for what shows, where it is not held.
        want(first, last) {
          const pages = [];
          for (let page = Math.floor(first / RowCache.size); page <= Math.floor(Math.max(first, last) / RowCache.size); page++) pages.push(page);
          this.#wanted = pages.filter((page) => !this.#pages.has(page) || this.#stale.has(page));
          if (this.#running && !pages.includes(this.#running.page)) {
            if (this.#pages.has(this.#running.page)) this.#stale.add(this.#running.page);
            this.#running.control.abort();
            this.#running = null;
          }
          this.#run();
        }

        async #run() {
          if (this.#running || this.#wanted.length === 0) return;
          const page = this.#wanted.shift();
          const running = { page, control: new AbortController() };
          this.#running = running;
          this.#stale.delete(page);
          try {
            const { rows, total } = await this.service.rows(this.list, page + 1, RowCache.size, running.control.signal);
            if (this.#running !== running) return;
            this.#running = null;
            this.#pages.delete(page);
            this.#pages.set(page, rows);
            while (this.#pages.size > RowCache.most) this.#pages.delete(this.#pages.keys().next().value);
            this.arrived(total);
          } catch (error) {
            if (this.#running !== running) return;
            this.#running = null;
            if (this.#pages.has(page)) this.#stale.add(page);
            if (error.name !== "AbortError") this.failed(error.refusal);
            return;
          }
          this.#run();
        }
      }
      /// Which rows show, and where. The window is as high as all rows together, up to what browsers can have; beyond that, places
      /// in it and rows are mapped by their ratio, and the wheel goes row by row all the same.
      class RowWindow {
        static highest = 8_000_000;

        /// Rows from the top, in pixels as if there were no limit.
        top = 0;
        total = 0;
        /// Where the scroll bar is, and how far it goes: kept, since after rows have changed an answer would take a layout of the page.
        #at = 0;
        #room = 0;
        #isTouched = false;

        constructor(box, spacer, moved) {
          this.box = box;
          this.spacer = spacer;
          this.moved = moved;
          box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
          box.addEventListener("touchstart", () => { this.#isTouched = true; }, { passive: true });
          box.addEventListener("pointerdown", (event) => { this.#isTouched = event.pointerType === "touch"; }, { passive: true });
          box.addEventListener("scrollend", () => this.place());
          box.addEventListener("wheel", (event) => {
            if (!this.isScaled || event.ctrlKey || event.deltaY === 0) return;
            event.preventDefault();
            this.#isTouched = false;
            const unit = event.deltaMode === 1 ? this.rowHeight : event.deltaMode === 2 ? this.height : 1;
            this.goTo(this.top + event.deltaY * unit);
          }, { passive: false });
          box.addEventListener("keydown", (event) => {
            // A step of the scroll bar is many rows where the window is scaled.
            const step = this.isScaled && !event.ctrlKey && !event.metaKey && !event.altKey ? this.#step(event) : undefined;
            if (step === undefined) return;
            event.preventDefault();
            this.goTo(this.top + step);
          });
        }

        #step({ key, shiftKey }) {
          const page = Math.max(this.rowHeight, this.height - this.rowHeight);
          switch (key) {
            case "ArrowDown": return this.rowHeight;
            case "ArrowUp": return -this.rowHeight;
            case "PageDown": return page;
            case "PageUp": return -page;
            case " ": return shiftKey ? -page : page;
            case "Home": return -this.whole;
            case "End": return this.whole;
          }
          return undefined;
        }

        get whole() { return this.total * this.rowHeight; }
        get isScaled() { return this.whole > RowWindow.highest; }
        get lowest() { return Math.max(0, this.whole - this.height); }

        /// Tells how many rows there are.
        setTotal(total) { this.resize({ ...this, total }); }

        /// Tells how many rows there are, how high one is, the head of the table, and the box.
        resize({ total, rowHeight, headHeight, boxHeight }) {
          const row = this.rowHeight ? this.top / this.rowHeight : 0;
          // A box that was taken out of the page and put back begins at its top.
          this.#at = this.box.scrollTop;
          Object.assign(this, { total, rowHeight, headHeight, boxHeight });
          this.height = Math.max(1, boxHeight - headHeight);
          const whole = Math.min(this.whole, RowWindow.highest) + headHeight;
          this.spacer.style.height = `${whole}px`;
          this.#room = Math.max(0, whole - boxHeight);
          this.top = Math.min(row * rowHeight, this.lowest);
          this.place();
        }

        /// Shows what is so far from the top.
        goTo(top) {
          this.top = Math.max(0, Math.min(top, this.lowest));
          this.place();
          this.moved();
        }

        /// Puts the scroll bar where the rows are.
        place() {
          const wanted = this.isScaled ? (this.lowest ? this.top / this.lowest * this.#room : 0) : this.top;
          if (Math.abs(this.#at - wanted) >= 1) this.box.scrollTop = wanted;
          this.#at = wanted;
        }

        #scrolled() {
          const at = this.box.scrollTop;
          const by = at - this.#at;
          if (Math.abs(by) < 1) return;
          this.#at = at;
          const isFine = this.#isTouched && Math.abs(by) < this.height && at > 0 && at < this.#room;
          const top = !this.isScaled ? at : isFine ? this.top + by : this.#room > 0 ? at / this.#room * this.lowest : 0;
          this.top = Math.max(0, Math.min(top, this.lowest));
          this.moved();
        }
      }
      /// The books that were selected, by whatever list shows them: they are changed as one step.
      class Selection {
        #books = new Set();

        has(id) { return this.#books.has(id); }
        get isEmpty() { return this.#books.size === 0; }

        set(id, isIn) {
          if (isIn) this.#books.add(id);
          else this.#books.delete(id);
          this.show();
        }

        clear() {
          this.#books.clear();
          this.show();
        }

        /// The button says how many they are; the form, which may be a new one, sends them and not the boxes of the rows that show.
        show() {
          const form = document.querySelector("#selection");
          if (!form) return;
          const [change, leave] = form.querySelectorAll("button");
          change.textContent = this.isEmpty ? "Edit selected" : `Edit ${this.#books.size} selected`;
          if (!leave) form.append(make("button", { type: "button", text: "Clear selection" }));
          const other = form.querySelectorAll("button")[1];
          other.hidden = this.isEmpty;
          other.onclick = () => { this.clear(); this.left?.(); };
          form.onsubmit = () => {
            for (const old of form.querySelectorAll("input[name=books]")) old.remove();
            for (const id of this.#books) form.append(make("input", { type: "hidden", name: "books", value: String(id) }));
          };
        }
      }
      class Service {
        constructor(base) { this.base = base; }

        address(path, parameters) { return `${this.base}${path}${this.query(parameters)}`; }

        query(parameters) {
          const query = new URLSearchParams();
          for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
          return query.size ? `?${query}` : "";
        }

        /// A window of rows, and how many there are.
        async rows(list, page, size, signal) {
          const fields = "id,title,authors,published,firstPublished,series,seriesNumber,readState,rating,averageRating";
          const address = this.address("/.json", { q: list.q, sort: list.sort, page: String(page), size: String(size), fields });
          const answer = await fetch(address, { signal });
          if (!answer.ok) {
            // What was asked wrongly is said by the server; what it cannot do now, perhaps later.
            const told = answer.status < 500 && answer.status !== 429 ? await answer.json().catch(() => null) : null;
            throw Object.assign(new Error(`status ${answer.status}`), { refusal: told && (told.detail ?? told.title ?? "This search is not valid.") });
          }
          return { rows: await answer.json(), total: Number(answer.headers.get("X-Total-Count")) };
        }

        /// How many books of a list stand before a book, or before a letter; null where that is not known.
        async position(list, what) {
          const answer = await fetch(this.address("/position", { q: list.q, sort: list.sort, ...what }));
          return answer.ok ? (await answer.json()).position : null;
        }

        /// The page of an address, as a document of which parts are taken.
        async page(address, signal) {
          const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
          return new DOMParser().parseFromString(await answer.text(), "text/html");
        }
      }
      // What the pages of `catalog serve` get beyond what they are without a script: search as one types, one list over all books,
      // keys, and what changes elsewhere. Whatever comes from the catalog becomes text or a value of an attribute that holds text.

      const inWorker = typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope;

      if (inWorker) {
        hub();
      } else if (!["problem", "login"].includes(document.body.dataset.page)) {
        const service = new Service(document.body.dataset.base);
        const isList = ["list", "wall"].includes(document.body.dataset.page);
        const page = isList ? new ListPage(service) : new PlainPage(service);
        localTimes(document);
        listenToKeys(page);
        listenToFiles(page);
        offerCamera(page);
        document.addEventListener("input", ({ target }) => { if (target.form?.method === "post") target.form.dataset.touched = ""; });
        let pending = null;
        new Live(service.base, (books) => {
          // Many changes in a moment are one.
          if (pending) { pending.books = pending.books && books ? [...pending.books, ...books] : null; return; }
          pending = { books };
          setTimeout(() => { const { books } = pending; pending = null; page.changed(books); }, 50);
        });
      }
      """##
    ),
    (
      "page.css",
      ##"""
      /* The pages of `catalog serve`. Calm: one typeface, that of the system; colour only where it means something. */
      :root {
        --paper: #fbfaf7;
        --raised: #ffffff;
        --ink: #21201d;
        --soft: #5f5b54;
        --line: #e2ded6;
        --accent: #7a3e12;
        --star: #96580a;
        --bar: #8d8980;
        --warn: #9b2c1f;
        --row: 2.75rem;
        --plate0: #5b4636; --plate1: #3f5a4f; --plate2: #3d4f6b; --plate3: #6b3f52; --plate4: #5a5a34; --plate5: #474056;
        color-scheme: light dark;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --paper: #161513;
          --raised: #1f1d1a;
          --ink: #ece8e0;
          --soft: #aaa498;
          --line: #35322c;
          --accent: #e8a877;
          --star: #eab45c;
          --bar: #7d786e;
          --warn: #f2998c;
        }
      }
      *, *::before, *::after { box-sizing: border-box; }
      html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
      body { margin: 0; min-height: 100vh; overflow-wrap: break-word; }
      a { color: inherit; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
      a:hover { text-decoration-color: currentColor; }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
      main:focus { outline: none; }
      h1 { font-size: 1.6rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; margin: 0; text-wrap: balance; }
      h2 { font-size: 1rem; font-weight: 650; margin: 2rem 0 0.5rem; }
      small { font-size: 0.85em; color: var(--soft); }
      code { font: 0.85rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: 0.1em 0.4em; }
      ul, ol { padding: 0; margin: 0; list-style: none; }
      em { font-style: normal; color: var(--warn); }
      .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
      .skip { position: absolute; left: -99rem; background: var(--raised); padding: 0.5rem 1rem; z-index: 9; }
      .skip:focus { left: 0.5rem; top: 0.5rem; }
      .off { color: var(--soft); }

      /* Forms */
      input, select, button { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--bar); border-radius: 6px; padding: 0.35rem 0.6rem; min-height: 2.25rem; }
      input[type="checkbox"] { min-height: 0; width: 1rem; height: 1rem; vertical-align: -0.15em; }
      button { cursor: pointer; font-weight: 550; }
      button:hover { border-color: var(--ink); }
      input::placeholder { color: var(--soft); opacity: 1; }

      /* The head of each page */
      .top { display: grid; grid-template-columns: auto minmax(0, 34rem) 1fr; align-items: center; gap: 0.5rem 1.5rem; padding: 0.6rem 1.5rem; border-bottom: 1px solid var(--line); }
      .brand { font-weight: 700; letter-spacing: -0.01em; text-decoration: none; font-size: 1.1rem; }
      .top form { display: flex; gap: 0.4rem; }
      .top input { flex: 1; min-width: 0; }
      .top nav { justify-self: end; min-width: 0; }
      .top nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; font-size: 0.92rem; }
      .top nav a { color: var(--soft); text-decoration: none; display: inline-block; padding: 0.3rem 0; }
      .top nav a:hover, .top nav a[aria-current] { color: var(--ink); }
      .top nav a[aria-current] { box-shadow: 0 2px 0 var(--accent); }
      main { padding: 1.25rem 1.5rem 3rem; max-width: 84rem; margin: 0 auto; }
      footer { border-top: 1px solid var(--line); padding: 0.75rem 1.5rem; font-size: 0.85rem; color: var(--soft); }

      /* The list */
      .heading { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 1rem; margin-bottom: 1rem; }
      .heading h1 { max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
      #count { margin: 0; color: var(--soft); font-variant-numeric: tabular-nums; }
      .columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 2.5rem; align-items: start; }
      .facets { font-size: 0.92rem; }
      .facets summary { font-weight: 650; cursor: pointer; padding: 0.35rem 0; }
      .facets h2 { font-size: 0.92rem; margin: 1.25rem 0 0.25rem; }
      .facets li a { display: inline-block; padding: 0.2rem 0; text-decoration: none; }
      .facets li a:hover { text-decoration: underline; }
      .facets a.open { font-weight: 650; }
      .values { margin: 0 0 0.5rem 0.75rem; }
      .values li { display: flex; align-items: baseline; justify-content: space-between; gap: 0.75rem; }
      .values .number { color: var(--soft); font-variant-numeric: tabular-nums; padding: 0.2rem 0; }
      .facets .more { margin-left: 0.75rem; color: var(--soft); }
      main > section > .values { columns: 16rem; margin: 0; }
      .tools { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem 1rem; margin-bottom: 0.5rem; font-size: 0.92rem; }
      .tools form { display: flex; align-items: center; gap: 0.4rem; }
      .looks { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
      .looks button { white-space: nowrap; }
      .looks a { text-decoration: none; color: var(--soft); padding: 0.3rem 0; }
      .looks a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--accent); }
      .letters { display: flex; flex-wrap: wrap; gap: 0 0.1rem; margin-bottom: 0.5rem; font-size: 0.85rem; }
      .letters a { padding: 0.25rem 0.4rem; min-width: 1.6rem; text-align: center; text-decoration: none; color: var(--soft); border-radius: 4px; }
      .letters a:hover { background: var(--line); color: var(--ink); }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
      caption { text-align: left; color: var(--soft); font-size: 0.85rem; padding: 0.25rem 0; }
      th, td { text-align: left; vertical-align: baseline; padding: 0.5rem 0.75rem 0.5rem 0; font-weight: inherit; }
      thead th { font-size: 0.8rem; color: var(--soft); border-bottom: 1px solid var(--line); white-space: nowrap; }
      tbody tr { border-bottom: 1px solid var(--line); }
      .list { table-layout: fixed; }
      .list .author { width: 25%; color: var(--soft); }
      .list thead .author { width: 25%; }
      .list .pick { width: 2rem; padding-left: 0.4rem; padding-right: 0; text-overflow: clip; }
      .pick input { margin: 0; width: 1.05rem; height: 1.05rem; vertical-align: middle; accent-color: var(--accent); }
      .list .year { width: 4.5rem; text-align: right; padding-right: 1.25rem; color: var(--soft); }
      .list .state { width: 6rem; color: var(--soft); }
      .list .mine { width: 6.5rem; white-space: nowrap; }
      .list .others { width: 7rem; padding-right: 0; }
      .list tbody .title a { font-weight: 550; text-decoration: none; }
      .list tbody .title a:hover { text-decoration: underline; }
      .list tr:target, .list tr:has(#letter:target), .wall li:target { background: color-mix(in srgb, var(--accent) 10%, transparent); }
      .list tbody tr:hover { background: color-mix(in srgb, var(--line) 35%, transparent); }
      .mark { scroll-margin-top: 4rem; }

      /* One's own rating is stars in a colour; that of others is a grey bar and a number. */
      .stars { color: var(--star); letter-spacing: 0.05em; }
      .average { color: var(--soft); display: inline-flex; align-items: center; gap: 0.5rem; }
      .bar { width: 3rem; height: 4px; border-radius: 2px; background: linear-gradient(var(--bar) 0 0) 0 / calc(var(--part) * 5%) no-repeat, var(--line); }
      .part0 { --part: 0 } .part1 { --part: 1 } .part2 { --part: 2 } .part3 { --part: 3 } .part4 { --part: 4 } .part5 { --part: 5 } .part6 { --part: 6 } .part7 { --part: 7 } .part8 { --part: 8 } .part9 { --part: 9 } .part10 { --part: 10 } .part11 { --part: 11 } .part12 { --part: 12 } .part13 { --part: 13 } .part14 { --part: 14 } .part15 { --part: 15 } .part16 { --part: 16 } .part17 { --part: 17 } .part18 { --part: 18 } .part19 { --part: 19 } .part20 { --part: 20 }

      .pager { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.25rem; padding: 1rem 0; font-size: 0.92rem; }
      .pager form { display: flex; align-items: center; gap: 0.4rem; }
      .pager input[type="number"] { width: 6.5rem; }
      .nothing { padding: 2rem 0 0; font-size: 1.1rem; }
      .meant p { color: var(--soft); margin: 0.5rem 0 0; }
      .meant li a { font-weight: 550; display: inline-block; padding: 0.2rem 0; }

      /* Covers */
      .wall { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1.5rem 1.25rem; padding: 0.75rem 0; }
      .wall a { display: block; text-decoration: none; }
      .wall .title, .wall .author { display: block; font-size: 0.88rem; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .wall .title { margin-top: 0.5rem; font-weight: 550; }
      .wall .author { color: var(--soft); }
      .wall a:hover .title { text-decoration: underline; }
      .cover { display: block; width: 100%; height: auto; aspect-ratio: 2 / 3; object-fit: cover; border-radius: 3px; background: var(--line); }
      .plate { display: grid; place-items: center; color: #fff; font-size: 1.6rem; font-weight: 300; letter-spacing: 0.08em; }
      .plate0 { background: var(--plate0); } .plate1 { background: var(--plate1); } .plate2 { background: var(--plate2); }
      .plate3 { background: var(--plate3); } .plate4 { background: var(--plate4); } .plate5 { background: var(--plate5); }

      /* A book */
      .neighbours { display: flex; justify-content: space-between; gap: 1rem; font-size: 0.92rem; margin-bottom: 1.5rem; }
      .neighbours a { color: var(--soft); text-decoration: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; padding: 0.2rem 0; }
      .neighbours a:hover { color: var(--ink); text-decoration: underline; }
      article.book { display: grid; grid-template-columns: 13rem minmax(0, 44rem); gap: 2.5rem; }
      .book .plate { font-size: 2.6rem; }
      .subtitle { font-size: 1.1rem; color: var(--soft); margin: 0.25rem 0 0; }
      .byline { margin: 0.5rem 0 0; font-size: 1.05rem; }
      .series, .ratings { margin: 0.25rem 0 0; }
      .ratings .stars { font-size: 1.2rem; }
      .ratings .average { margin-left: 0; }
      .description { margin-top: 1rem; max-width: 40rem; }
      .description p { margin: 0 0 0.6rem; }
      dl { margin: 0; }
      .fields { display: grid; grid-template-columns: 9rem minmax(0, 1fr); }
      .fields dt { color: var(--soft); padding: 0.3rem 0; }
      .fields dd { margin: 0; padding: 0.3rem 0; }
      .origin { display: block; }
      .origin.conflict { color: var(--warn); }
      .long p { margin: 0 0 0.5rem; }
      .files li { padding: 0.2rem 0; }
      section.steps ul { display: flex; flex-wrap: wrap; gap: 0.4rem; }

      /* What was done, what is to be decided, where books come from */
      ol.steps > li { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
      .changes { display: grid; grid-template-columns: 9rem minmax(0, 1fr); font-size: 0.92rem; }
      .changes dt { color: var(--soft); }
      .changes dd { margin: 0; }
      .before { color: var(--soft); text-decoration: line-through; }
      .pair { border-top: 1px solid var(--line); margin-top: 1.5rem; }
      .pair h2 { margin-top: 1rem; }
      .sides { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }
      .sides dt { font-size: 0.8rem; color: var(--soft); }
      .sides dd { margin: 0; }
      .sides dd p { margin: 0 0 0.4rem; }
      .wide { overflow-x: auto; }
      .compared th[scope="row"] { color: var(--soft); width: 9rem; }
      .compared .differs td { font-weight: 600; }
      .compared .same td { color: var(--soft); }

      /* Changing books */
      .notice { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; background: color-mix(in srgb, var(--accent) 10%, var(--paper)); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 1rem; margin-bottom: 1.25rem; }
      .notice p { margin: 0; }
      .dropping main { outline: 3px dashed currentColor; outline-offset: -3px; }
      details.newcover { margin-top: 0.5rem; font-size: 0.875rem; }
      details.newcover input[type=file] { max-width: 100%; }
      .toast { position: fixed; z-index: 9; left: 50%; bottom: 1.5rem; translate: -50% 0; margin: 0; max-width: min(40rem, calc(100vw - 2rem)); box-shadow: 0 4px 24px rgb(0 0 0 / 0.2); }
      .inline { display: inline; margin-left: 0.5rem; }
      .inline button { min-height: 0; padding: 0.1rem 0.6rem; font-size: 0.85rem; }
      .edit { max-width: 44rem; }
      .edit fieldset { border: 0; padding: 0; margin: 1.5rem 0 0; }
      .edit legend { font-weight: 650; padding: 0; }
      .input { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.15rem 1rem; align-items: baseline; margin-top: 0.75rem; }
      .input label { color: var(--soft); }
      .input small { grid-column: 2; }
      textarea { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--bar); border-radius: 6px; padding: 0.35rem 0.6rem; width: 100%; box-sizing: border-box; resize: vertical; }
      form.online { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 0.75rem; margin: 1rem 0; }
      form.online input { flex: 1 1 16rem; }
      ul.online li { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
      ul.online small { display: block; }
      .buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin: 1.25rem 0; }
      button.main { background: var(--ink); color: var(--paper); border-color: var(--ink); }
      button.danger { color: var(--warn); }
      button[aria-pressed="true"] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }

      .login { max-width: 22rem; padding-top: 12vh; }
      .login label { display: block; color: var(--soft); }
      .login input { width: 100%; box-sizing: border-box; }

      /* Statistics */
      .years { display: flex; flex-wrap: wrap; gap: 0.2rem 0.9rem; margin: 0.75rem 0 1rem; font-size: 0.92rem; }
      .years a { text-decoration: none; color: var(--soft); padding: 0.2rem 0; }
      .years a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--accent); }
      .chart { display: block; width: 100%; max-width: 48rem; height: auto; border: 1px solid var(--line); border-radius: 8px; }
      .figures { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 1.25rem 0; }
      .figures strong { font-size: 1.15rem; font-weight: 650; }
      .tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 2rem 3rem; align-items: start; }
      .numbers caption { font-weight: 650; color: var(--ink); font-size: 1rem; }
      .numbers th, .numbers td { padding: 0.3rem 0.5rem 0.3rem 0; }
      .numbers td, .numbers th[scope="col"] { text-align: right; }
      .problem { text-align: center; padding-top: 15vh; }
      .problem .status { font-size: 4rem; font-weight: 200; line-height: 1; margin: 0 0 0.5rem; color: var(--soft); }
      .problem p { max-width: 36rem; margin-left: auto; margin-right: auto; }

      /* What the script makes of the list: rows of one height in a window that scrolls over all of them. */
      .live .pager, .paper { display: none; }
      .window { position: relative; height: calc(100vh - 8rem); height: calc(100dvh - 8rem); min-height: 20rem; overflow-y: auto; overflow-anchor: none; overscroll-behavior: contain; border-bottom: 1px solid var(--line); }
      .window .frame { position: sticky; top: 0; height: 100%; overflow: hidden; contain: strict; }
      .window .list caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .window thead { position: relative; z-index: 1; }
      .window thead th { background: var(--paper); height: 2rem; padding-top: 0; padding-bottom: 0; vertical-align: middle; }
      .window tbody { will-change: transform; }
      .window tbody tr { height: var(--row); }
      .window tbody th, .window tbody td { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding-top: 0; padding-bottom: 0; vertical-align: middle; height: var(--row); }
      .window tbody .pick { text-overflow: clip; }
      .window .title a:focus-visible { outline: none; }
      .window tr:has(a:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
      .window tr.here { background: color-mix(in srgb, var(--accent) 12%, transparent); }
      .window tr.here :is(.author, .year, .state, .average, small) { color: inherit; }
      .window tr.waiting .pick input { visibility: hidden; }
      .window tr.waiting .title::before { content: ""; display: inline-block; width: 40%; height: 0.6em; border-radius: 3px; background: var(--line); }
      .window tr.changed { animation: changed 1.5s ease-out; }
      @keyframes changed { from { background: color-mix(in srgb, var(--star) 30%, transparent); } }
      dialog { color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; max-width: 30rem; width: calc(100% - 2rem); padding: 1.25rem 1.5rem; }
      dialog::backdrop { background: rgb(0 0 0 / 0.35); }
      dialog h2 { margin-top: 0; }
      dialog video { width: 100%; max-height: 60vh; background: #000; border-radius: 6px; }
      dialog .fields { margin: 0.75rem 0; }

      /* At a desk the list takes the screen as it is, and scrolls beside the facets. */
      @media screen and (min-width: 60.01rem) and (min-height: 32rem) {
        body:has(.window) { height: 100vh; height: 100dvh; display: flex; flex-direction: column; }
        body:has(.window) main { flex: 1; min-height: 0; width: 100%; display: flex; flex-direction: column; padding-bottom: 1rem; }
        body:has(.window) .columns { flex: 1; min-height: 0; align-items: stretch; grid-template-rows: minmax(0, 1fr); }
        body:has(.window) .facets { overflow-y: auto; }
        .books.live { display: flex; flex-direction: column; min-height: 0; }
        .window { flex: 1; height: auto; min-height: 12rem; }
      }
      /* Where 26 letters stand below each other and can still be hit, they are a rail beside the scroll bar. */
      @media screen and (min-height: 54rem), screen and (min-height: 47rem) and (max-width: 60rem) {
        .books.live:has(.letters) { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto; }
        .live .tools { grid-area: 1 / 1 / auto / 3; }
        .live .window { grid-area: 2 / 1; }
        .live .letters { grid-area: 2 / 2; flex-flow: column; margin: 0; }
        .live .letters a { flex: 1; min-width: 1.5rem; min-height: 1.5rem; padding: 0 0.2rem; display: grid; place-items: center; }
      }
      @media (max-width: 60rem) {
        .top { grid-template-columns: auto 1fr; }
        .top nav { grid-column: 1 / -1; justify-self: start; }
        .columns { grid-template-columns: minmax(0, 1fr); }
        .facets { margin-bottom: 0.75rem; }
        .facets details ul:not(.values) { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .facets details > ul > li:has(.values) { flex-basis: 100%; order: 9; }
        .facets .values { columns: 14rem; }
        .facets > ul { display: flex; flex-wrap: wrap; gap: 0 1rem; }
      }
      @media (max-width: 40rem) {
        :root { --row: 4.25rem; }
        .top { padding: 0.5rem 1rem; gap: 0.4rem 0.75rem; }
        .top { grid-template-columns: auto minmax(0, 1fr); }
        .top button { padding: 0.35rem 0.5rem; }
        .top nav { max-width: 100%; overflow-x: auto; scrollbar-width: none; }
        .top nav ul { flex-wrap: nowrap; gap: 0.9rem; font-size: 0.85rem; }
        main { padding: 1rem 1rem 2.5rem; }
        h1 { font-size: 1.35rem; }
        .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .list, .list tbody { display: block; }
        .list tbody tr { display: grid; grid-template: "title title title" auto "author mine others" auto / minmax(0, 1fr) auto auto; column-gap: 0.75rem; padding: 0.5rem 0; align-content: center; }
        .list tbody tr:has(.pick) { grid-template: "pick title title title" auto "pick author mine others" auto / auto minmax(0, 1fr) auto auto; }
        .list tbody tr .pick { grid-area: pick; padding: 0.5rem 0 0.5rem 0.4rem; align-self: center; }
        .list tbody th, .list tbody td { display: block; width: auto; padding: 0; min-height: 0; height: auto; }
        .list tbody .title { grid-area: title; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .list tbody tr .author { grid-area: author; width: auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .list tbody .year, .list tbody .state { display: none; }
        .list tbody tr .mine { grid-area: mine; width: auto; }
        .list tbody tr .others { grid-area: others; width: 2rem; text-align: right; }
        .list .bar { display: none; }
        .window tbody tr { height: var(--row); }
        .wall { grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); gap: 1rem 0.75rem; }
        article.book { display: block; }
        .front { float: left; width: 5.5rem; margin: 0 1rem 0.75rem 0; }
        .book .plate { font-size: 1.3rem; }
        .about h2, .about > .fields, .description { clear: both; }
        .fields, .changes { grid-template-columns: minmax(0, 1fr); }
        .fields dt { padding-bottom: 0; font-size: 0.85rem; }
        .fields dd { padding-top: 0; padding-bottom: 0.5rem; }
        .sides { grid-template-columns: minmax(0, 1fr); }
        .neighbours { flex-wrap: wrap; gap: 0.25rem 1rem; }
        .neighbours .up { order: -1; flex-basis: 100%; }
        .neighbours a[rel] { max-width: 46%; }
      }
      @media (prefers-reduced-motion: reduce) {
        *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
      }
      @media print {
        :root { --paper: #fff; --raised: #fff; --ink: #000; --soft: #333; --line: #bbb; --star: #000; --accent: #000; }
        .top, .skip, .facets, .tools, .letters, .pager, .neighbours, section.steps, footer { display: none; }
        .columns, article.book { display: block; }
        .window, .notice, form.edit, .pick { display: none; }
        .paper { display: table !important; }
        main { padding: 0; max-width: none; }
        .front { float: right; width: 6rem; margin-left: 1rem; }
        .list { font-size: 9pt; }
        tr, .wall li, .pair { break-inside: avoid; }
        thead { display: table-header-group; }
        a { text-decoration: none; }
      }
      """##
    ),
  ]
}
