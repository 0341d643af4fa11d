// Written by scripts/embed-web from the files of web/. Not to be edited.

/// The files that pages load.
enum EmbeddedAssets {
  static let all: [(name: String, text: String)] = [
    (
      "icon.png",
      ##"""
      iVBORw0KGgoAAAANSUhEUgAAAgAAAAIABAMAAAAGVsnJAAAAMFBMVEX////7+vn18e7o39rYy8HNvK/Bq5y6oZC5oY+yloOgf2eVb1WUb1SOZ0uA
      VDR6Syri8fhdAAAF2UlEQVR42u3ZS2xUVRgA4H8KxA2LTmt8bvoYasSNIBVlYRChC2EBhY2UGAM1JgQWRhJXxmhcuNCgiboxRU2oC0OJj6iRFOKC
      oIIUFiop0paVBJEOiQsNOB0XhKZCO50+plPv/f7VtDn39Jxvzn/uf04zxUh31AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACA6sTCGT7/2caIiKZstq5uWbZ+WXYOhpy/fCp/eWgonx+MiFj8Z3UBrsfg6IJqzDbWL1/X
      UJGZjxw4OTScHz4/r1bAzWMciB8jorl5S+7xWe34j8O9fX3zMQXGj4GBQ1G/fN2ztbPSW/GTAwOnKpZRxZnFpyV32Lae4ozjbGfJhFo8w+4rChAR
      uZ1DM+m+8N5kmTTfASIybQen2/nFHZPn0PwHiIjWfdPpun9zOX3/LwAiWqe8Ci62l9fzTAHmqBI8sfnJKb2+C3vuPJisUrj4dW53+a2/yr2ZvLNA
      4Z1HylwE/+xYfz6SBxDxQ25vOc3OLNmX1NNg4YVtkzfqXno+kgoQxe5VVyY5TOzYNqcjmvP7gO9aSn6/157YF8kGiEu5EqXD7w9/m/wbocLmCbfC
      C/edTsOV2MieDyeY/9Ir6bgTHOkcNwsurqrC/KtzKVrYMk6qXy23TkoAQBTabvmyR1ZWZf7Vuha/turmCqHzdKQJIM489t+f938Q6QKIo2+N/em3
      pyNtAMU9Y3J+ZH2kDiAKY7aB106nECAujNZDV1+ONALE6KtwJNIJMC8CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBZjoUzfH7lixFR
      zA/l84PT7yQz9Ueastm6bG1E3FZlgLtev/GpmB8cGh4czOcHr1Ts68o0ZbNNTY11Tdna+bICxgyurm7F9U/nDvcO9k3l0WI5jZqb1q5YM/9SYLzI
      5Z6L4d7ek32z1mPzQ2vXNlZoVRUrF5feXVbyT++90fCvks3qnzpSwUFWEqBYLPZ31pYB8HeJt1RbT2VHWOHXYMv7lz9eM/09ILdz4Jv2Cr8Hi5WP
      /vbppUBr1xwMbi4KoZae/vap1wGtB49vT0wl2NLz/eqppcDtXcc3JaoUXnmku6H8FVCz9dftczSwOTsLZLae3VTuCljS010bSQOIWNSzv6xp1Ww9
      uzGZp8FMR/+Dk7da0NWd3OPwHScm3dmWnHsmyfcBC3teLb0JPnq8IdkXIpmX9pfYBDMdx2oj2QARHb9MOMea8XSSdyV2/0QCNV2vRBoA4u6fx8+O
      Xc9EOgDinp/Gm//utyMtAPHAF7f+bkNV5l+ta/ENz9+yM3weaQKIN246HS46FukCqDnUMLYQWnCoNmUAsejo2EKoY3WkDSDuHbPpLf0o0gcQu0aT
      YMGX1RtFphjpDv8eBwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVYx/AeM4
      vZcV18czAAAAAElFTkSuQmCC
      """##
    ),
    (
      "icon.svg",
      ##"""
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7a4b2a"/><path d="M15.3 9.4C13.4 8 10.6 7.4 6.5 7.4v15.4c4.1 0 6.9.6 8.8 2zM16.7 9.4c1.9-1.4 4.7-2 8.8-2v15.4c-4.1 0-6.9.6-8.8 2z" fill="#fff"/></svg>
      """##
    ),
    (
      "page.js",
      ##"""
      /// Adds a button to the page that adds a book: the camera reads the ISBN from a bar code. Does nothing if the browser
      /// cannot detect bar codes.
      async function offerCamera(page) {
        const field = document.querySelector("[data-page=add] #f-isbn");
        if (!field || !navigator.mediaDevices || typeof BarcodeDetector === "undefined") return;
        const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
        if (!formats.includes("ean_13")) return;
        const button = make("button", { type: "button", text: texts.useCamera });
        button.addEventListener("click", () => scanCode(field, page));
        field.after(button);
      }

      /// Shows the picture of the camera until it contains an ISBN, then submits the form of the field with that ISBN.
      async function scanCode(field, page) {
        const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
        if (!stream) {
          page.edits.notify(texts.hasNoCamera);
          return;
        }
        const video = make("video", { playsinline: "", muted: "" });
        const close = make("button", { type: "button", text: texts.close });
        const dialog = make(
          "dialog", { "aria-label": texts.camera }, make("h2", { text: texts.holdBarCode }), video,
          make("p", {}, close));
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
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
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
      /// A list of suggestions below an input while the user types (the combobox pattern of the ARIA Authoring Practices).
      class Completions {
        #control = null;
        #timer = 0;
        /// The index of the highlighted suggestion, or -1.
        #active = -1;

        /// - load: returns the suggestions for a text as `[{ label, text, note }]`.
        /// - accepted: called after a suggestion has replaced the text.
        constructor(input, load, accepted = () => {}) {
          this.input = input;
          this.load = load;
          this.accepted = accepted;
          this.list = make("ul", { classes: "completions", role: "listbox", id: `${input.id}-completions`, hidden: "" });
          this.list.setAttribute("aria-label", texts.suggestions);
          // Moving an element takes the focus away from it.
          const hasFocus = document.activeElement === input;
          const box = make("div", { classes: "completed" });
          input.replaceWith(box);
          box.append(input, this.list);
          if (hasFocus) input.focus();
          for (const [name, value] of Object.entries({
            role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id,
          })) input.setAttribute(name, value);
          input.addEventListener("input", () => this.#request());
          input.addEventListener("keydown", (event) => this.#key(event));
          input.addEventListener("blur", () => this.#close());
          // A press keeps the focus in the input, so that the list is still open when the button is released.
          this.list.addEventListener("pointerdown", (event) => event.preventDefault());
          this.list.addEventListener("click", (event) => {
            const option = event.target.closest("[role=option]");
            if (option) this.#accept([...this.list.children].indexOf(option));
          });
        }

        get #isOpen() { return !this.list.hidden; }

        #request() {
          clearTimeout(this.#timer);
          this.#control?.abort();
          const text = this.input.value;
          if (!text.trim()) return this.#close();
          this.#timer = setTimeout(async () => {
            const control = this.#control = new AbortController();
            const offers = await this.load(text, control.signal).catch(() => []);
            if (control.signal.aborted || this.input.value !== text || document.activeElement !== this.input) return;
            this.#show(offers);
          }, 100);
        }

        #show(offers) {
          this.offers = offers;
          this.list.replaceChildren(...offers.map(({ label, note }, index) => make(
            "li", { role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false" }, make("span", { text: label }),
            make("small", { text: note }))));
          this.list.hidden = offers.length === 0;
          this.input.setAttribute("aria-expanded", String(this.#isOpen));
          this.#highlight(-1);
        }

        #close() {
          clearTimeout(this.#timer);
          this.#control?.abort();
          this.#show([]);
        }

        #highlight(index) {
          this.#active = index;
          for (const [each, option] of [...this.list.children].entries()) {
            option.setAttribute("aria-selected", String(each === index));
          }
          const option = this.list.children[index];
          if (option) {
            this.input.setAttribute("aria-activedescendant", option.id);
            option.scrollIntoView({ block: "nearest" });
          } else this.input.removeAttribute("aria-activedescendant");
        }

        #accept(index) {
          this.input.value = this.offers[index].text;
          this.#close();
          this.input.focus();
          if (this.input.form?.method === "post") this.input.form.dataset.touched = "";
          this.accepted();
        }

        /// Handles the keys of the open list before the page does.
        #key(event) {
          if (!this.#isOpen || event.isComposing) return;
          const count = this.list.children.length;
          // Beyond either end, no suggestion is highlighted.
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) this.#highlight((this.#active + 1 + step + count + 1) % (count + 1) - 1);
          else if (event.key === "Enter" && this.#active >= 0) this.#accept(this.#active);
          else if (event.key === "Escape") this.#close();
          else if (event.key === "Tab" && this.#active >= 0) return this.#accept(this.#active);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }
      }

      /// Offers suggestions in the inputs of an element whose fields have values in the catalog.
      function completeFields(root, service) {
        for (const input of root.querySelectorAll("input[data-complete]:not([role=combobox], [type=hidden])")) {
          // An entry in quotation marks may contain a semicolon.
          if (input.dataset.list !== undefined && !input.value.includes('"')) { new EntryInput(input, service); continue; }
          new Completions(input, (text, signal) => service.completions(text, input.dataset.complete, signal));
        }
        for (const input of root.querySelectorAll("input[data-day]")) offerDays(input);
        // The form that changes several books has one input for the value of any field.
        const [field, value] = [root.querySelector("#f-field"), root.querySelector("#f-value:not([role=combobox])")];
        if (field && value) new Completions(value, (text, signal) => service.completions(text, field.value, signal));
      }
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
      /// Creates an element with classes, a text, other attributes and children.
      function make(tag, { classes, text, ...attributes } = {}, ...children) {
        const element = document.createElement(tag);
        if (classes) element.className = classes;
        if (text !== undefined) element.textContent = text;
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        element.append(...children);
        return element;
      }

      /// Creates the bar for the part of a book that was read, from 0 to 1.
      function progressBar(fraction) {
        const percent = fraction >= 1 ? 100 : Math.min(99, Math.round(fraction * 100));
        return make("progress", { classes: "read", max: "100", value: String(percent), "aria-label": texts.percentRead(percent) });
      }

      /// Shows all times of a document in the time zone of the browser.
      function showLocalTimes(root) {
        for (const time of root.querySelectorAll("time[datetime]")) {
          const date = new Date(time.dateTime);
          if (!Number.isNaN(date.getTime())) time.textContent = texts.time(date);
        }
      }

      /// Replaces parts of this page with the same parts of a page that was loaded again. Keeps a part that contains the
      /// focus, except for `main`.
      function replaceParts(page, ...selectors) {
        for (const selector of selectors) {
          const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
          if (!old || !fresh || old.contains(document.activeElement) && old.tagName !== "MAIN"
            || old.isEqualNode(fresh)) continue;
          old.replaceWith(document.adoptNode(fresh));
        }
      }
      /// Adds a calendar to the input of a date, which remains a text, since it may also be a month or a year.
      function offerDays(input) {
        if (input.parentElement.classList.contains("day")) return;
        const calendar = make("input", { type: "date", "aria-label": texts.chooseDay, tabindex: "-1" });
        const show = () => { calendar.value = /^\d{4}-\d\d-\d\d$/.test(input.value) ? input.value : ""; };
        calendar.addEventListener("change", () => {
          if (!calendar.value) return;
          input.value = calendar.value;
          input.dispatchEvent(new Event("input", { bubbles: true }));
        });
        input.addEventListener("input", show);
        const box = make("div", { classes: "day" });
        input.replaceWith(box);
        box.append(input, calendar);
        show();
      }

      /// An input for a list, such as tags, that shows each entry as a chip. The original input is hidden and holds the text
      /// that the form sends, in which semicolons separate the entries.
      class EntryInput {
        constructor(input, service) {
          this.value = input;
          this.name = input.dataset.complete;
          this.entries = EntryInput.parts(input.value);
          const hadFocus = document.activeElement === input;
          this.entry = make("input", { type: "text", id: input.id, autocomplete: "off" });
          for (const name of ["aria-invalid", "aria-describedby"]) {
            if (input.hasAttribute(name)) this.entry.setAttribute(name, input.getAttribute(name));
          }
          this.box = make("div", { classes: "entries" }, this.entry);
          input.removeAttribute("id");
          input.type = "hidden";
          input.after(this.box);
          const help = input.parentElement.querySelector("small:not(.invalid)");
          if (help) help.textContent = texts.pressEnter;
          new Completions(this.entry, (text, signal) => this.#offers(service, text, signal), () => this.#add());
          this.entry.addEventListener("keydown", (event) => this.#key(event));
          this.entry.addEventListener("input", () => { if (this.#separator.test(this.entry.value)) this.#add(); });
          this.entry.addEventListener("blur", () => this.#add());
          input.form?.addEventListener("submit", () => this.#add());
          this.#show();
          if (hadFocus) this.entry.focus();
        }

        static parts(text, separator = /;/) { return text.split(separator).map((part) => part.trim()).filter(Boolean); }

        /// The separator of typed entries. Tags hardly ever contain commas, but names do.
        get #separator() { return this.name === "tags" ? /[;,]/ : /;/; }

        async #offers(service, text, signal) {
          const offers = await service.completions(text, this.name, signal);
          return offers.filter(({ text }) => !this.entries.includes(text));
        }

        #add() {
          const added = EntryInput.parts(this.entry.value, this.#separator).filter((part) => !this.entries.includes(part));
          this.entry.value = "";
          if (added.length > 0) this.#set([...this.entries, ...added]);
        }

        #set(entries) {
          this.entries = entries;
          this.value.value = entries.join("; ");
          if (this.value.form) this.value.form.dataset.touched = "";
          this.#show();
        }

        #show() {
          for (const chip of this.box.querySelectorAll("button")) chip.remove();
          this.box.prepend(...this.entries.map((entry) => {
            const chip = make("button", { type: "button", "aria-label": texts.removeEntry(entry), text: `${entry} ×` });
            chip.addEventListener("click", () => {
              this.#set(this.entries.filter((each) => each !== entry));
              this.entry.focus();
            });
            return chip;
          }));
        }

        #key(event) {
          if (event.isComposing) return;
          if (event.key === "Enter" && this.entry.value.trim()) {
            event.preventDefault();
            this.#add();
          } else if (event.key === "Backspace" && !this.entry.value && this.entries.length > 0) {
            this.#set(this.entries.slice(0, -1));
          }
        }
      }
      /// Accepts a file that the user drops on the page. The file form of the page sends it; a page without a file form sends
      /// it to the import.
      function listenToFiles(page) {
        const { includeBooks } = page.edits;
        if (!includeBooks || !["list", "wall", "import", "book"].includes(document.body.dataset.page)) return;
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
          if (files.length !== 1) { page.edits.notify(texts.dropOneFile); return; }
          let form = document.querySelector("form.file");
          if (!form) {
            const attributes = {
              method: "post", action: `${page.service.base}/import`, enctype: "multipart/form-data", hidden: "",
            };
            form = make("form", attributes, make("input", { type: "file", name: "file" }));
            document.body.append(form);
          }
          form.querySelector("input[type=file]").files = files;
          form.submit();
        });
      }
      /// Handles the keys of the page, which are those of `catalog browse` where possible. The user can turn them off in the
      /// dialog that `?` opens.
      function listenToKeys(page) {
        const areOn = () => localStorage.getItem("catalog.keys") !== "off";
        const dialog = make("dialog", { "aria-labelledby": "keys" }, make("h2", { id: "keys", text: texts.keys }));
        const table = make("dl", { classes: "fields" });
        for (const [key, words] of [
          ...texts.keyHelp, ...(page.edits.areAllowed ? texts.editKeyHelp : []),
          ...(page.edits.includeBooks ? texts.bookKeyHelp : []),
        ]) table.append(make("dt", {}, make("code", { text: key })), make("dd", { text: words }));
        const box = make("input", { type: "checkbox", id: "keysOn" });
        box.addEventListener("change", () => { localStorage.setItem("catalog.keys", box.checked ? "on" : "off"); });
        const close = make("button", { type: "button", text: texts.close });
        close.addEventListener("click", () => dialog.close());
        dialog.append(table, make("p", {}, box, make("label", { for: "keysOn", text: texts.keyboardShortcuts })), close);
        document.body.append(dialog);
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
          // An open dialog has its own keys.
          if (document.querySelector("dialog[open]")) return;
          const target = event.target;
          if (target.matches?.("input, select, textarea")) {
            if (event.key === "Escape" && target.id === "q") { event.preventDefault(); page.escape(); }
            return;
          }
          if (event.key === "?") { box.checked = areOn(); dialog.showModal(); return; }
          if (!areOn()) return;
          // Enter activates a link or button that has the focus.
          if (event.key === "Enter" && target.matches?.("a, button, summary")) return;
          if (page.key(event.key)) event.preventDefault();
        });
      }
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
      /// Opens a stream of events. Each event calls `onChange` with the ids of the changed books, or with null if any book
      /// may have changed.
      function follow(address, onChange) {
        const source = new EventSource(address);
        const report = (event) => {
          let books = null;
          try { books = JSON.parse(event.data).books ?? null; } catch { /* Any book may have changed. */ }
          onChange(books);
        };
        source.addEventListener("message", report);
        source.addEventListener("change", report);
        source.addEventListener("reload", () => onChange(null));
        return source;
      }

      /// Runs in the worker that all tabs of a browser share. Forwards events to the visible tabs through a single stream,
      /// which is open while at least one tab is visible.
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

      /// A subscription to changes while the tab is visible. All tabs share one event stream: through a shared worker, or
      /// through the tab that holds a lock. A browser that supports neither opens a stream for each tab.
      class Live {
        #base;
        #onChange;
        #port = null;
        #stop = null;

        constructor(base, onChange) {
          this.#base = base;
          this.#onChange = onChange;
          document.addEventListener("visibilitychange", () => {
            if (document.hidden) this.leave();
            else { this.join(); onChange(null); }
          });
          addEventListener("pagehide", () => this.leave());
          addEventListener("pageshow", (event) => { if (event.persisted) { this.join(); onChange(null); } });
          if (!document.hidden) this.join();
        }

        join() {
          if (this.#stop || this.#port?.isJoined) return;
          const address = new URL(`${this.#base}/events`, location.href).href;
          if (typeof SharedWorker !== "undefined") {
            if (!this.#port) {
              const worker = new SharedWorker(import.meta.url, { type: "module", name: this.#base });
              this.#port = worker.port;
              this.#port.addEventListener("message", ({ data }) => this.#onChange(data.books));
              this.#port.start();
            }
            this.#port.postMessage({ join: address });
            this.#port.isJoined = true;
          } else if (navigator.locks && typeof BroadcastChannel !== "undefined") {
            this.#joinByLock(address);
          } else {
            const source = follow(address, this.#onChange);
            this.#stop = () => source.close();
          }
        }

        /// Requests the lock. The tab that holds it opens the stream and broadcasts its events to the other tabs. When that
        /// tab leaves, the next one receives the lock.
        #joinByLock(address) {
          const channel = new BroadcastChannel(`catalog ${this.#base}`);
          channel.addEventListener("message", ({ data }) => this.#onChange(data.books));
          const waiting = new AbortController();
          let release = () => {};
          navigator.locks.request(channel.name, { signal: waiting.signal }, () => new Promise((resolve) => {
            const source = follow(address, (books) => { channel.postMessage({ books }); this.#onChange(books); });
            release = () => { source.close(); resolve(); };
          })).catch(() => {});
          this.#stop = () => { waiting.abort(); release(); channel.close(); };
        }

        leave() {
          this.#stop?.();
          this.#stop = null;
          if (this.#port?.isJoined) { this.#port.postMessage({}); this.#port.isJoined = false; }
        }
      }
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
      /// Creates the stars of the user's own rating.
      function stars(rating) {
        const halves = Math.round(Math.min(Math.max(rating, 0), 5) * 2);
        return make("span", {
          classes: "stars", role: "img", "aria-label": texts.myRatingOf(rating),
          text: "★".repeat(Math.floor(halves / 2)) + (halves % 2 ? "½" : ""),
        });
      }

      /// Returns the number of stars at a horizontal position in a cell with five stars.
      function starAt(x, cell) {
        const width = parseFloat(getComputedStyle(cell).getPropertyValue("--star-width")) || 16;
        const size = parseFloat(getComputedStyle(cell).fontSize);
        return Math.min(5, Math.max(1, Math.ceil(x / (width * size))));
      }

      /// Shows the average rating of a book in its row. Reuses the bar of the row, because almost every row has one.
      function showAverage(rating, row) {
        row.bar.className = `bar part${Math.round(Math.min(Math.max(rating, 0), 5) * 4)}`;
        row.number.data = rating.toFixed(1);
        if (!row.average.isConnected) row.others.replaceChildren(row.average);
      }
      /// The rows that were loaded, in pages of 200. Loads one page at a time.
      class RowCache {
        static pageSize = 200;
        static maxPages = 40;
        #pages = new Map();
        /// The numbers of pages that may be out of date.
        #stale = new Set();
        /// The numbers of pages to load next.
        #pending = [];
        #running = null;

        /// Creates an empty cache.
        ///
        /// - onRows: receives the number of rows of the whole list after each page that was loaded.
        /// - onFailure: receives the reason if the server refuses the request; null or undefined after other failures.
        constructor(service, onRows, onFailure) { Object.assign(this, { service, onRows, onFailure }); }

        row(index) { return this.#pages.get(Math.floor(index / RowCache.pageSize))?.[index % RowCache.pageSize]; }

        /// Returns true if a row is not loaded, or may be out of date.
        isOutdated(index) {
          const page = Math.floor(index / RowCache.pageSize);
          return !this.#pages.has(page) || this.#stale.has(page) || this.#running?.page === page;
        }

        /// Discards all rows and begins another list.
        reset(list) {
          this.list = list;
          this.#pages.clear();
          this.#stale.clear();
          this.#pending = [];
          this.#running?.control.abort();
          this.#running = null;
        }

        /// Marks all rows as out of date. They remain available until they are loaded again.
        expire() {
          for (const page of this.#pages.keys()) this.#stale.add(page);
          // The server may have read the page that is being loaded before the change.
          if (this.#running) this.#stale.add(this.#running.page);
        }

        /// Loads the pages of a range of rows that are missing or out of date. Cancels a request for any other page.
        request(first, last) {
          const pages = [];
          for (
            let page = Math.floor(first / RowCache.pageSize);
            page <= Math.floor(Math.max(first, last) / RowCache.pageSize);
            page++
          ) pages.push(page);
          this.#pending = pages.filter((page) => !this.#pages.has(page) || this.#stale.has(page));
          if (this.#running && !pages.includes(this.#running.page)) {
            if (this.#pages.has(this.#running.page)) this.#stale.add(this.#running.page);
            this.#running.control.abort();
            this.#running = null;
          }
          this.#run();
        }

        async #run() {
          if (this.#running || this.#pending.length === 0) return;
          const page = this.#pending.shift();
          const running = { page, control: new AbortController() };
          this.#running = running;
          this.#stale.delete(page);
          try {
            const { rows, total } = await this.service.rows(this.list, page + 1, RowCache.pageSize, running.control.signal);
            if (this.#running !== running) return;
            this.#running = null;
            this.#pages.delete(page);
            this.#pages.set(page, rows);
            while (this.#pages.size > RowCache.maxPages) this.#pages.delete(this.#pages.keys().next().value);
            this.onRows(total);
          } catch (error) {
            if (this.#running !== running) return;
            this.#running = null;
            if (this.#pages.has(page)) this.#stale.add(page);
            if (error.name !== "AbortError") this.onFailure(error.refusal);
            return;
          }
          this.#run();
        }
      }
      /// The part of a long list that is visible: its scroll bar, and the position of its first row.
      ///
      /// The spacer is as high as all rows together, up to a maximum that every browser supports. If the rows need more, the
      /// list is scaled: the scroll bar maps to rows by their ratio, but the wheel and keys still move by rows.
      class RowWindow {
        static maxHeight = 8_000_000;

        /// The distance from the top of the list in pixels, without scaling.
        top = 0;
        total = 0;
        /// The position and range of the scroll bar. They are stored, because reading them from the browser after rows have
        /// changed would compute the layout of the page.
        #scrollTop = 0;
        #scrollRange = 0;
        #isTouched = false;

        constructor(box, spacer, onMove) {
          this.box = box;
          this.spacer = spacer;
          this.onMove = onMove;
          box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
          box.addEventListener("touchstart", () => { this.#isTouched = true; }, { passive: true });
          box.addEventListener("pointerdown", (event) => {
            this.#isTouched = event.pointerType === "touch";
          }, { passive: true });
          box.addEventListener("scrollend", () => this.placeScrollBar());
          box.addEventListener("wheel", (event) => {
            if (!this.isScaled || event.ctrlKey || event.deltaY === 0) return;
            event.preventDefault();
            this.#isTouched = false;
            const unit = event.deltaMode === 1 ? this.rowHeight : event.deltaMode === 2 ? this.height : 1;
            this.goTo(this.top + event.deltaY * unit);
          }, { passive: false });
          box.addEventListener("keydown", (event) => {
            // If the list is scaled, the default step of the browser would skip many rows.
            const step = this.isScaled && !event.ctrlKey && !event.metaKey && !event.altKey ? this.#step(event) : undefined;
            if (step === undefined) return;
            event.preventDefault();
            this.goTo(this.top + step);
          });
        }

        /// Returns the number of pixels that a key scrolls, or undefined for other keys.
        #step({ key, shiftKey }) {
          const page = Math.max(this.rowHeight, this.height - this.rowHeight);
          switch (key) {
            case "ArrowDown": return this.rowHeight;
            case "ArrowUp": return -this.rowHeight;
            case "PageDown": return page;
            case "PageUp": return -page;
            case " ": return shiftKey ? -page : page;
            case "Home": return -this.contentHeight;
            case "End": return this.contentHeight;
          }
          return undefined;
        }

        /// The height of all rows in pixels, without scaling.
        get contentHeight() { return this.total * this.rowHeight; }
        get isScaled() { return this.contentHeight > RowWindow.maxHeight; }
        get maxTop() { return Math.max(0, this.contentHeight - this.height); }

        /// Sets the number of rows.
        setTotal(total) { this.resize({ ...this, total }); }

        /// Sets the number of rows, and the heights of a row, the table's head and the box. Keeps the first visible row.
        resize({ total, rowHeight, headHeight, boxHeight }) {
          const row = this.rowHeight ? this.top / this.rowHeight : 0;
          // The browser scrolls to the top when the box is removed from the page and inserted again.
          this.#scrollTop = this.box.scrollTop;
          Object.assign(this, { total, rowHeight, headHeight, boxHeight });
          this.height = Math.max(1, boxHeight - headHeight);
          const spacerHeight = Math.min(this.contentHeight, RowWindow.maxHeight) + headHeight;
          this.spacer.style.height = `${spacerHeight}px`;
          this.#scrollRange = Math.max(0, spacerHeight - boxHeight);
          this.top = Math.min(row * rowHeight, this.maxTop);
          this.placeScrollBar();
        }

        /// Scrolls to a distance from the top of the list.
        goTo(top) {
          this.top = Math.max(0, Math.min(top, this.maxTop));
          this.placeScrollBar();
          this.onMove();
        }

        /// Moves the scroll bar to the position of the visible rows.
        placeScrollBar() {
          const target = this.isScaled ? (this.maxTop ? this.top / this.maxTop * this.#scrollRange : 0) : this.top;
          if (Math.abs(this.#scrollTop - target) >= 1) this.box.scrollTop = target;
          this.#scrollTop = target;
        }

        /// Follows the scroll bar. A touch moves a scaled list pixel by pixel, not by ratio, unless it reaches an end.
        #scrolled() {
          const scrollTop = this.box.scrollTop;
          const distance = scrollTop - this.#scrollTop;
          if (Math.abs(distance) < 1) return;
          this.#scrollTop = scrollTop;
          const isPrecise =
            this.#isTouched && Math.abs(distance) < this.height && scrollTop > 0 && scrollTop < this.#scrollRange;
          const top = !this.isScaled ? scrollTop
            : isPrecise ? this.top + distance
            : this.#scrollRange > 0 ? scrollTop / this.#scrollRange * this.maxTop : 0;
          this.top = Math.max(0, Math.min(top, this.maxTop));
          this.onMove();
        }
      }
      /// The books that the user selected in any list, to change them as one step.
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

        /// Shows the number of selected books in the form, and adds a button that clears the selection. The form sends the
        /// selected books instead of the boxes of the visible rows. Must be called again if the form was replaced.
        show() {
          const form = document.querySelector("#selection");
          if (!form) return;
          const opener = document.querySelector(".tools [popovertarget=changes]");
          if (opener) opener.textContent = texts.edit(this.#books.size);
          const [change, clear] = form.querySelectorAll("button");
          change.textContent = texts.editSelected(this.#books.size);
          if (!clear) form.append(make("button", { type: "button", text: texts.clearSelection }));
          const button = form.querySelectorAll("button")[1];
          button.hidden = this.isEmpty;
          button.onclick = () => { this.clear(); this.onClear?.(); };
          form.onsubmit = () => {
            for (const old of form.querySelectorAll("input[name=books]")) old.remove();
            for (const id of this.#books) form.append(make("input", { type: "hidden", name: "books", value: String(id) }));
          };
        }
      }
      /// The requests to the server that only read.
      class Service {
        constructor(base) { this.base = base; }

        address(path, parameters) { return `${this.base}${path}${this.query(parameters)}`; }

        /// Returns the query of an address, without parameters that are empty.
        query(parameters) {
          const query = new URLSearchParams();
          for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
          return query.size ? `?${query}` : "";
        }

        /// Returns a page of rows, and the number of rows of the whole list. The first page has the number 1.
        async rows(list, page, size, signal) {
          const fields = "id,title,authors,year,series,seriesNumber,readState,fractionRead,rating,averageRating";
          const address = this.address(
            "/.json", { q: list.q, sort: list.sort, page: String(page), size: String(size), fields });
          const response = await fetch(address, { signal });
          if (!response.ok) {
            // The server explains why it refuses a request. After a failure, or too many requests, a retry may succeed.
            const problem = response.status < 500 && response.status !== 429 ? await response.json().catch(() => null) : null;
            throw Object.assign(
              new Error(`status ${response.status}`),
              { refusal: problem && (problem.detail ?? problem.title ?? texts.isInvalid) });
          }
          return { rows: await response.json(), total: Number(response.headers.get("X-Total-Count")) };
        }

        /// Returns the index of a book in a list, or of the first book that begins with a letter; null if it is unknown.
        ///
        /// - target: `{ book }` or `{ letter }`.
        async position(list, target) {
          const response = await fetch(this.address("/position", { q: list.q, sort: list.sort, ...target }));
          return response.ok ? (await response.json()).position : null;
        }

        /// Returns the addresses of the covers of books, and the colours of books without one.
        async thumbnails(ids) {
          const response = await fetch(this.address("/thumbnails", { books: ids.join(",") }));
          return response.ok ? response.json() : [];
        }

        /// Returns suggestions that complete a query, or the value of a field.
        async completions(text, field, signal) {
          const response = await fetch(this.address("/completions", { q: text, field }), { signal });
          return response.ok ? response.json() : [];
        }

        /// Loads a page as a document that is not displayed.
        async page(address, signal) {
          const response = await fetch(address, { signal, headers: { Accept: "text/html" } });
          return new DOMParser().parseFromString(await response.text(), "text/html");
        }
      }
      const numberFormat = new Intl.NumberFormat("en");

      /// The texts that the script shows, by key, in English. The server writes all other texts of the pages. The reasons of
      /// refusals and the summaries of steps come with its replies.
      const texts = {
        // These names equal those of the server. They are in the order of the dialog that sets the status.
        statuses: {
          unread: "Unread", want: "Want to read", reading: "Reading", paused: "Paused", read: "Read", abandoned: "Abandoned",
        },
        books: (number) => `${numberFormat.format(number)} ${number === 1 ? "book" : "books"}`,
        time: (date) => {
          const padded = (number) => String(number).padStart(2, "0");
          const day = `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
          return `${day} ${padded(date.getHours())}:${padded(date.getMinutes())}`;
        },

        close: "Close",
        undo: "Undo",
        redo: "Redo",
        undone: (summary) => `Undone: ${summary}`,
        isNotSaved: "The server is not responding, so your change may not be saved. Check again when it responds.",
        collision: (field, value) =>
          `Somebody else changed the field ${field}: it is now ${value ?? "empty"}. Your change was not saved.`,
        confirmRemoval: (title) => `Remove “${title}” from every list? You can undo this.`,

        scrollingList: "Books, a list that scrolls",
        letters: "Letters",
        isOffline: "The server is not responding.",
        isInvalid: "This search is not valid.",
        suggestions: "Suggestions",
        select: (title) => `Select ${title}`,
        edit: (selected) => selected === 0 ? "Edit" : `Edit (${selected})`,
        editSelected: (selected) => selected === 0 ? "Edit selected" : `Edit ${selected} selected`,
        clearSelection: "Clear selection",
        dropOneFile: "Drop one file.",

        myRating: "My rating",
        noRating: "No rating",
        rating: (rating) => `${rating} of 5`,
        myRatingOf: (rating) => `my rating: ${rating} of 5`,
        readingStatus: "Reading status",
        percentRead: (percent) => `${percent}% read`,
        startedOrFinished: "Started or finished",
        orOn: "or on",
        days: [["today", "today"], ["yesterday", "yesterday"], ["unknown", "I don’t know when"]],
        chooseDay: "Choose a day",
        pressEnter: "Press Enter after each entry",
        removeEntry: (entry) => `Remove ${entry}`,

        useCamera: "Take it with the camera",
        camera: "Camera",
        holdBarCode: "Hold the bar code before the camera",
        hasNoCamera: "Cannot use the camera: there is none, or the browser does not allow this page to use it.",

        keys: "Keys",
        keyboardShortcuts: " Keyboard shortcuts",
        // The keys of all viewers, of those who may change anything, and of those who may change books.
        keyHelp: [
          ["/", "search"], ["j, k", "next or previous book"], ["g, G", "first or last book"], ["Enter", "open the book"],
          ["s", "sort order"], ["q, Esc", "back to the list; clear the selection"], ["?", "show these keys"],
        ],
        editKeyHelp: [
          ["v", "select or deselect the row"], ["0–5, +, -", "your rating"],
          ["Space, m", "toggle read / unread; set the reading status"], ["e", "edit the book"], ["u, U", "undo, redo"],
        ],
        bookKeyHelp: [["a", "add a book"], ["d", "remove the book"]],
      };
      // The script of the pages of `catalog serve`, which also work without it. It adds search while the user types, one list
      // of all books, keyboard shortcuts, and updates when the catalog changes. It inserts values of the catalog only as text
      // or as attributes that contain text.

      const isInWorker = typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope;

      if (isInWorker) {
        hub();
      } else if (!["problem", "login"].includes(document.body.dataset.page)) {
        const service = new Service(document.body.dataset.base);
        const isList = ["list", "wall"].includes(document.body.dataset.page);
        const page = isList ? new ListPage(service) : new PlainPage(service);
        showLocalTimes(document);
        listenToKeys(page);
        listenToFiles(page);
        offerCamera(page);
        document.addEventListener("input", ({ target }) => {
          if (target.form?.method === "post") target.form.dataset.touched = "";
        });
        let pending = null;
        new Live(service.base, (books) => {
          // Changes within 50 milliseconds update the page once.
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
      /* The pages of `catalog serve`. They use the system's typeface, and colour only where it has a meaning. */
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
      html {
        font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        background: var(--paper);
        color: var(--ink);
        -webkit-text-size-adjust: 100%;
      }
      body { margin: 0; min-height: 100vh; overflow-wrap: break-word; }
      a {
        color: inherit;
        text-decoration: underline;
        text-decoration-color: var(--line);
        text-underline-offset: 0.2em;
        text-decoration-thickness: 1px;
      }
      a:hover { text-decoration-color: currentColor; }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
      main:focus { outline: none; }
      h1 { font-size: 1.6rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; margin: 0; text-wrap: balance; }
      h2 { font-size: 1rem; font-weight: 650; margin: 2rem 0 0.5rem; }
      small { font-size: 0.85em; color: var(--soft); }
      code {
        font: 0.85rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
        background: var(--raised);
        border: 1px solid var(--line);
        border-radius: 4px;
        padding: 0.1em 0.4em;
      }
      ul, ol { padding: 0; margin: 0; list-style: none; }
      em { font-style: normal; color: var(--warn); }
      .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
      .skip { position: absolute; left: -99rem; background: var(--raised); padding: 0.5rem 1rem; z-index: 9; }
      .skip:focus { left: 0.5rem; top: 0.5rem; }
      .off { color: var(--soft); }
      [hidden] { display: none !important; }

      /* Forms */
      input, select, button {
        font: inherit;
        color: inherit;
        background: var(--raised);
        border: 1px solid var(--bar);
        border-radius: 6px;
        padding: 0.35rem 0.6rem;
        min-height: 2.25rem;
      }
      input[type="checkbox"] { min-height: 0; width: 1rem; height: 1rem; vertical-align: -0.15em; }
      button { cursor: pointer; font-weight: 550; }
      button:hover { border-color: var(--ink); }
      input::placeholder { color: var(--soft); opacity: 1; }

      /* Page header */
      .top {
        position: relative;
        display: grid;
        grid-template-columns: auto minmax(0, 34rem) 1fr;
        align-items: center;
        gap: 0.5rem 1.5rem;
        padding: 0.6rem 1.5rem;
        border-bottom: 1px solid var(--line);
      }
      .brand { font-weight: 700; letter-spacing: -0.01em; text-decoration: none; font-size: 1.1rem; }
      .top form { display: flex; gap: 0.4rem; }
      .top input { flex: 1; min-width: 0; }
      .top button.help { border-radius: 50%; width: 2.25rem; padding: 0; flex: none; color: var(--soft); }
      .completions {
        position: absolute;
        z-index: 9;
        top: 100%;
        left: 0;
        right: 0;
        margin-top: 0.25rem;
        max-height: 60vh;
        overflow-y: auto;
        background: var(--raised);
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.25rem;
        box-shadow: 0 4px 24px rgb(0 0 0 / 0.15);
      }
      .completions li {
        display: flex;
        justify-content: space-between;
        align-items: baseline;
        gap: 1rem;
        min-height: 2.25rem;
        padding: 0.4rem 0.6rem;
        border-radius: 5px;
        cursor: pointer;
        overflow-wrap: anywhere;
      }
      .completions li:is(:hover, [aria-selected="true"]) { background: color-mix(in srgb, var(--accent) 12%, transparent); }
      .completed { position: relative; display: grid; flex: 1; min-width: 0; }
      .entries {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem;
        padding: 0.2rem;
        min-height: 2.25rem;
        background: var(--raised);
        border: 1px solid var(--bar);
        border-radius: 6px;
      }
      .entries:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
      .entries .completed { flex: 1 1 8rem; }
      .entries input { border: 0; background: none; min-height: 1.8rem; outline: none; width: 100%; }
      .entries button {
        min-height: 1.8rem;
        max-width: 100%;
        padding: 0 0.6rem;
        border-radius: 1rem;
        font-weight: inherit;
        overflow-wrap: anywhere;
      }
      .pages { justify-self: end; min-width: 0; }
      .pages > ul { display: flex; align-items: center; gap: 0.2rem 1.1rem; font-size: 0.92rem; }
      .pages a, .pages button.menu {
        color: var(--soft);
        text-decoration: none;
        display: inline-block;
        padding: 0.3rem 0;
        background: none;
        border: 0;
        border-radius: 0;
        font-weight: inherit;
      }
      .pages :is(a, button.menu):hover, .pages a[aria-current], .pages .menu.current { color: var(--ink); }
      .pages a[aria-current], .pages .menu.current { box-shadow: 0 2px 0 var(--accent); }
      button.menu::after { content: "▾"; margin-left: 0.3em; font-size: 0.8em; }
      .badge {
        display: inline-block;
        min-width: 1.35rem;
        padding: 0 0.35rem;
        border-radius: 0.7rem;
        background: var(--warn);
        color: var(--paper);
        font-size: 0.78rem;
        font-weight: 650;
        line-height: 1.35rem;
        text-align: center;
      }

      /* Menus and help, which the browser opens above the page */
      .popup {
        position: absolute;
        inset: 3.4rem 1.5rem auto auto;
        margin: 0;
        min-width: 12rem;
        max-width: calc(100vw - 2rem);
        color: inherit;
        background: var(--raised);
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.5rem 1rem;
        box-shadow: 0 4px 24px rgb(0 0 0 / 0.15);
      }
      .popup li { display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; }
      .popup li > a { flex: 1; padding: 0.5rem 0; box-shadow: none; }
      .popup li form { flex: 1; }
      .popup h2 { margin: 0.5rem 0; }
      #search-help { inset: 3.4rem auto auto 50%; translate: -50% 0; width: 34rem; }
      .examples li { display: grid; grid-template-columns: minmax(0, 14rem) minmax(0, 1fr); align-items: baseline; }
      .examples a { font: 0.85rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
      #changes { inset: auto; display: none; }
      #changes:popover-open { display: grid; gap: 0.5rem; position: fixed; inset: 30vh auto auto 50%; translate: -50% 0; }
      @supports (position-area: block-end) {
        #changes:popover-open { inset: auto; translate: none; position-area: block-end span-inline-start; }
      }
      #changes a { padding: 0.5rem 0; }
      .facets .close { display: none; }
      main { padding: 1.25rem 1.5rem 3rem; max-width: 84rem; margin: 0 auto; }
      footer { border-top: 1px solid var(--line); padding: 0.75rem 1.5rem; font-size: 0.85rem; color: var(--soft); }

      /* List of books */
      .heading { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 1rem; margin-bottom: 1rem; }
      .heading h1 { max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
      #count { margin: 0; color: var(--soft); font-variant-numeric: tabular-nums; }
      .columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 2.5rem; align-items: start; }
      /* The filters are beside the list, and a drawer on phones. */
      .facets {
        display: block;
        position: static;
        width: auto;
        height: auto;
        margin: 0;
        padding: 0;
        border: 0;
        color: inherit;
        background: none;
        font-size: 0.92rem;
      }
      .facets h2 { font-size: 0.92rem; margin: 1.25rem 0 0.25rem; }
      .facets h2:first-child { margin-top: 0.35rem; }
      .tools .filter { display: none; }
      .chips { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-bottom: 0.5rem; font-size: 0.92rem; }
      .chips:empty { display: none; }
      .chips a {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
        min-height: 2rem;
        max-width: 100%;
        padding: 0 0.75rem;
        border: 1px solid var(--line);
        border-radius: 1rem;
        background: var(--raised);
        text-decoration: none;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .chips a:hover { border-color: var(--ink); }
      .chips a.clear { border-color: transparent; background: none; color: var(--soft); }
      .facets li a { display: inline-block; padding: 0.2rem 0; text-decoration: none; }
      .facets li a:hover { text-decoration: underline; }
      .facets a.open { font-weight: 650; }
      .values { margin: 0 0 0.5rem 0.75rem; }
      .values li { display: flex; align-items: baseline; justify-content: space-between; gap: 0.75rem; }
      .values .number { color: var(--soft); font-variant-numeric: tabular-nums; padding: 0.2rem 0; }
      .facets .more { margin-left: 0.75rem; color: var(--soft); }
      main > section > .values { columns: 16rem; margin: 0; }
      .tools {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        align-items: center;
        gap: 0.5rem 1rem;
        margin-bottom: 0.5rem;
        font-size: 0.92rem;
      }
      .tools form { display: flex; align-items: center; gap: 0.4rem; }
      .looks { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-left: auto; }
      .button {
        display: inline-grid;
        place-items: center;
        min-height: 2.25rem;
        padding: 0.35rem 0.9rem;
        border: 1px solid var(--bar);
        border-radius: 6px;
        background: var(--raised);
        font-weight: 550;
        text-decoration: none;
      }
      .looks a { text-decoration: none; color: var(--soft); padding: 0.3rem 0; }
      .looks a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--accent); }
      .letters { display: flex; flex-wrap: wrap; gap: 0 0.1rem; margin-bottom: 0.5rem; font-size: 0.85rem; }
      .letters a {
        padding: 0.25rem 0.4rem;
        min-width: 1.6rem;
        text-align: center;
        text-decoration: none;
        color: var(--soft);
        border-radius: 4px;
      }
      .letters a:hover { background: var(--line); color: var(--ink); }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
      caption { text-align: left; color: var(--soft); font-size: 0.85rem; padding: 0.25rem 0; }
      th, td { text-align: left; vertical-align: baseline; padding: 0.5rem 0.75rem 0.5rem 0; font-weight: inherit; }
      thead th { font-size: 0.8rem; color: var(--soft); border-bottom: 1px solid var(--line); white-space: nowrap; }
      thead th a { text-decoration: none; display: inline-block; padding: 0.25rem 0; }
      thead th a:hover { color: var(--ink); text-decoration: underline; }
      thead th[aria-sort] a { color: var(--ink); font-weight: 650; }
      thead th[aria-sort="ascending"] a::after { content: " ↑"; }
      thead th[aria-sort="descending"] a::after { content: " ↓"; }
      tbody tr { border-bottom: 1px solid var(--line); }
      .list { table-layout: fixed; }
      .list .author { width: 22%; color: var(--soft); }
      .list thead .author { width: 22%; }
      .list .pick { width: 2rem; padding-left: 0.4rem; padding-right: 0; text-overflow: clip; }
      .pick input { margin: 0; width: 1.05rem; height: 1.05rem; vertical-align: middle; accent-color: var(--accent); }
      .list .thumb { width: 2.5rem; padding: 0.2rem 0.75rem 0.2rem 0; line-height: 0; vertical-align: middle; }
      .thumb .cover { width: 1.5rem; height: 2.2rem; }
      .window tbody .thumb { padding-top: 0; padding-bottom: 0; }
      .list .thumb .plate > * { display: none; }
      .list .year { width: 4.5rem; text-align: right; padding-right: 1.25rem; color: var(--soft); }
      .list .state { width: 7rem; color: var(--soft); }
      .list .mine { width: 6.5rem; white-space: nowrap; }
      .list .others { width: 6rem; padding-right: 0; }
      .list tbody .title a { font-weight: 550; text-decoration: none; }
      .list tbody .title a:hover { text-decoration: underline; }
      .list tr:target, .list tr:has(#letter:target), .wall li:target {
        background: color-mix(in srgb, var(--accent) 10%, transparent);
      }
      /* Where the user may change books, the script lets them set the status and the rating in the list. */
      [data-edits="on"] .live tbody :is(.state, .mine), [data-edits="marks"] .live tbody :is(.state, .mine) { cursor: pointer; }
      .list .mine { --star-width: 1.05; }
      @media (hover: hover) {
        [data-edits="on"] .live tbody tr:not(.waiting):hover .state:empty::before,
        [data-edits="marks"] .live tbody tr:not(.waiting):hover .state:empty::before { content: "Set status"; opacity: 0.7; }
        [data-edits="on"] .live tbody tr:not(.waiting):hover .mine:empty::before,
        [data-edits="marks"] .live tbody tr:not(.waiting):hover .mine:empty::before {
          content: "☆☆☆☆☆";
          color: var(--star);
          letter-spacing: 0.05em;
        }
      }
      .rates button { color: var(--star); }
      .days { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 0.6rem; }
      .list tbody tr:hover { background: color-mix(in srgb, var(--line) 35%, transparent); }
      .mark { scroll-margin-top: 4rem; }

      /* Ratings: the user's own rating is coloured stars; the average of others is a grey bar and a number. */
      .stars { color: var(--star); letter-spacing: 0.05em; }
      .average { color: var(--soft); display: inline-flex; align-items: center; gap: 0.5rem; }
      .bar {
        width: 3rem;
        height: 4px;
        border-radius: 2px;
        background: linear-gradient(var(--bar) 0 0) 0 / calc(var(--part) * 5%) no-repeat, var(--line);
      }
      .part0 { --part: 0 } .part1 { --part: 1 } .part2 { --part: 2 } .part3 { --part: 3 } .part4 { --part: 4 }
      .part5 { --part: 5 } .part6 { --part: 6 } .part7 { --part: 7 } .part8 { --part: 8 } .part9 { --part: 9 }
      .part10 { --part: 10 } .part11 { --part: 11 } .part12 { --part: 12 } .part13 { --part: 13 } .part14 { --part: 14 }
      .part15 { --part: 15 } .part16 { --part: 16 } .part17 { --part: 17 } .part18 { --part: 18 } .part19 { --part: 19 }
      .part20 { --part: 20 }

      .pager {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1.25rem;
        padding: 1rem 0;
        font-size: 0.92rem;
      }
      .pager form { display: flex; align-items: center; gap: 0.4rem; }
      .pager input[type="number"] { width: 6.5rem; }
      .nothing { padding: 2rem 0 0; font-size: 1.1rem; }
      .meant p { color: var(--soft); margin: 0.5rem 0 0; }
      .meant li a { font-weight: 550; display: inline-block; padding: 0.2rem 0; }

      /* Covers */
      .wall {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
        gap: 1.5rem 1.25rem;
        padding: 0.75rem 0;
      }
      .wall a { display: block; text-decoration: none; }
      .wall .title, .wall .author {
        display: block;
        font-size: 0.88rem;
        line-height: 1.3;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .wall .title { margin-top: 0.5rem; font-weight: 550; }
      .wall .author, .wall .reading { color: var(--soft); }
      .wall .reading { display: block; font-size: 0.82rem; line-height: 1.4; }
      .wall a:hover .title { text-decoration: underline; }
      .cover {
        display: block;
        width: 100%;
        height: auto;
        aspect-ratio: 2 / 3;
        border-radius: 3px;
        background: var(--line);
      }
      /* A square or wide cover is shown whole. */
      img.cover { object-fit: contain; object-position: bottom; background: none; }
      .front img.cover { object-position: top left; }
      .plate {
        display: flex;
        flex-direction: column;
        justify-content: space-between;
        gap: 0.5rem;
        padding: 12% 10%;
        color: #fff;
        line-height: 1.25;
        overflow: hidden;
      }
      .plate .name {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 5;
        overflow: hidden;
        font-size: 0.95rem;
        font-weight: 600;
      }
      .plate .by {
        font-size: 0.78rem;
        opacity: 0.9;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .plate0 { background: var(--plate0); } .plate1 { background: var(--plate1); } .plate2 { background: var(--plate2); }
      .plate3 { background: var(--plate3); } .plate4 { background: var(--plate4); } .plate5 { background: var(--plate5); }

      /* Book page */
      .neighbours { display: flex; justify-content: space-between; gap: 1rem; font-size: 0.92rem; margin-bottom: 1.5rem; }
      .neighbours a {
        color: var(--soft);
        text-decoration: none;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        min-width: 0;
        padding: 0.2rem 0;
      }
      .neighbours a:hover { color: var(--ink); text-decoration: underline; }
      article.book { display: grid; grid-template-columns: 13rem minmax(0, 44rem); gap: 2.5rem; }
      .book .plate .name { font-size: 1.25rem; }
      .book .plate .by { font-size: 0.9rem; }
      .subtitle { font-size: 1.1rem; color: var(--soft); margin: 0.25rem 0 0; }
      .byline { margin: 0.5rem 0 0; font-size: 1.05rem; }
      .series { margin: 0.25rem 0 0; }
      .series .beside { color: var(--soft); margin-left: 0.75rem; text-decoration: none; }
      .reading { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem 1.25rem; margin-top: 1rem; }
      .reading .stars { font-size: 1.2rem; }
      progress.read {
        appearance: none;
        display: block;
        width: 100%;
        max-width: 12rem;
        height: 4px;
        margin-top: 0.25rem;
        border: 0;
        border-radius: 2px;
        background: var(--line);
        overflow: hidden;
      }
      progress.read::-webkit-progress-bar { background: var(--line); }
      progress.read::-webkit-progress-value { background: var(--accent); }
      progress.read::-moz-progress-bar { background: var(--accent); }
      .position { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin-top: 0.75rem; }
      .position progress.read { width: 12rem; height: 6px; margin: 0; }
      .position form { display: flex; align-items: center; gap: 0.5rem; }
      .position input { width: 11rem; }
      .shelf:empty { display: none; }
      .shelf { margin-bottom: 1rem; }
      .shelf h2 { margin: 0 0 0.5rem; font-size: 1rem; }
      .shelf ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.75rem 1.25rem; }
      .shelf a {
        display: grid;
        grid-template-columns: 3rem minmax(0, 1fr);
        column-gap: 0.75rem;
        align-content: start;
        text-decoration: none;
      }
      .shelf .cover { grid-row: span 3; width: 3rem; }
      .shelf .plate { padding: 0.25rem; }
      .shelf .plate span { display: none; }
      .shelf .title { font-weight: 550; }
      .shelf :is(.title, .author) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .shelf .author { color: var(--soft); font-size: 0.88rem; }
      .shelf a:hover .title { text-decoration: underline; }
      .choice { width: 20rem; inset: auto; position-area: block-end span-inline-end; }
      .choice .buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; margin: 0.5rem 0; }
      .choice button[disabled] { display: none; }
      .choice button[aria-current] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
      .rate { display: flex; align-items: center; }
      .rate button {
        border: 0;
        background: none;
        padding: 0;
        min-height: 2.25rem;
        width: 1.9rem;
        font-size: 1.4rem;
        line-height: 1;
        color: var(--bar);
      }
      .rate :is(.full, button:has(~ button:not(.clear):hover), button:not(.clear):hover) { color: var(--star); }
      .rate .half { background: linear-gradient(90deg, var(--star) 50%, var(--line) 50%) text; color: transparent; }
      .rate .clear { color: var(--soft); font-size: 1rem; }
      .tags { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 0.75rem; margin-top: 0.75rem; }
      .tags .chips { margin: 0; }
      .tags .chips span { padding: 0 0.75rem; }
      .edittags summary { cursor: pointer; color: var(--soft); font-size: 0.92rem; padding: 0.3rem 0; }
      .edittags[open] { flex-basis: 100%; }
      details.history { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 0.75rem; }
      details.history summary { cursor: pointer; font-weight: 650; padding: 0.4rem 0; }
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

      /* History, conflicts, duplicates and sources */
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

      /* The covers to choose from */
      .covers { display: flex; flex-wrap: wrap; gap: 1rem; }
      .covers button { display: grid; gap: 0.4rem; padding: 0.5rem; height: auto; justify-items: center; }
      .covers img { width: 7.5rem; height: auto; max-height: 12rem; object-fit: contain; }

      /* Forms that change books, and notices */
      .notice {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1rem;
        background: color-mix(in srgb, var(--accent) 10%, var(--paper));
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.6rem 1rem;
        margin-bottom: 1.25rem;
      }
      .notice p { margin: 0; }
      .dropping main { outline: 3px dashed currentColor; outline-offset: -3px; }
      details.more { margin-top: 0.4rem; }
      details.more > summary { font-size: 0.92rem; color: var(--soft); }
      .chips > details.more[open] { display: contents; }
      details.newcover { margin-top: 0.5rem; font-size: 0.875rem; }
      details.newcover input[type=file] { max-width: 100%; }
      details.newcover .input { grid-template-columns: minmax(0, 1fr); }
      .buttons label, .buttons select { min-width: 0; max-width: 100%; }
      .toast {
        position: fixed;
        z-index: 9;
        left: 50%;
        bottom: 1.5rem;
        translate: -50% 0;
        margin: 0;
        max-width: min(40rem, calc(100vw - 2rem));
        box-shadow: 0 4px 24px rgb(0 0 0 / 0.2);
      }
      .inline { display: inline; margin-left: 0.5rem; }
      .inline button { min-height: 0; padding: 0.1rem 0.6rem; font-size: 0.85rem; }
      .edit { max-width: 44rem; }
      .invalid { color: var(--warn); }
      [aria-invalid="true"] { border-color: var(--warn); }
      .edit fieldset { border: 0; padding: 0; margin: 1.5rem 0 0; }
      .edit legend { font-weight: 650; padding: 0; }
      .input {
        display: grid;
        grid-template-columns: 9rem minmax(0, 1fr);
        gap: 0.15rem 1rem;
        align-items: baseline;
        margin-top: 0.75rem;
      }
      .input label { color: var(--soft); }
      .input small { grid-column: 2; }
      .day { display: flex; gap: 0.4rem; }
      .day input[type="text"] { flex: 1; min-width: 0; }
      /* The calendar is only a button where the browser can hide its text. */
      .input .day input[type="date"] { flex: none; width: auto; }
      .day ::-webkit-datetime-edit { display: none; }
      textarea {
        font: inherit;
        color: inherit;
        background: var(--raised);
        border: 1px solid var(--bar);
        border-radius: 6px;
        padding: 0.35rem 0.6rem;
        width: 100%;
        box-sizing: border-box;
        resize: vertical;
      }
      form.online { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 0.75rem; margin: 1rem 0; }
      form.online input { flex: 1 1 16rem; min-width: 0; }
      ul.online li {
        display: flex;
        justify-content: space-between;
        align-items: baseline;
        gap: 1rem;
        padding: 0.6rem 0;
        border-bottom: 1px solid var(--line);
      }
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
      .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem; margin: 1.25rem 0; }
      .figures li { border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.9rem; background: var(--raised); }
      .figures strong { display: block; font-size: 1.25rem; font-weight: 650; }
      .tables {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
        gap: 2rem 3rem;
        align-items: start;
      }
      h2.part { font-size: 1.25rem; border-top: 1px solid var(--line); padding-top: 1.5rem; margin-top: 2.5rem; }
      .numbers caption { font-weight: 650; color: var(--ink); font-size: 1rem; }
      .numbers th, .numbers td { padding: 0.3rem 0.5rem 0.3rem 0; vertical-align: middle; }
      .numbers tr { border: 0; }
      .numbers th { width: 30%; overflow-wrap: anywhere; }
      .numbers td:last-child { width: 30%; white-space: nowrap; }
      .share { padding: 0; }
      progress {
        appearance: none;
        display: block;
        width: 100%;
        height: 0.75rem;
        border: 0;
        border-radius: 3px;
        background: none;
        color: var(--accent);
      }
      progress::-webkit-progress-bar { background: none; }
      progress::-webkit-progress-value { background: var(--accent); border-radius: 3px; }
      progress::-moz-progress-bar { background: var(--accent); border-radius: 3px; }
      .problem { text-align: center; padding-top: 15vh; }
      .problem .status { margin-top: 0; margin-bottom: 0.5rem; color: var(--soft); }
      .problem p { max-width: 36rem; margin-left: auto; margin-right: auto; }

      /* The list as the script shows it: rows of equal height in a window that scrolls over all books. */
      .live .pager, .paper { display: none; }
      .window {
        position: relative;
        height: calc(100vh - 8rem);
        height: calc(100dvh - 8rem);
        min-height: 20rem;
        overflow-y: auto;
        overflow-anchor: none;
        overscroll-behavior: contain;
        border-bottom: 1px solid var(--line);
      }
      .window .frame { position: sticky; top: 0; height: 100%; overflow: hidden; contain: strict; }
      .window .list caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .window thead { position: relative; z-index: 1; }
      .window thead th { background: var(--paper); height: 2rem; padding-top: 0; padding-bottom: 0; vertical-align: middle; }
      .window tbody { will-change: transform; }
      .window tbody tr { height: var(--row); cursor: pointer; }
      .window tbody th, .window tbody td {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        padding-top: 0;
        padding-bottom: 0;
        vertical-align: middle;
        height: var(--row);
      }
      .window tbody .pick { text-overflow: clip; }
      .window .title a:focus-visible { outline: none; }
      .window tr:has(a:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
      .window tr.here { background: color-mix(in srgb, var(--accent) 12%, transparent); }
      .window tr.here :is(.author, .year, .state, .average, small) { color: inherit; }
      .window tr.waiting .pick input { visibility: hidden; }
      .window tr.waiting .title::before {
        content: "";
        display: inline-block;
        width: 40%;
        height: 0.6em;
        border-radius: 3px;
        background: var(--line);
      }
      .window tr.changed { animation: changed 1.5s ease-out; }
      @keyframes changed { from { background: color-mix(in srgb, var(--star) 30%, transparent); } }
      dialog {
        color: inherit;
        background: var(--raised);
        border: 1px solid var(--line);
        border-radius: 8px;
        max-width: 30rem;
        width: calc(100% - 2rem);
        padding: 1.25rem 1.5rem;
      }
      dialog::backdrop { background: rgb(0 0 0 / 0.35); }
      dialog h2 { margin-top: 0; }
      dialog video { width: 100%; max-height: 60vh; background: #000; border-radius: 6px; }
      dialog .fields { margin: 0.75rem 0; }

      /* On large screens, the list fills the height of the screen and scrolls beside the facets. */
      @media screen and (min-width: 60.01rem) and (min-height: 32rem) {
        body:has(.window) { height: 100vh; height: 100dvh; display: flex; flex-direction: column; }
        body:has(.window) main {
          flex: 1;
          min-height: 0;
          width: 100%;
          display: flex;
          flex-direction: column;
          padding-bottom: 1rem;
        }
        body:has(.window) .columns { flex: 1; min-height: 0; align-items: stretch; grid-template-rows: minmax(0, 1fr); }
        body:has(.window) .facets { overflow-y: auto; }
        .books.live { display: flex; flex-direction: column; min-height: 0; }
        .window { flex: 1; height: auto; min-height: 12rem; }
      }
      /* If the window is high enough for 26 letters that are easy to hit, they form a column beside the scroll bar. */
      @media screen and (min-height: 54rem), screen and (min-height: 47rem) and (max-width: 60rem) {
        .books.live:has(.letters) { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto; }
        .live .tools { grid-area: 1 / 1 / auto / 3; }
        .live .window { grid-area: 2 / 1; }
        .live .letters { grid-area: 2 / 2; flex-flow: column; margin: 0; }
        .live .letters a {
          flex: 1;
          min-width: 1.5rem;
          min-height: 1.5rem;
          padding: 0 0.2rem;
          display: grid;
          place-items: center;
        }
      }
      /* Titles need the room of the other columns. */
      @media (max-width: 75rem) {
        .list .others { display: none; }
        .list .year { width: 4.25rem; }
        .list .state { width: 6.5rem; }
      }
      @media (max-width: 48rem) {
        .list .year { display: none; }
      }
      @media (max-width: 60rem) {
        .top { grid-template-columns: auto 1fr; }
        .pages { grid-column: 1 / -1; justify-self: start; }
        .columns { grid-template-columns: minmax(0, 1fr); }
        .tools .filter { display: inline-block; }
        .facets:not(.chosen) { display: none; }
        .facets.chosen { margin-bottom: 0.75rem; }
        .facets:popover-open {
          display: block;
          position: fixed;
          inset: 0 auto 0 0;
          width: min(20rem, 85vw);
          max-height: none;
          overflow-y: auto;
          padding: 1rem;
          background: var(--paper);
          border-right: 1px solid var(--line);
        }
        .facets:popover-open .close { display: block; margin: 0 0 0.75rem auto; }
        .facets::backdrop { background: rgb(0 0 0 / 0.35); }
        .facets :is(.groups, .values) li > a { padding: 0.6rem 0; }
      }
      @media (max-width: 40rem) {
        :root { --row: 4.25rem; }
        html { scroll-padding-bottom: 4.5rem; }
        body { padding-bottom: 3.75rem; }
        .top { padding: 0.5rem 1rem; gap: 0.4rem 0.75rem; grid-template-columns: minmax(0, 1fr); }
        .brand, .top > form > button[type="submit"] { display: none; }
        .top form button.help { width: 2.75rem; }
        .top :is(input, button) { min-height: 2.75rem; }
        /* The main pages are within reach of the thumb. */
        .pages {
          position: fixed;
          z-index: 8;
          inset: auto 0 0;
          justify-self: stretch;
          background: var(--raised);
          border-top: 1px solid var(--line);
          padding-bottom: env(safe-area-inset-bottom);
        }
        .pages > ul { justify-content: space-around; gap: 0; font-size: min(0.85rem, 3.5vw); }
        .pages > ul > li { flex: 1 1 auto; text-align: center; min-width: 0; }
        .pages > ul > li > :is(a, button) {
          display: block;
          width: 100%;
          min-height: 3.5rem;
          line-height: 3.5rem;
          padding: 0 0.25rem;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
        .pages > ul > li > :is(a[aria-current], .current) { box-shadow: inset 0 2px 0 var(--accent); }
        .pages .popup, #search-help {
          position: fixed;
          inset: auto 0.5rem 4.25rem;
          translate: none;
          width: auto;
          max-width: none;
          max-height: 70vh;
          overflow-y: auto;
          font-size: 1rem;
        }
        .popup li > a { min-height: 2.75rem; padding: 0.6rem 0; }
        #changes:popover-open { position-area: none; inset: auto 0.5rem 4.25rem; translate: none; width: auto; }
        .toast { bottom: 4.5rem; }
        .window { height: calc(100dvh - 14rem); }
        main { padding: 0.5rem 1rem 2.5rem; }
        .heading { margin-bottom: 0.4rem; }
        .tools { flex-wrap: nowrap; gap: 0.4rem; }
        /* Screen readers still need the name of the menu. */
        .tools form label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .tools form.sort { flex: 1; min-width: 0; }
        .tools select { min-width: 0; width: 100%; }
        .tools :is(select, button) { min-height: 2.75rem; }
        .tools .looks { gap: 0.25rem 0.75rem; flex-wrap: nowrap; }
        .tools .looks a { line-height: 2rem; }
        h1 { font-size: 1.25rem; }
        .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .list, .list tbody, .list caption { display: block; }
        .list tbody tr {
          display: grid;
          grid-template: "thumb title title title" auto "thumb author state mine" auto / auto minmax(0, 1fr) auto auto;
          column-gap: 0.75rem;
          padding: 0.5rem 0;
          align-content: center;
        }
        .list tbody tr:has(.pick) {
          grid-template:
            "pick thumb title title title" auto "pick thumb author state mine" auto / auto auto minmax(0, 1fr) auto auto;
        }
        .list tbody tr .pick { grid-area: pick; padding: 0.5rem 0 0.5rem 0.4rem; align-self: center; }
        .list tbody th, .list tbody td { display: block; width: auto; padding: 0; min-height: 0; height: auto; }
        .list tbody tr .thumb { grid-area: thumb; align-self: center; padding: 0; width: 2.2rem; }
        .thumb .cover { width: 2.2rem; height: 3.2rem; }
        .list tbody .title { grid-area: title; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .list tbody tr .author {
          grid-area: author;
          width: auto;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
        .list tbody :is(.year, .others) { display: none; }
        .list tbody tr .state { grid-area: state; width: auto; }
        .list tbody tr .mine { grid-area: mine; width: auto; min-width: 1.5rem; }
        .window tbody tr { height: var(--row); }
        .wall { grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); gap: 1rem 0.75rem; }
        .shelf li:nth-child(n + 3) { display: none; }
        article.book { display: block; }
        .front { float: left; width: 5.5rem; margin: 0 1rem 0.75rem 0; }
        .book .plate .name { font-size: 0.8rem; }
        .book .plate .by { font-size: 0.65rem; }
        .front:has(details[open]) { float: none; width: auto; }
        .front:has(details[open]) .cover { width: 5.5rem; }
        .about h2, .about > .fields, .description { clear: both; }
        .fields, .changes { grid-template-columns: minmax(0, 1fr); }
        .fields dt { padding-bottom: 0; font-size: 0.85rem; }
        .fields dd { padding-top: 0; padding-bottom: 0.5rem; }
        .examples li { grid-template-columns: minmax(0, 1fr); gap: 0; padding-bottom: 0.6rem; }
        .compared { table-layout: fixed; }
        .compared th[scope="row"] { width: 5rem; }
        .sides { grid-template-columns: minmax(0, 1fr); }
        .input { grid-template-columns: minmax(0, 1fr); }
        .input small { grid-column: 1; }
        .input :is(input, select, textarea) { width: 100%; min-height: 2.75rem; }
        .reading :is(button, .rate button) { min-height: 2.75rem; }
        .rate button { width: 2.4rem; }
        .choice { position: fixed; position-area: none; inset: auto 0.5rem 4.25rem; width: auto; }
        .buttons button, .buttons .button { min-height: 2.75rem; }
        .neighbours { flex-wrap: wrap; gap: 0.25rem 1rem; }
        .neighbours .up { order: -1; flex-basis: 100%; }
        .neighbours a[rel] { max-width: 46%; }
      }
      /* Large letters on a small screen: the tools need several lines. */
      @media (max-width: 20rem) {
        .tools { flex-wrap: wrap; }
        .tools form.sort { flex-basis: 100%; order: 1; }
        article.book .front { float: none; }
        .rate, .pager, .pager form { flex-wrap: wrap; }
        input[type="file"] { max-width: 100%; }
        .list tbody tr :is(.state, .mine) { display: none; }
      }
      @media (prefers-reduced-motion: reduce) {
        *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
      }
      @media print {
        :root { --paper: #fff; --raised: #fff; --ink: #000; --soft: #333; --line: #bbb; --star: #000; --accent: #000; }
        .top, .skip, .facets, .tools, .chips, .letters, .pager, .neighbours, section.steps, footer { display: none; }
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
