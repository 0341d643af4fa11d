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
