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
