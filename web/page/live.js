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
