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
