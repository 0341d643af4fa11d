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
